package rag.eval;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import rag.config.SettingsLoader;
import rag.engine.Corpus;
import rag.engine.Engine;
import rag.engine.Progress;

/** A small collection, and an experiment on it. */
abstract class WithExperiment {

    @TempDir
    Path folder;

    final List<String> said = new ArrayList<>();

    void documents() {
        try (var corpus = new Corpus(folder, Map.of())) {
            corpus.write(
                    "pump.md",
                    "# Pump\n\nThe cooling pump needs oil every ten days. " + "It is blue and loud. ".repeat(60));
            corpus.write("dome.md", "# Dome\n\nClose the dome by hand with the yellow crank.");
            corpus.ingest("knowledge_hub");
        }
    }

    Engine engine(Map<String, String> settings) {
        var all = new LinkedHashMap<>(Map.of("data", folder.resolve("data").toString(), "retrieval.mode", "sparse"));
        all.putAll(settings);
        return new Engine(SettingsLoader.load(null, Map.of(), all), Clock.systemUTC());
    }

    static final Variant BASE = new Variant("base", Map.of());
    static final Variant RRF = new Variant("rrf", Map.of("retrieval.fusion", "rrf"));
    static final Variant SMALL =
            new Variant("small", Map.of("ingestion.chunk_size", "64", "ingestion.chunk_overlap", "0"));

    ExperimentRequest request(Variant... variants) {
        var json = """
            {"test_cases": [
              {"id": "pump", "query": "oil of the pump", "expected_sources": ["pump.md"]},
              {"id": "dome", "query": "yellow crank", "expected_sources": ["dome.md"],
               "expected_evidence": [{"source": "dome.md", "text": "by hand with the yellow crank"}]},
              {"id": "none", "query": "blue", "expected_sources": ["dome.md"]}]}
            """;
        var set = new TestSet(GoldenReader.read("set.json", json.getBytes(StandardCharsets.UTF_8)), null);
        return new ExperimentRequest(
                set,
                "knowledge_hub",
                false,
                10,
                1,
                List.of(variants),
                List.of(MetricName.parse("ndcg"), MetricName.parse("mrr")),
                folder.resolve("out"));
    }

    ExperimentReport run(ExperimentRequest request, Progress progress) {
        return new Experiment(this::engine, progress, said::add).run(request);
    }
}
