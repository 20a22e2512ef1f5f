package rag.eval;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import rag.engine.Progress;

/** What an experiment asks again. */
class ExperimentAgainTest extends WithExperiment {

    private ExperimentReport with(Map<String, String> settings, ExperimentRequest request) {
        said.clear();
        return new Experiment(
                        changed -> {
                            var all = new LinkedHashMap<>(settings);
                            all.putAll(changed);
                            return engine(all);
                        },
                        Progress.NONE,
                        said::add)
                .run(request);
    }

    private boolean doneBefore() {
        return said.stream().anyMatch(words -> words.contains("done before"));
    }

    @Test
    void anotherModelOrPromptIsAnotherExperiment() throws IOException {
        documents();
        var prompt = folder.resolve("prompt.txt");
        Files.writeString(prompt, "Grade the passages.");
        var settings = Map.of("rerank.prompt", prompt.toString(), "llm.model", "one");
        with(settings, request(BASE));
        with(settings, request(BASE));
        assertTrue(doneBefore(), said.toString());

        with(Map.of("rerank.prompt", prompt.toString(), "llm.model", "two"), request(BASE));
        assertFalse(doneBefore(), said.toString());

        Files.writeString(prompt, "Grade the passages well.");
        with(settings, request(BASE));
        assertFalse(doneBefore(), said.toString());
    }

    @Test
    void aCaseThatFailedIsAskedAgain() {
        documents();
        var failing = """
            {"test_cases": [
              {"id": "pump", "query": "oil of the pump", "expected_sources": ["pump.md"]},
              {"id": "fails", "query": "crank", "filters": {"nosuchkey": "x"}, "expected_sources": ["dome.md"]}]}
            """;
        var plain = request(BASE);
        var request = new ExperimentRequest(
                new TestSet(GoldenReader.read("set.json", failing.getBytes(StandardCharsets.UTF_8)), null),
                plain.collection(),
                false,
                10,
                1,
                plain.variants(),
                plain.metrics(),
                plain.output());
        for (int i = 0; i < 2; i++) {
            var report = with(Map.of(), request);
            assertEquals(2, report.variants().getFirst().cases().size());
            assertTrue(report.variants().getFirst().cases().getLast().error().contains("nosuchkey"));
            assertTrue(said.stream().anyMatch(words -> words.startsWith("base: 1 case failed")), said.toString());
        }
        assertTrue(said.contains("base: 1 of 2 cases done before"), said.toString());
    }

    @Test
    void aCaseThatLackedItsRerankerIsAskedAgain() {
        documents();
        var settings = Map.of(
                "rerank.enabled",
                "true",
                "rerank.provider",
                "cross_encoder",
                "rerank.model",
                folder.resolve("no such") + "");
        with(settings, request(BASE));
        var report = with(settings, request(BASE));
        assertFalse(doneBefore(), said.toString());
        assertTrue(
                said.stream().anyMatch(words -> words.startsWith("base: 3 cases failed or lacked a stage")),
                said.toString());
        assertFalse(report.variants().getFirst().whole());
        for (var lines : List.of(ExperimentWords.lines(report), ExperimentFiles.markdown(report))) {
            var text = String.join(" ", lines);
            assertTrue(text.contains("base: 3 of 3 cases failed or lacked a stage"), text);
        }
        assertTrue(
                ExperimentFiles.csv(report).stream().anyMatch(line -> line.startsWith("base,pump,degraded,")),
                "" + ExperimentFiles.csv(report));
    }
}
