package rag.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rag.model.Failure;

class RecoveryTest {

    @TempDir
    Path data;

    private WriterLock lock;
    private Ledger ledger;
    private FaultyStore store;

    @BeforeEach
    void open() {
        lock = WriterLock.acquire(data, "test", Duration.ZERO);
        ledger = Ledger.open(data);
        store = new FaultyStore(new LuceneChunkStore(data));
        publish("kb", 1, "a.md", "b.md");
    }

    @AfterEach
    void close() throws IOException {
        ledger.close();
        store.close();
        lock.close();
    }

    private void publish(String collection, int version, String... sources) {
        try (var publication = Publication.open(data, store, ledger);
                var session = publication.session(collection, Documents.PRINT)) {
            for (var source : sources) session.publish(List.of(Documents.put(collection, source, version)));
        }
    }

    /** Leaves things as a process that dies at a step does: an Error is not answered, files are closed. */
    private void dieAt(String step, Change... changes) {
        var publication = Publication.open(data, store, ledger, reached -> {
            if (reached.equals(step)) throw new OutOfMemoryError("died at " + step);
        });
        try (var session = publication.session("kb", Documents.PRINT)) {
            assertThrows(OutOfMemoryError.class, () -> session.publish(List.of(changes)));
            assertThrows(IllegalStateException.class, () -> session.publish(List.of(changes)), "the session is over");
        }
    }

    private Recovery.Summary recover() {
        return Recovery.run(data, store, ledger, step -> {});
    }

    private void assertHolds(Map<String, String> expected) throws IOException {
        assertEquals(expected, Documents.found(store, ledger, "kb"));
        assertEquals(List.of(), Consistency.check(data, store, ledger));
    }

    @Test
    void withoutACrashThereIsNothingToDo() throws IOException {
        assertEquals(new Recovery.Summary(0, 0, 0, 0, List.of()), recover());
        assertHolds(Map.of("a.md", "v1", "b.md", "v1"));
    }

    @Test
    void whatWasCommittedIsRecorded() throws IOException {
        dieAt("after-commit", Documents.put("kb", "a.md", 2), new Change.Delete(Documents.row("kb", "b.md", 1)));
        assertFalse(Consistency.check(data, store, ledger).isEmpty());
        var summary = recover();
        assertEquals(2, summary.finished());
        assertEquals(0, summary.abandoned());
        assertTrue(summary.swept() > 0, "the deleted document's pictures");
        assertEquals(
                List.of("kb: an earlier run was cut off; 2 changes finished, 0 to be done again"), summary.notes());
        assertHolds(Map.of("a.md", "v2"));
    }

    @Test
    void whatWasNotCommittedIsGivenUpWithItsPictures() throws IOException {
        dieAt("before-commit", Documents.put("kb", "a.md", 2), Documents.put("kb", "c.md", 2));
        var summary = recover();
        assertEquals(0, summary.finished());
        assertEquals(2, summary.abandoned());
        assertEquals(5, summary.swept(), "two new pictures of a.md, three of c.md");
        assertHolds(Map.of("a.md", "v1", "b.md", "v1"));
        publish("kb", 2, "a.md");
        assertHolds(Map.of("a.md", "v2", "b.md", "v1"));
    }

    @Test
    void halfWrittenPicturesAreSwept() throws IOException {
        dieAt("image-temporary", Documents.put("kb", "c.md", 2));
        assertEquals(1, recover().swept());
        assertHolds(Map.of("a.md", "v1", "b.md", "v1"));
    }

    @Test
    void picturesOfAReplacedVersionAreSweptWhenTheCrashCameBeforeThat() throws IOException {
        dieAt("done", Documents.put("kb", "a.md", 3));
        assertEquals(1, recover().swept());
        assertHolds(Map.of("a.md", "v3", "b.md", "v1"));
    }

    @Test
    void sessionsWaitForRecovery() throws IOException {
        dieAt("after-commit", Documents.put("kb", "a.md", 2));
        assertThrows(Failure.class, () -> publish("kb", 3, "a.md"));
        recover();
        publish("kb", 3, "a.md");
        assertHolds(Map.of("a.md", "v3", "b.md", "v1"));
    }

