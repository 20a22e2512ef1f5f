package rag.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import rag.model.Failure;

class StagedPublicationTest extends WithPublication {

    @Test
    void whatIsStagedButNotCommittedIsGivenUpWhenTheSessionCloses() throws IOException {
        try (var session = session()) {
            session.publish(List.of(Documents.put("kb", "a.md", 1)));
            session.stage(List.of(Documents.put("kb", "a.md", 2)));
            session.stage(List.of(Documents.put("kb", "b.md", 2)));
        }
        assertHolds(Map.of("a.md", "v1"));
        assertEquals(List.of(), ledger.journal().unfinished());
    }

    @Test
    void stagedGroupsArePublishedAtOnce() throws IOException {
        try (var session = session()) {
            session.stage(List.of(Documents.put("kb", "a.md", 1)));
            session.stage(List.of(Documents.put("kb", "b.md", 1), new Change.Delete(Documents.row("kb", "a.md", 1))));
            assertEquals(Map.of(), Documents.found(store, ledger, "kb"));
            assertEquals(3, session.commit().size());
            assertEquals(List.of(), session.commit());
        }
        assertHolds(Map.of("b.md", "v1"));
    }

    @Test
    void anotherModelTakesOverAtOneMoment() throws IOException {
        try (var session = session()) {
            session.publish(List.of(Documents.put("kb", "a.md", 1), Documents.put("kb", "b.md", 1)));
            session.publish(List.of(new Change.Stale(Documents.failed("kb", "b.md", 2, true))));
        }
        var other = Documents.print("model-b");
        assertThrows(Failure.class, () -> publication.session("kb", other));
        try (var session = publication.rewriting("kb", other)) {
            for (var source : List.of("a.md", "b.md")) {
                var row = ledger.row("kb", source).orElseThrow();
                var put = Documents.put("kb", source, 1);
                session.stage(List.of(new Change.Rewrite(row, put.chunks(), put.vectors())));
                assertEquals(Optional.of(Documents.PRINT), store.fingerprint("kb"));
            }
            var effects = session.commit();
            assertEquals(2, effects.getFirst().imagesAfter());
            session.optimise();
        }
        assertEquals(Optional.of(other), store.fingerprint("kb"));
        assertEquals(other.toString(), ledger.counts("kb").model());
        assertHolds(Map.of("a.md", "v1", "b.md", "v1 stale"));
    }

    @Test
    void rewritingMayNotForgetADocument() throws IOException {
        try (var session = session()) {
            session.publish(List.of(Documents.put("kb", "a.md", 1), Documents.put("kb", "b.md", 1)));
        }
        var put = Documents.put("kb", "a.md", 1);
        try (var session = publication.rewriting("kb", Documents.print("model-b"))) {
            var row = ledger.row("kb", "a.md").orElseThrow();
            session.stage(List.of(new Change.Rewrite(row, put.chunks(), put.vectors())));
            var e = assertThrows(Failure.class, session::commit);
            assertTrue(e.getMessage().contains("b.md"), e.getMessage());
        }
        assertEquals(Optional.of(Documents.PRINT), store.fingerprint("kb"));
        assertHolds(Map.of("a.md", "v1", "b.md", "v1"));
    }
}
