package rag.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rag.config.SettingsLoader;
import rag.model.Failure;
import rag.model.Filter;
import rag.model.Filter.Condition;
import rag.model.Query;

/** Front matter under keys that the settings declare. */
class TypedMetadataTest {

    @TempDir
    Path folder;

    private Engine engine(String types) throws IOException {
        var root = folder.toRealPath();
        var settings = Files.writeString(root.resolve("s.yaml"), "ingestion: {metadata_types: [" + types + "]}");
        return new Engine(
                SettingsLoader.load(
                        settings, Map.of(), Map.of("data", root.resolve("data").toString())),
                Clock.systemUTC());
    }

    private IngestReport ingest(Engine engine, String... namesAndHeads) throws IOException {
        var docs = Files.createDirectories(folder.toRealPath().resolve("docs"));
        for (int i = 0; i < namesAndHeads.length; i += 2) {
            Files.writeString(
                    docs.resolve(namesAndHeads[i]), "---\n" + namesAndHeads[i + 1] + "\n---\n# Pump\n\nOil the pump.");
        }
        var request =
                new IngestRequest("knowledge_hub", List.of(docs), false, false, false, Duration.ofSeconds(5), "test");
        return new Ingestion(engine).run(request, Progress.NONE, () -> false);
    }

    private static int hits(Engine engine, Condition condition) {
        var filter = new Filter(List.of(condition));
        var hits = new Search(engine)
                .ask(new Query("pump", List.of(), 10, null, filter, true, 0, null))
                .hits();
        return hits.stream().mapToInt(hit -> 1 + hit.alsoIn().size()).sum();
    }

    @Test
    void aDeclaredNumberIsComparedAsOneHoweverItWasWritten() throws IOException {
        try (var engine = engine("year=number, knowledge_hub/until=date")) {
            ingest(engine, "a.md", "year: \"2024\"\nuntil: 2026-01-31T10:00", "b.md", "Year: 999\nuntil: 2025-06-30");

            assertEquals(1, hits(engine, Condition.within("year", "1000", "")));
            assertEquals(2, hits(engine, Condition.within("year", "999", "2024")));
            assertEquals(1, hits(engine, new Condition("year", List.of("2024.0"))));
            assertEquals(1, hits(engine, new Condition("until", List.of("2026-01-31"))));
            assertEquals(1, hits(engine, Condition.within("until", "2025", "2025")));
            var failure = assertThrows(Failure.class, () -> hits(engine, new Condition("year", List.of("new"))));
            assertTrue(failure.getMessage().contains("'year' must be a number such as 2026, not 'new'"));
        }
    }

    @Test
    void aValueOfAnotherTypeIsKeptAndSaid() throws IOException {
        try (var engine = engine("year=number")) {
            var report = ingest(engine, "a.md", "year: MMXXIV", "b.md", "year: 2024");

            assertEquals(
                    List.of("metadata year must be a number such as 2026, not 'MMXXIV'"),
                    report.outcomes().stream()
                            .map(Outcome::reason)
                            .filter(reason -> !reason.isEmpty())
                            .toList());
            assertEquals(1, hits(engine, Condition.within("year", "", "3000")));
        }
    }

    @Test
    void aDeclarationThatIsNoneIsAMistakeInTheSettings() {
        var failure = assertThrows(Failure.class, () -> engine("year=integer").close());
        assertTrue(failure.getMessage().contains("ingestion.metadata_types must hold entries such as year=number"));
    }
}
