package rag.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rag.config.Json;
import rag.model.Filter;
import rag.model.Filter.Condition;
import rag.model.Misuse;
import rag.model.Query;

/** A slip in what is asked is no run: nothing of it is recorded. */
class MisuseTest {

    @TempDir
    Path folder;

    private static Query asking(String collection, Filter filter) {
        return new Query("pump", List.of(collection), 3, null, filter, true, null, 0, null);
    }

    @Test
    void aCollectionOrAFilterThatCantBeLeavesNoTrace() throws IOException {
        Path log;
        try (var corpus = new Corpus(folder, Map.of())) {
            corpus.write("a.md", "# A\n\nThe pump needs oil.");
            corpus.ingest("c");
            log = corpus.engine().settings().observability().traceFile();
            var search = new Search(corpus.engine());
            var unknown = new Filter(List.of(new Condition("nokey", List.of("1"))));

            assertThrows(Misuse.class, () -> search.run(asking("nothere", Filter.NONE)));
            assertThrows(Misuse.class, () -> search.run(asking("c", unknown)));
            search.run(asking("c", Filter.NONE));
        }
        var asked = Files.readAllLines(log).stream()
                .filter(line -> line.contains("query_processing") || line.contains("\"error\""))
                .toList();
        assertEquals(1, asked.size(), asked.toString());
    }

    @Test
    void aFilterIsWrittenAsItsConditionsAndNothingElse() {
        assertEquals("{\"conditions\":[]}", Json.line(Filter.NONE));
    }
}
