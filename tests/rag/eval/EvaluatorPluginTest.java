package rag.eval;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rag.engine.Corpus;
import rag.engine.ParrotJar;
import rag.engine.Progress;
import rag.model.Failure;

/** A third party's jar, compiled outside this project, measures beside our own evaluators. */
class EvaluatorPluginTest {

    private static final String SET = """
        {"version": "1", "test_cases": [
         {"id": "oil", "query": "oil of the pump", "expected_sources": ["pump.md"]},
         {"id": "cat", "query": "oil for the cat", "expected_sources": ["pump.md"]}]}\
        """;

    @TempDir
    Path folder;

    private Closeable jar;

    @BeforeEach
    void jar() throws IOException {
        jar = ParrotJar.loaded(folder);
    }

    @AfterEach
    void leave() throws IOException {
        jar.close();
    }

    private EvaluationReport run(Map<String, String> settings, String yaml) {
        try (var corpus = new Corpus(folder, settings, yaml)) {
            corpus.write("pump.md", "The pump needs oil.");
            corpus.ingest("knowledge_hub");
            var set = new TestSet(GoldenReader.read("set.json", SET.getBytes(StandardCharsets.UTF_8)), null);
            var request = new EvaluationRequest(set, "knowledge_hub", 10, List.of(), List.of(), Optional.empty(), 100);
            return new Evaluation(corpus.engine(), Progress.NONE, words -> {})
                    .run(request)
                    .report();
        }
    }

    /** One passage is found, which it counts as a quarter; on cats it throws. */
    @Test
    void itsMeasureCountsAndWhatItThrowsCostsThatCaseAlone() {
        var report = run(
                Map.of("retrieval.mode", "sparse"),
                "evaluation: {provider: composite, backends: [custom, parrot], metrics: [mrr]}");

        var chatter = report.metrics().stream()
                .filter(metric -> metric.key().equals("chatter"))
                .findFirst()
                .orElseThrow();
        assertEquals(0.25, chatter.mean());
        assertEquals(1, chatter.denominator());
        assertEquals(1, chatter.failed());
        assertEquals("a cat", report.cases().getLast().failed().get("chatter"), "" + report.cases());
        assertTrue(report.metrics().stream()
                .anyMatch(metric -> metric.key().equals("source/mrr@10") && metric.denominator() == 2));
        assertEquals(Map.of("custom", "", "parrot", ""), report.backends());
    }

    @Test
    void oneLineOfTheSettingsNamesItAlone() {
        var report = run(Map.of("retrieval.mode", "sparse", "evaluation.provider", "parrot"), "");

        assertEquals(
                List.of("chatter"),
                report.metrics().stream().map(MetricSummary::key).toList());
    }

    @Test
    void anUnknownNameIsRefusedWithThoseThatJarsAdd() {
        var failure = assertThrows(
                Failure.class, () -> run(Map.of("retrieval.mode", "sparse", "evaluation.provider", "parot"), ""));

        assertTrue(failure.getMessage().contains("did you mean parrot?"), failure.getMessage());
    }
}
