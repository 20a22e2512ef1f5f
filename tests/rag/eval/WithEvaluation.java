package rag.eval;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import rag.engine.Corpus;
import rag.engine.Progress;
import rag.llm.ChatModel;

/** Three documents and three questions; words alone, so that no model is loaded where none is needed. */
abstract class WithEvaluation {

    @TempDir
    Path folder;

    Corpus corpus;

    @BeforeEach
    void open() {
        corpus = new Corpus(folder, Map.of("retrieval.mode", "sparse"));
    }

    @AfterEach
    void close() {
        corpus.close();
    }

    void documents() {
        corpus.write("manuals/pump.md", "# Pump\n\nThe cooling pump needs oil every ten days.");
        corpus.write("manuals/dome.md", "# Dome\n\nClose the dome by hand with the yellow crank.");
        corpus.write("notes/night.md", "# Night\n\nThe dome was closed at dawn. Nobody saw the pump.");
        corpus.ingest("knowledge_hub");
    }

    static TestSet set(String... cases) {
        var json = "{\"version\": \"1\", \"test_cases\": [" + String.join(",", cases) + "]}";
        return new TestSet(GoldenReader.read("set.json", json.getBytes(StandardCharsets.UTF_8)), null);
    }

    EvaluationReport run(TestSet set, String metrics) {
        return run(set, metrics, Optional.empty());
    }

    EvaluationReport run(TestSet set, String metrics, Optional<ChatModel> judge) {
        var names = Stream.of(metrics.split(",")).map(MetricName::parse).toList();
        var request = new EvaluationRequest(set, "knowledge_hub", 10, names, List.of(), judge, 100);
        return new Evaluation(corpus.engine(), Progress.NONE, words -> {})
                .run(request)
                .report();
    }

    static MetricSummary metric(EvaluationReport report, String key) {
        return report.metrics().stream()
                .filter(m -> m.key().equals(key))
                .findFirst()
                .orElseThrow(() -> new AssertionError(key + " is not among " + report.metrics()));
    }

    static final String PUMP =
            "{\"id\": \"pump\", \"query\": \"oil of the pump\", \"expected_sources\": [\"manuals/pump.md\"],"
                    + " \"expected_evidence\": [{\"source\": \"pump.md\", \"text\": \"oil every  TEN days\"}]}";
    static final String DAWN =
            "{\"id\": \"dawn\", \"query\": \"pump oil needs days\", \"expected_sources\": [\"night.md\"]}";
    static final String NONE =
            "{\"id\": \"none\", \"query\": \"salary of an astronaut\", \"tags\": [\"unanswerable\"]}";
}
