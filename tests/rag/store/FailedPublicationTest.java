package rag.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import rag.model.DocumentState;
import rag.model.Failure;

class FailedPublicationTest extends WithPublication {

    @Test
    void aFailingNewVersionLeavesTheOldOneMarkedStale() throws IOException {
        var put = Documents.put("kb", "a.md", 1);
        try (var session = session()) {
            session.publish(List.of(put));
            session.publish(List.of(new Change.Stale(Documents.failed("kb", "a.md", 2, true))));
            assertHolds(Map.of("a.md", "v1 stale"));
            var row = ledger.row("kb", "a.md").orElseThrow();
            assertEquals(DocumentState.FAILED, row.state());
            assertEquals("cut off", row.reason());
            assertEquals(put.chunks().size(), row.chunks());
            assertEquals(2, row.images());
            assertEquals(1, ledger.counts("kb").stale());

            session.publish(List.of(new Change.Stale(Documents.row("kb", "a.md", 1))));
            assertHolds(Map.of("a.md", "v1"));
            session.publish(List.of(new Change.Stale(Documents.failed("kb", "a.md", 2, true))));
            session.publish(List.of(Documents.put("kb", "a.md", 3)));
        }
        assertHolds(Map.of("a.md", "v3"));
    }

    @Test
    void nothingIsStaleWhereNothingAnswers() throws IOException {
        try (var session = session()) {
            session.publish(List.of(Documents.put("kb", "b.md", 1)));
            var change = new Change.Stale(Documents.failed("kb", "a.md", 2, true));
            assertThrows(IllegalArgumentException.class, () -> session.publish(List.of(change)));
        }
        assertHolds(Map.of("b.md", "v1"));
    }

    @Test
    void aBadVectorStopsItsPublicationOnly() throws IOException {
        var good = Documents.put("kb", "a.md", 1);
        var b = Documents.put("kb", "b.md", 1);
        var vectors = new ArrayList<>(b.vectors());
        vectors.set(0, new float[8]);
        var zero = new Change.Put(b.row(), b.chunks(), vectors, b.images());
        try (var session = session()) {
            session.publish(List.of(Documents.put("kb", "c.md", 1)));
            assertThrows(IllegalArgumentException.class, () -> session.publish(List.of(good, zero)));
            assertHolds(Map.of("c.md", "v1"));
            session.publish(List.of(good));
        }
        assertHolds(Map.of("a.md", "v1", "c.md", "v1"));
    }

    @Test
    void changesThatCannotBeAreRefused() {
        var put = Documents.put("kb", "a.md", 1);
        var other = Documents.put("kb", "b.md", 1);
        assertThrows(
                IllegalArgumentException.class,
                () -> new Change.Put(put.row(), put.chunks(), Documents.vectors(7), List.of()));
        assertThrows(
                IllegalArgumentException.class,
                () -> new Change.Put(put.row(), other.chunks(), other.vectors(), List.of()));
        assertThrows(
                IllegalArgumentException.class,
                () -> new Change.Put(Documents.failed("kb", "a.md", 1, true), put.chunks(), put.vectors(), List.of()));
        try (var session = publication.session("another", Documents.PRINT)) {
            assertThrows(IllegalArgumentException.class, () -> session.publish(List.of(put)));
        }
    }

    @Test
    void aFullDiskBeforeTheCommitChangesNothingAndTheSessionGoesOn() throws IOException {
        for (var call : List.of("put", "commit")) {
            try (var session = session()) {
                session.publish(List.of(Documents.put("kb", "a.md", 1)));
                store.failAt(call);
                var failure = assertThrows(
                        Failure.class,
                        () -> session.publish(List.of(Documents.put("kb", "a.md", 2), Documents.put("kb", "b.md", 2))));
                store.mend();
                assertTrue(failure.getMessage().contains("Nothing that was published is lost"), failure.getMessage());
                assertTrue(failure.getMessage().contains("free some space"), failure.getMessage());
                assertHolds(Map.of("a.md", "v1"));
                session.publish(List.of(Documents.put("kb", "c.md", 1)));
                assertHolds(Map.of("a.md", "v1", "c.md", "v1"));
                session.publish(List.of(new Change.Delete(Documents.row("kb", "c.md", 1))));
            }
        }
    }

    @Test
    void aCommitThatFailedAfterItWasMadeIsRecordedNonetheless() throws IOException {
        try (var session = session()) {
            store.failAt("commit done");
            var effects = session.publish(List.of(Documents.put("kb", "a.md", 1)));
            store.mend();
            assertEquals("a.md", effects.getFirst().row().source());
            assertHolds(Map.of("a.md", "v1"));
            session.publish(List.of(Documents.put("kb", "b.md", 1)));
        }
        assertHolds(Map.of("a.md", "v1", "b.md", "v1"));
    }

    @Test
    void anErrorAtAnyStepLeavesAllOrNothing() throws IOException {
        int version = 1;
        try (var session = session()) {
            session.publish(List.of(Documents.put("kb", "a.md", version)));
        }
        var all = List.copyOf(steps);
        for (var step : all.subList(0, all.indexOf("swept"))) {
            int next = ++version;
            var before = Documents.found(store, ledger, "kb");
            var after = Map.of("a.md", "v" + next, "b.md", "v" + next);
            boolean committed = all.indexOf(step) >= all.indexOf("after-commit");
            failAt = step;
            assertEquals(step.equals("after-commit"), publishes(next), step + ": done only when it is recorded");
            failAt = "";
            publication.recover();
            assertEquals(committed ? after : before, Documents.found(store, ledger, "kb"), step);
            assertEquals(List.of(), Consistency.check(data, store, ledger), step);
        }
    }

    private boolean publishes(int version) {
        try (var session = session()) {
            session.publish(List.of(Documents.put("kb", "a.md", version), Documents.put("kb", "b.md", version)));
            return true;
        } catch (IllegalStateException e) {
            return false;
        }
    }
}
