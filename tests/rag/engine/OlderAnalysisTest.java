package rag.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rag.model.Chunk;
import rag.model.Failure;
import rag.model.Filter;
import rag.model.Fingerprint;
import rag.model.Query;
import rag.store.analysis.TextAnalysis;

/** An index whose words an earlier version of this program made. */
class OlderAnalysisTest {

    @Test
    void itsAnswersSayThatWordsMayBeMissed(@TempDir Path folder) throws Exception {
        try (var corpus = new Corpus(folder, Map.of())) {
            corpus.write("a.md", "The pump needs oil.");
            corpus.ingest("knowledge_hub");
            var store = corpus.engine().store();
            var now = store.fingerprint("knowledge_hub").orElseThrow();
            var older = analysedBy("0", now);
            try (var reader = store.reader(List.of("knowledge_hub"));
                    var writer = store.writer("older", older)) {
                var chunks = reader.firsts(Filter.NONE);
                var ids = chunks.stream().map(Chunk::id).toList();
                var vectors = List.copyOf(reader.vectors(ids).values());
                var moved =
                        chunks.stream().map(chunk -> chunk.in("older", "doc_0")).toList();
                writer.put("doc_0", moved, vectors);
                writer.commit(1);
            }
            assertEquals(List.of(), ask(corpus, "knowledge_hub"));
            var notes = ask(corpus, "older");
            assertEquals(1, notes.size(), notes.toString());
            assertTrue(notes.getFirst().contains("(0, now " + TextAnalysis.VERSION + ")"), notes.toString());
            assertTrue(notes.getFirst().endsWith("./jbang ingest.java --reembed -c older"), notes.toString());
        }
    }

    @Test
    void itsDataFolderIsConvertedByTheCommandThatIsNamed(@TempDir Path folder) throws Exception {
        try (var corpus = new Corpus(folder, Map.of())) {
            corpus.write("a.md", "The pump needs oil.");
            corpus.ingest("old");
            var store = corpus.engine().store();
            var now = store.fingerprint("old").orElseThrow();
            try (var reader = store.reader(List.of("old"));
                    var writer = store.rewriter("old", analysedBy("0", now))) {
                var chunks = reader.firsts(Filter.NONE);
                var vectors = reader.vectors(chunks.stream().map(Chunk::id).toList());
                writer.put(chunks.getFirst().documentId(), chunks, List.copyOf(vectors.values()));
                writer.commit(store.committedSeq("old"));
            }
            corpus.write("b.md", "The dome is closed by hand.");
            var refused = assertThrows(Failure.class, () -> corpus.ingest("old"));
            assertTrue(refused.getMessage().endsWith("./jbang ingest.java --reembed -c old"), refused.getMessage());
            var done = new Reembedding(corpus.engine(), Duration.ofSeconds(5), "test").run("old", false, Progress.NONE);
            assertEquals(1, done.documents());
            assertEquals(now, done.after());
            assertEquals(List.of(), ask(corpus, "old"));
            assertEquals(Map.of("ready", 1), corpus.ingest("old").states());
        }
    }

    private static Fingerprint analysedBy(String version, Fingerprint now) {
        return new Fingerprint(
                now.provider(),
                now.model(),
                now.revision(),
                now.dimension(),
                now.queryPrefix(),
                now.documentPrefix(),
                version,
                now.splitter());
    }

    private static List<String> ask(Corpus corpus, String collection) {
        return new Search(corpus.engine())
                .ask(new Query("which pump needs oil", List.of(collection), 5, null, Filter.NONE, true, 0, null))
                .notes();
    }
}
