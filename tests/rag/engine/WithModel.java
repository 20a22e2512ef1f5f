package rag.engine;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import rag.config.Json;

/** A folder whose ingestion goes through models of a service on this machine. */
abstract class WithModel {

    static final String NAME = "knowledge_hub";

    @TempDir
    Path folder;

    Corpus corpus(ModelStub stub, Map<String, String> more) {
        var settings = new HashMap<>(Map.of(
                "llm.provider", "openai",
                "llm.base_url", stub.url(),
                "llm.retries", "0",
                "llm.timeout_s", "5",
                "llm.input_price", "10",
                "llm.output_price", "20",
                "ingestion.chunk_refiner.use_llm", "true"));
        settings.putAll(more);
        return new Corpus(folder, settings);
    }

    static JsonNode transform(Corpus corpus) throws IOException {
        corpus.close();
        var lines =
                Files.readAllLines(corpus.engine().settings().observability().traceFile());
        for (var line : lines.reversed()) {
            for (var stage : Json.tree(line).path("stages")) {
                if (stage.path("stage").asText().equals("transform")) return stage.path("data");
            }
        }
        throw new AssertionError("no transform stage");
    }
}
