package rag.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rag.model.Query;

class RestoredIndexTest {

    /** The index then has an older version than the history, which says that it has none. */
    @Test
    void whatAnIndexFromABackupStillHoldsIsPrunedWithItsFile(@TempDir Path folder) throws IOException {
        try (var corpus = new Corpus(folder, Map.of())) {
            corpus.write("a.md", "# A\n\nThe pump needs oil.");
            var gone = corpus.write("b.md", "# B\n\nThe quokka enclosure is cleaned at noon.");
            corpus.ingest("knowledge_hub");
            var index = corpus.engine().data().resolve("index");
            copy(index, folder.resolve("backup"));
            Files.writeString(gone, "# B\n\nThe quokka enclosure is cleaned at dawn.");
            corpus.ingest("knowledge_hub");

            remove(index);
            copy(folder.resolve("backup"), index);
            Files.delete(gone);
            corpus.ingest("knowledge_hub", false, true, true);

            var hits = new Search(corpus.engine())
                    .ask(Query.of("When is the quokka enclosure cleaned?", 10))
                    .hits();
            assertEquals(
                    List.of("a.md"),
                    hits.stream()
                            .map(hit ->
                                    Path.of(hit.chunk().source()).getFileName().toString())
                            .toList());
        }
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
