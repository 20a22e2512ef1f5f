package rag.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import rag.model.Chunk;
import rag.model.Failure;
import rag.model.Filter;
import rag.model.Filter.Condition;
import rag.model.Query;
import rag.store.Consistency;
import rag.store.Ledger;

/** Documents with a manifest, over a real store with a real model. */
abstract class WithManifest {

    static final String DOMAIN = "admissions_knowledge";
    static final String OPEN = "notes";

    static final String LINE =
            "{\"document_path\": \"a.md\", \"title\": \"Fees\", \"country\": \"Norvia\", \"source_type\":"
                    + " \"brochure\"}";

    @TempDir
    Path folder;

    Corpus corpus;

    @BeforeEach
    void open() {
        corpus = new Corpus(folder, Map.of());
        corpus.write("a.md", "# A\n\nThe fee is 100 thaler a term.");
    }

    @AfterEach
    void agree() {
        try (var ledger = Ledger.open(corpus.engine().data())) {
            var engine = corpus.engine();
            assertEquals(List.of(), Consistency.check(engine.data(), engine.store(), ledger));
        }
        corpus.close();
    }

    IngestRequest request(String collection, String... lines) {
        var file = corpus.write("manifest.jsonl", String.join("\n", lines));
        return new IngestRequest(collection, List.of(), false, false, false, Duration.ofSeconds(5), "test", file);
    }

    IngestReport ingest(String collection, String... lines) {
        return new Ingestion(corpus.engine()).run(request(collection, lines), Progress.NONE, () -> false);
    }

    List<String> refused(String collection, String... lines) {
        var request = request(collection, lines);
        var ingestion = new Ingestion(corpus.engine());
        var planned = assertThrows(Failure.class, () -> ingestion.plan(request, Progress.NONE));
        var failure = assertThrows(Failure.class, () -> ingestion.run(request, Progress.NONE, () -> false));
        assertEquals(planned.getMessage(), failure.getMessage());
        assertEquals(Failure.USAGE, failure.exitCode());
        assertFalse(Files.exists(corpus.engine().data()), "something was written");
        var told = failure.getMessage().split("\n");
        assertTrue(told[0].matches("[0-9]+ mistakes? in the manifest; nothing was written:"), told[0]);
        assertEquals(told.length - 1, Integer.parseInt(told[0].substring(0, told[0].indexOf(' '))));
        return Arrays.asList(told).subList(1, told.length);
    }

    List<Chunk> chunks(String collection, String question, Condition... conditions) {
        var filter = new Filter(List.of(conditions));
        var query = new Query(question, List.of(collection), 10, null, filter, true, 0, null);
        return new Search(corpus.engine())
                .ask(query).hits().stream().map(hit -> hit.chunk()).toList();
    }

    static Condition is(String key, String... values) {
        return new Condition(key, List.of(values));
    }

    static String line(String path, String... keysAndJson) {
        var fields = new LinkedHashMap<String, String>();
        for (int i = 0; i < keysAndJson.length; i += 2) fields.put(keysAndJson[i], keysAndJson[i + 1]);
        var text = new StringBuilder("{\"document_path\": \"" + path + "\"");
        fields.forEach(
                (key, json) -> text.append(", \"").append(key).append("\": ").append(json));
        return text.append("}").toString();
    }
}
