package scripts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rag.config.Json;
import rag.engine.ParrotJar;

/** A third party's library, installed in Maven's folder as its author would do it, is named on the command line. */
@Tag("process")
class PluginTest {

    private static final String JAR_OF_JSON = "com/fasterxml/jackson/core/jackson-core/";

    private final String group = "parrot" + UUID.randomUUID().toString().substring(0, 8);

    @TempDir
    Path temp;

    private Path installed;

    @BeforeEach
    void install() throws IOException {
        installed = libraries().resolve(group);
        var folder = Files.createDirectories(installed.resolve("plugin/1.0"));
        Files.copy(ParrotJar.in(temp), folder.resolve("plugin-1.0.jar"));
        Files.writeString(folder.resolve("plugin-1.0.pom"), """
            <project><modelVersion>4.0.0</modelVersion>
            <groupId>%s</groupId><artifactId>plugin</artifactId><version>1.0</version></project>
            """.formatted(group));
    }

    /** Where the libraries are that these tests run with. */
    private static Path libraries() {
        return Arrays.stream(System.getProperty("java.class.path").split(java.io.File.pathSeparator))
                .map(entry -> entry.replace('\\', '/'))
                .filter(entry -> entry.contains(JAR_OF_JSON))
                .map(entry -> Path.of(entry.substring(0, entry.indexOf(JAR_OF_JSON))))
                .findFirst()
                .orElseThrow();
    }

    @AfterEach
    void remove() throws IOException {
        try (var files = Files.walk(installed)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) Files.delete(file);
        }
    }

    @Test
    void ingestionQueryAndEvaluationUseWhatTheLibraryAdds() throws Exception {
        var documents = Files.createDirectories(temp.resolve("documents"));
        Files.writeString(documents.resolve("a.parrot"), "The pump needs oil.");
        Files.writeString(documents.resolve("b.parrot"), "The pump of the well needs no water.");
        var settings = Files.writeString(temp.resolve("settings.yaml"), """
            embedding: {provider: parrot, model: green}
            ingestion: {transforms: [parrot]}
            rerank: {enabled: true, provider: parrot}
            evaluation: {provider: parrot}
            """);
        var questions = Files.writeString(temp.resolve("questions.json"), """
            {"version": "1", "test_cases":
             [{"id": "oil", "query": "pump oil", "expected_sources": ["a.parrot"]}]}
            """);
        var launcher = Script.program(Script.PROJECT.resolve("jbang"), "--deps", group + ":plugin:1.0");

        var ingest = launcher.run(
                Script.PROJECT.resolve("ingest.java"), "--data", temp.resolve("data"), "--config", settings, documents);
        assertEquals(0, ingest.code(), ingest.err());

        var query = launcher.run(
                Script.PROJECT.resolve("query.java"),
                "--data",
                temp.resolve("data"),
                "--config",
                settings,
                "--json",
                "pump oil");
        assertEquals(0, query.code(), query.err());
        var hits = (List<?>) Json.object(query.out()).get("hits");
        assertEquals(2, hits.size(), query.out());
        assertTrue(hits.getFirst() instanceof Map<?, ?> hit && hit.toString().contains("b.parrot"), query.out());
        assertTrue(query.out().contains("Polly wants a cracker."), query.out());

        var evaluate = launcher.run(
                Script.PROJECT.resolve("evaluate.java"),
                "--data",
                temp.resolve("data"),
                "--config",
                settings,
                "--json",
                "--test-set",
                questions);
        assertEquals(0, evaluate.code(), evaluate.err());
        var metrics = (List<?>) Json.object(evaluate.out()).get("metrics");
        assertTrue(
                metrics.size() == 1
                        && metrics.getFirst() instanceof Map<?, ?> metric
                        && Double.valueOf(0.5).equals(metric.get("mean")),
                evaluate.out());
    }

    @Test
    void withoutTheLibraryItsNameIsRefused() throws Exception {
        var settings = Files.writeString(temp.resolve("settings.yaml"), "embedding: {provider: parrot, model: green}");
        var refused = Script.of("query").run("--data", temp.resolve("data"), "--config", settings, "pump oil");
        assertEquals(2, refused.code(), refused.err());
        assertTrue(refused.err().contains("parrot"), refused.err());
    }
}
