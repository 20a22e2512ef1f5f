package scripts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rag.config.Json;

/** evaluate.java and experiment.java as a person runs them. */
@Tag("process")
class EvaluateTest {

    @TempDir
    Path folder;

    private Script.Result run(String script, String... args) throws IOException, InterruptedException {
        var all = new ArrayList<>(List.of("--data", folder.resolve("data").toString()));
        all.addAll(List.of(args));
        return Script.of(script).run(all.toArray());
    }

    @Test
    void onAFreshCloneTheCommandIsNamedThatMakesItWork() throws IOException, InterruptedException {
        var fresh = run("evaluate");
        assertEquals(2, fresh.code());
        assertEquals("", fresh.out());
        assertTrue(
                fresh.err()
                        .replaceAll("[\\s\\\\]+", " ")
                        .contains("./jbang ingest.java --data " + folder.resolve("data")
                                + " -c knowledge_hub examples/documents"),
                fresh.err());

        assertEquals(
                0, run("ingest", "-c", "knowledge_hub", "examples/documents").code());
        var saved = folder.resolve("run.json");
        var run = run("evaluate", "--json", "--save", saved.toString());
        assertEquals(0, run.code(), run.err());
        var report = Json.tree(run.out());
        assertEquals(70, report.get("cases").size());
        assertEquals(List.of(), report.get("problems").valueStream().toList());
        assertEquals(
                1, Files.readAllLines(folder.resolve("logs/eval_history.jsonl")).size());

        var worse = Files.writeString(folder.resolve("worse.yaml"), "retrieval: {mode: sparse, sparse_top_k: 1}\n");
        var compared = run(
                "evaluate",
                "--config",
                worse.toString(),
                "--metrics",
                "recall",
                "--baseline",
                saved.toString(),
                "--fail-on-regression");
        assertEquals(1, compared.code(), compared.err());
        assertTrue(compared.out().contains("Regression: "), compared.out());
        assertEquals(
                0,
                run("evaluate", "--baseline", saved.toString(), "--fail-on-regression")
                        .code());

        var out = folder.resolve("experiment");
        var tried = run("experiment", "--variants", "sparse,dense,hybrid", "--output", out.toString());
        assertEquals(0, tried.code(), tried.err());
        assertTrue(Files.readString(out.resolve("report.html")).contains("<svg"));
        assertTrue(tried.out().contains("hybrid is "), tried.out());
    }
}
