package rag.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import rag.model.Failure;
import rag.model.Filter;
import rag.model.Ids;
import rag.model.Query;
import rag.store.CollectionProfile;
import rag.store.Ledger;
import rag.store.Publication;
import rag.store.WriterLock;

/** A collection gets another name, and collections do not touch each other. */
class RenameTest {

    @TempDir
    Path folder;

    private Corpus corpus;
    private Maintenance maintenance;

    @BeforeEach
    void ingest() {
        corpus = new Corpus(folder, Map.of());
        corpus.write("pump.md", "# Pump\n\nThe cooling pump needs oil every ten days.");
        corpus.write("dome.md", "# Dome\n\nClose the dome by hand with the crank.");
        corpus.write("empty.txt", "");
        corpus.ingest("old");
        maintenance = new Maintenance(corpus.engine(), Duration.ofSeconds(5), "test");
        maintenance.describe(new CollectionProfile("old", "Telescope", "What it holds", List.of("dome"), List.of()));
    }

    @AfterEach
    void close() {
        corpus.close();
    }

    private List<String> found(String collection) {
        var query = new Query("pump oil", List.of(collection), 5, null, Filter.NONE, true, 0, null);
        return new Search(corpus.engine())
                .ask(query).hits().stream().map(hit -> hit.chunk().id()).toList();
    }

    private void isWhole(String name) throws IOException {
        assertEquals(List.of(name), corpus.engine().store().collections());
        assertEquals(
                List.of(name),
                maintenance.collections().stream().map(c -> c.collection()).toList());
        var rows = maintenance.list(name);
        assertEquals(3, rows.size());
        for (var row : rows) assertEquals(Ids.document(name, row.source()), row.documentId());
        assertEquals("Telescope", maintenance.profiles().get(name).displayName());
        assertEquals(2, found(name).size());
        assertEquals(0, corpus.ingest(name).embedded(), "nothing is read again");
    }

    @Test
    void everythingGoesWithIt() throws IOException {
        var before = found("old").getFirst();
        assertEquals(3, maintenance.rename("old", "new").total());
        isWhole("new");
        var after = found("new").getFirst();
        assertNotEquals(before, after);
        assertEquals(before.substring(20), after.substring(20));
        try (var ledger = Ledger.openReadOnly(corpus.engine().data()).orElseThrow()) {
            assertEquals(
                    Ids.documentOf(after),
                    ledger.renamings().now(Ids.documentOf(before)).orElseThrow());
        }
    }

    @Test
    void backAndForthItHasItsOldIds() throws IOException {
        var before = found("old");
        maintenance.rename("old", "new");
        maintenance.rename("new", "old");
        isWhole("old");
        assertEquals(before, found("old"));
        try (var ledger = Ledger.openReadOnly(corpus.engine().data()).orElseThrow()) {
            assertTrue(ledger.renamings().now(Ids.documentOf(before.getFirst())).isEmpty());
        }
    }

    @Test
    void aNameThatIsTakenOrCantBeOneIsRefused() {
        corpus.ingest("other");
        for (var name : List.of("other", "OTHER", "auto", "a/b", "old")) {
            assertThrows(Failure.class, () -> maintenance.rename("old", name), name);
        }
        assertThrows(Failure.class, () -> maintenance.rename("none", "new"));
        assertEquals(2, found("old").size());
    }

    private static final class Halt extends Error {
        private static final long serialVersionUID = 1;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "renaming-noted",
                "chunks-buffered",
                "renaming-staged",
                "before-commit",
                "after-commit",
                "done",
                "renaming-published",
                "renaming-recorded",
                "clear-pending",
                "dropped",
                "cleared",
                "renaming-cleared"
            })
    void haltedAtAnyStepItIsTheOldOrTheNewOneAfterTheNextRun(String step) throws IOException {
        var engine = corpus.engine();
        try (var lock = WriterLock.acquire(engine.data(), "test", Duration.ofSeconds(5));
                var ledger = Ledger.open(engine.data())) {
            var publication = Publication.open(engine.data(), engine.store(), ledger, at -> {
                if (at.equals(step)) throw new Halt();
            });
            assertThrows(Halt.class, () -> publication.rename("old", "new"));
            assertThrows(Throwable.class, () -> {
                publication.close();
                throw new Halt();
            });
        }
        try (var lock = WriterLock.acquire(engine.data(), "test", Duration.ofSeconds(5));
                var ledger = Ledger.open(engine.data());
                var publication = Publication.open(engine.data(), engine.store(), ledger)) {
            publication.recover();
        }
        boolean committed = !List.of("renaming-noted", "chunks-buffered", "renaming-staged", "before-commit")
                .contains(step);
        isWhole(committed ? "new" : "old");
    }

    @Test
    void theSameFileInTwoCollectionsIsTwoDocuments() throws IOException {
        corpus.ingest("twin");
        var kept = found("twin");
        var file = corpus.docs().resolve("pump.md").toRealPath().toString();
        maintenance.delete("old", file);
        assertEquals(kept, found("twin"));
        assertTrue(found("old").stream().noneMatch(id -> id.startsWith(Ids.document("old", file))));
        maintenance.remove("old");
        assertEquals(kept, found("twin"));
        assertTrue(Files.exists(Path.of(file)));
    }
}
