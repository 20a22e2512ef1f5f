package rag.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rag.model.Failure;

/** A server's store beside a ledger: what one machine knows of it may be wrong by what others did. */
class StoreElsewhereTest {

    @TempDir
    Path data;

    @TempDir
    Path server;

    private WriterLock lock;
    private Ledger ledger;

    @BeforeEach
    void open() {
        lock = WriterLock.acquire(data, "test", Duration.ZERO);
        ledger = Ledger.open(data);
    }

    @AfterEach
    void close() {
        ledger.close();
        lock.close();
    }

    /** A store whose files are a server's. */
    static ChunkStore at(Path server) {
        return new FaultyStore(new LuceneChunkStore(server)) {
            @Override
            public boolean elsewhere() {
                return true;
            }
        };
    }

    private void publish(String source) throws Exception {
        try (var store = at(server);
                var publication = Publication.open(data, store, ledger);
                var session = publication.session("kb", Documents.PRINT)) {
            session.publish(List.of(Documents.put("kb", source, 1)));
        }
    }

    @Test
    void whatAnotherMachineCommittedIsNotTakenForAChangeOfOurs() throws Exception {
        publish("a.md");
        var put = Documents.put("kb", "b.md", 1);
        var intent =
                new Journal.Intent(Journal.Kind.PUT, put.row().with(put.chunks().size(), 0, 0), List.of(), "model");
        long mine =
                ledger.journal().begin(List.of(intent), List.of()).getFirst().seq();
        try (var store = at(server)) {
            try (var theirs = store.writer("kb", Documents.PRINT)) {
                theirs.commit(mine + 5);
            }
            var summary = Recovery.run(data, store, ledger, step -> {});
            assertEquals(0, summary.finished());
            assertEquals(1, summary.abandoned());
            assertTrue(ledger.row("kb", "b.md").isEmpty(), "the next run does it again");
        }
    }

    @Test
    void whatAnotherRunGaveUpIsNotRecordedAsDone() {
        var put = Documents.put("kb", "b.md", 1);
        var intent = new Journal.Intent(Journal.Kind.PUT, put.row(), List.of(), "model");
        var ops = ledger.journal().begin(List.of(intent), List.of());
        ledger.journal().abort(ops);
        var refused =
                assertThrows(Failure.class, () -> ledger.journal().done(ops)).getMessage();
        assertTrue(refused.contains("given up by another run"), refused);
        assertEquals(List.of(), ledger.history("kb"));
    }

    @Test
    void anEmptyServerIsNoReasonToDistrustTheHistoryNorToBeginAnew(@TempDir Path another) throws Exception {
        publish("a.md");
        var before = ledger.history("kb");
        try (var store = at(another);
                var publication = Publication.open(data, store, ledger)) {
            var notes = publication.recover().notes();
            assertTrue(notes.getFirst().contains("nothing was changed"), notes.toString());
            assertEquals(before, ledger.history("kb"));
            var refused = assertThrows(Failure.class, () -> publication.session("kb", Documents.PRINT))
                    .getMessage();
            assertTrue(refused.contains("vector_store.namespace") && refused.contains("--clear"), refused);
        }
    }
}
