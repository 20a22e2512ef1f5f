package rag.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rag.engine.Plan.Action;
import rag.engine.Plan.Item;
import rag.model.DocumentState;
import rag.model.Query;
import rag.store.HistoryRow;
import rag.store.Ledger;

/** A new version of a known document that is not even opened leaves the old one, and marks it. */
class LeftOutTest {

    private static final String NAME = "knowledge_hub";

    @TempDir
    Path folder;

    private Corpus corpus;

    @BeforeEach
    void ingest() {
        corpus = new Corpus(folder, Map.of("ingestion.max_file_mb", "1"));
        corpus.write("a.md", "The pump needs oil.");
        corpus.write("b.md", "The dome closes.");
        corpus.ingest(NAME);
    }

    @AfterEach
    void close() {
        corpus.close();
    }

    private HistoryRow row() {
        try (var ledger = Ledger.open(corpus.engine().data())) {
            return ledger.history(NAME).getFirst();
        }
    }

    private boolean stale() {
        var hits = new Search(corpus.engine()).ask(Query.of("pump oil", 5)).hits();
        return hits.stream()
                .filter(hit -> hit.chunk().source().endsWith("a.md"))
                .findFirst()
                .orElseThrow()
                .chunk()
                .stale();
    }

    private IngestReport run(Item item) {
        var request = new IngestRequest(NAME, List.of(corpus.docs()), false, false, false, Duration.ZERO, "test");
        return new Ingestion(corpus.engine())
                .run(
                        request,
                        Progress.NONE,
                        () -> false,
                        0,
                        List.of(),
                        history -> new Plan(
                                NAME,
                                List.of(new Item(
                                        item.action(),
                                        item.source(),
                                        item.path(),
                                        0,
                                        "",
                                        history.getFirst(),
                                        item.reason())),
                                0,
                                0,
                                0));
    }

    /** Says it once: a second run with the same state changes nothing, and a mended file is read again. */
    private void marked(DocumentState state, Runnable again) throws IOException {
        var row = row();
        assertEquals(state, row.state());
        assertTrue(row.stale() && stale(), row.toString());
        assertEquals(1, row.chunks());
        long seq = corpus.engine().store().committedSeq(NAME);
        again.run();
        assertEquals(row, row());
        assertEquals(seq, corpus.engine().store().committedSeq(NAME));

        Files.deleteIfExists(corpus.docs().resolve("a.md"));
        corpus.write("a.md", "The pump needs oil."); // the very version that is stored
        assertEquals(1, corpus.ingest(NAME).counts().get("changed"));
        assertEquals(DocumentState.READY, row().state());
        assertFalse(row().stale() || stale());
    }

    @Test
    void oneThatGrewTooLarge() throws IOException {
        corpus.write("a.md", "x".repeat(1024 * 1024 + 1));
        assertTrue(corpus.ingest(NAME).troubles().getFirst().stale());

        marked(DocumentState.TOO_LARGE, () -> corpus.ingest(NAME));
    }

    @Test
    void oneThatGrewTooLargeBesideOtherWork() throws IOException {
        corpus.write("a.md", "x".repeat(1024 * 1024 + 1));
        corpus.write("c.md", "The well is deep.");
        assertEquals(1, corpus.ingest(NAME).counts().get("new"));

        marked(DocumentState.TOO_LARGE, () -> corpus.ingest(NAME));
    }

    @Test
    void oneThatIsNoFileAnyMore() throws Exception {
        var pipe = corpus.docs().resolve("a.md");
        Files.delete(pipe);
        var made = new ProcessBuilder("mkfifo", pipe.toString()).start();
        Assumptions.assumeTrue(made.waitFor() == 0, "pipes can't be made here");
        corpus.ingest(NAME);

        marked(DocumentState.UNSUPPORTED, () -> corpus.ingest(NAME));
    }

    @Test
    void oneThatCannotBeReadAndThenIsTooLarge() throws IOException {
        var file = corpus.docs().resolve("a.md");
        var unreadable = new Item(Action.UNREADABLE, file.toString(), file, 0, "", null, "not readable: denied");
        assertTrue(run(unreadable).troubles().getFirst().stale());
        assertEquals(DocumentState.FAILED, row().state());
        assertTrue(stale());
        corpus.write("a.md", "x".repeat(1024 * 1024 + 1));
        corpus.ingest(NAME);
        assertEquals(DocumentState.TOO_LARGE, row().state());
        run(unreadable);

        marked(DocumentState.FAILED, () -> run(unreadable));
    }
}