    @Test
    void oneCollectionThatCannotBeRecoveredDoesNotHoldUpTheOthers() throws IOException {
        dieAt("after-commit", Documents.put("kb", "a.md", 2));
        store.failAt("fingerprint");
        var summary = recover();
        store.mend();
        assertEquals(0, summary.finished());
        assertTrue(
                summary.notes().getFirst().startsWith("kb: not recovered: "),
                summary.notes().toString());
        publish("other", 1, "a.md");
        assertEquals(1, recover().finished());
        assertHolds(Map.of("a.md", "v2", "b.md", "v1"));
    }

    @Test
    void aDamagedIndexIsMendedByBuildingItAnew() throws IOException {
        dieAt("after-commit", Documents.put("kb", "a.md", 2));
        damageIndex();
        assertTrue(recover().notes().getFirst().startsWith("kb: not recovered: "));
        assertThrows(Failure.class, () -> publish("kb", 3, "a.md"));
        try (var publication = Publication.open(data, store, ledger);
                var session = publication.rewriting("kb", Documents.PRINT)) {
            session.publish(List.of(Documents.put("kb", "a.md", 4), Documents.put("kb", "b.md", 4)));
        }
        recover();
        assertHolds(Map.of("a.md", "v4", "b.md", "v4"));
    }

    @Test
    void aDamagedIndexIsMendedByClearing() throws IOException {
        dieAt("after-commit", Documents.put("kb", "a.md", 2));
        damageIndex();
        try (var publication = Publication.open(data, store, ledger)) {
            publication.recover();
            publication.clear("kb", Documents.NOON);
            publication.recover();
        }
        assertHolds(Map.of());
        publish("kb", 5, "a.md");
        assertHolds(Map.of("a.md", "v5"));
    }

    private void damageIndex() throws IOException {
        store.close();
        try (var files = Files.newDirectoryStream(data.resolve("index").resolve("kb"), "segments_*")) {
            for (var file : files) Files.write(file, new byte[] {1, 2, 3});
        }
    }

    @Test
    void aLostIndexIsNoticedAndItsDocumentsAreReadAgain() throws IOException {
        publish("other", 1, "x.md");
        remove(data.resolve("index").resolve("kb"));
        assertFalse(Consistency.check(data, store, ledger).isEmpty());
        var summary = recover();
        assertEquals(2, summary.distrusted());
        var row = ledger.row("kb", "a.md").orElseThrow();
        assertEquals("", row.contentHash(), "so that no content equals it");
        assertEquals(0, row.chunks());
        publish("kb", 1, "a.md", "b.md");
        assertHolds(Map.of("a.md", "v1", "b.md", "v1"));
        assertEquals(0, recover().distrusted());
    }

    @Test
    void aLostLedgerLosesNoPictureAndIsFilledAgain() throws IOException {
        dieAt("before-commit", Documents.put("kb", "c.md", 2));
        ledger.close();
        for (var ending : List.of("", "-wal", "-shm")) Files.deleteIfExists(data.resolve("rag.db" + ending));
        ledger = Ledger.open(data);
        recover();
        var picture = Documents.put("kb", "b.md", 1).images().getFirst().id() + ".png";
        var path = data.resolve("images/kb")
                .resolve(Documents.row("kb", "b.md", 1).documentId())
                .resolve(picture);
        assertTrue(Files.exists(path));

        dieAt("op-pending", Documents.put("kb", "a.md", 7)); // a new ledger beside an old index
        assertEquals(0, recover().finished(), "what never happened is not taken for done");
        publish("kb", 1, "a.md", "b.md");
        assertEquals(Map.of("a.md", "v1", "b.md", "v1"), Documents.found(store, ledger, "kb"));
    }

    private static void remove(Path folder) throws IOException {
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path done, IOException e) throws IOException {
                Files.delete(done);
                return FileVisitResult.CONTINUE;
            }
        });
    }

    @Test
    void aCollectionOfWhichSomethingStaysIsNotCalledCleared_andTheNextRunGoesOn() throws IOException {
        try (var publication = Publication.open(data, store, ledger)) {
            store.failAt("drop half done");
            var failure = assertThrows(Failure.class, () -> publication.clear("kb", Instant.now()));
            assertEquals("the engine refuses to remove the rest", failure.getMessage());
            assertEquals(List.of(), store.collections());
            assertEquals(1, ledger.journal().unfinished().size());
            assertEquals(
                    List.of("kb: not recovered: the engine refuses to remove the rest"),
                    publication.recover().notes());
            store.mend();
            assertEquals(List.of(), publication.recover().notes());
        }
        assertEquals(List.of(), ledger.journal().unfinished());
        assertEquals(List.of(), ledger.history("kb"));
    }
}
