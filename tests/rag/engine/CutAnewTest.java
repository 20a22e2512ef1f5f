package rag.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A collection whose documents were cut by other settings says so until all of them are cut anew. */
class CutAnewTest {

    private static final String NAME = "knowledge_hub";
    private static final String BEFORE = "auto 200/20";
    private static final String NOW = "auto 120/10";

    @TempDir
    Path folder;

    private Corpus corpus;

    @BeforeEach
    void cutOtherwise() throws IOException {
        corpus = new Corpus(folder, Map.of("ingestion.chunk_size", "200", "ingestion.chunk_overlap", "20"));
        corpus.write("a.md", "The pump needs oil.");
        corpus.write("b.md", "The dome closes.");
        assertEquals(0, corpus.ingest(NAME).notes().size());
        assertEquals(BEFORE, splitter());
        corpus.close();
        corpus = new Corpus(folder, Map.of("ingestion.chunk_size", "120", "ingestion.chunk_overlap", "10"));
    }

    @AfterEach
    void close() {
        corpus.close();
    }

    private String splitter() throws IOException {
        return corpus.engine().store().fingerprint(NAME).orElseThrow().splitter();
    }

    private boolean told(IngestReport report) {
        return report.notes().stream().anyMatch(note -> note.contains(BEFORE) && note.contains(NOW));
    }

    @Test
    void aRunOfSomeOfThemSaysItEachTime() throws IOException {
        for (int i = 0; i < 2; i++) {
            corpus.write("a.md", "The pump needs oil, version " + i);
            assertTrue(told(corpus.ingest(NAME)));
            assertEquals(BEFORE, splitter());
        }
    }

    @Test
    void aRunThatFindsNothingNewSaysItTooAndThatAnotherModelIsAskedFor() throws IOException {
        assertTrue(told(corpus.ingest(NAME)));
        corpus.close();
        corpus = new Corpus(folder, Map.of("embedding.model", "all-MiniLM-L6-v2"));
        var notes = corpus.ingest(NAME).notes();
        assertTrue(
                notes.stream()
                        .anyMatch(note -> note.contains("was built with local/bge-small-en-v1.5")
                                && note.contains("ask for local/all-MiniLM-L6-v2")
                                && note.contains("--reembed")),
                "" + notes);
    }

    @Test
    void forcingAllOfThemEndsIt() throws IOException {
        assertFalse(told(corpus.ingest(NAME, true, false, false)));
        assertEquals(NOW, splitter());
        corpus.write("a.md", "The pump needs oil, changed.");
        assertFalse(told(corpus.ingest(NAME)));
    }

    @Test
    void forcingAllWhileOneCanBeReadNoLongerDoesNot() throws IOException {
        corpus.write("a.md", "");
        assertTrue(told(corpus.ingest(NAME, true, false, false)));
        assertEquals(BEFORE, splitter());
    }

    @Test
    void embeddingAnewCutsNothing() throws IOException {
        var done = new Reembedding(corpus.engine(), Duration.ZERO, "test").run(NAME, true, Progress.NONE);
        assertEquals(2, done.documents());
        assertEquals(BEFORE, splitter());
        corpus.write("a.md", "The pump needs oil, changed.");
        assertTrue(told(corpus.ingest(NAME)));
    }
}
