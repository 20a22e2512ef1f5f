package rag.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rag.model.Query;

class RestoredIndexTest {

    private static final String FIRST = "# B\n\nThe quokka enclosure is cleaned at noon.";

    @TempDir
    private Path folder;

    private Corpus corpus;
    private Path changed;

    /** The index then has an older version than the history, which says that it has none. */
    @BeforeEach
    void putTheIndexBack() throws IOException {
        corpus = new Corpus(folder, Map.of());
        corpus.write("a.md", "# A\n\nThe pump needs oil.");
        changed = corpus.write("b.md", FIRST);
        corpus.ingest("knowledge_hub");
        var index = corpus.engine().data().resolve("index");
        copy(index, folder.resolve("backup"));
        Files.writeString(changed, "# B\n\nThe quokka enclosure is cleaned at dawn.");
        corpus.ingest("knowledge_hub");

        remove(index);
        copy(folder.resolve("backup"), index);
    }

    @AfterEach
    void close() {
        corpus.close();
    }

    private List<String> answering() {
        var hits = new Search(corpus.engine())
                .ask(Query.of("When is the quokka enclosure cleaned?", 10))
                .hits();
        return hits.stream()
                .map(hit -> Path.of(hit.chunk().source()).getFileName().toString())
                .toList();
    }

    @Test
    void whatAnIndexFromABackupStillHoldsIsPrunedWithItsFile() throws IOException {
        Files.delete(changed);
        corpus.ingest("knowledge_hub", false, true, true);
        assertEquals(List.of("a.md"), answering());
    }

    @Test
    void whatAnIndexFromABackupStillHoldsIsDeletedWithItsDocument() {
        new Maintenance(corpus.engine(), Duration.ZERO, "test").delete("knowledge_hub", "b.md");
        assertEquals(List.of("a.md"), answering());
    }

    @Test
    void whatAnIndexFromABackupStillHoldsIsPrunedAlsoAfterAFileThatCouldNotBeRead() throws IOException {
        Files.write(changed, new byte[] {'%', 'P', 'D', 'F', '-', 0, 1, 2});
        var report = corpus.ingest("knowledge_hub");
        Files.delete(changed);
        corpus.ingest("knowledge_hub", false, true, true);
        assertEquals(List.of("a.md"), answering(), "" + report);
    }

    private static void copy(Path from, Path to) throws IOException {
        try (var files = Files.walk(from)) {
            for (var file : files.toList())
                Files.copy(file, to.resolve(from.relativize(file).toString()));
        }
    }

    private static void remove(Path folder) throws IOException {
        try (var files = Files.walk(folder)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) Files.delete(file);
        }
    }
}
