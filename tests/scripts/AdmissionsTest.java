package scripts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rag.config.Json;

/** The admissions domain as a person works with it, from the manifest to an answer that has expired. */
@Tag("process")
class AdmissionsTest {

    private static final String QUESTION = "Which grade average is needed for the Master of Marine Robotics?";

    @TempDir
    Path folder;

    private Path manifest;

    @BeforeEach
    void copyTheExamples() throws IOException {
        var shipped = Script.PROJECT.resolve("examples/admissions");
        Files.createDirectories(folder.resolve("documents"));
        try (var files = Files.list(shipped.resolve("documents"))) {
            for (var file : files.toList()) {
                Files.copy(file, folder.resolve("documents").resolve(file.getFileName()));
            }
        }
        manifest = Files.copy(shipped.resolve("manifest.jsonl"), folder.resolve("manifest.jsonl"));
    }

    private Script.Result run(String script, String... args) {
        var all = new ArrayList<Object>(List.of("--data", folder.resolve("data"), "--json"));
        all.addAll(List.of(args));
        try {
            return Script.of(script).run(all.toArray());
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private JsonNode json(String script, String... args) throws IOException {
        var result = run(script, args);
        assertEquals(0, result.code(), result.err());
        return Json.tree(result.out());
    }

    private JsonNode ingest() throws IOException {
        return json("ingest", "--collection", "admissions_knowledge", "--manifest", manifest.toString());
    }

    private JsonNode ask(String... args) throws IOException {
        var all = new ArrayList<>(List.of("--domain", "admissions", QUESTION));
        all.addAll(List.of(args));
        return json("query", all.toArray(String[]::new));
    }

    @Test
    void aVerboseAnswerAsJsonHoldsTheRunAndWhatTheDomainMakesOfIt() throws IOException {
        ingest();
        var both = ask("-v");
        assertFalse(both.at("/run/trace/stages").isEmpty());
        assertEquals("admissions", both.at("/answer/domain").asText());
        assertEquals(
                both.at("/run/answer/trace_id"),
                both.at("/answer/answer/trace_id"),
                "of one run: " + both.get("answer"));
    }

    /** States by file name. */
    private static Map<String, String> states(JsonNode answer) {
        var states = new TreeMap<String, String>();
        for (int i = 0; i < answer.get("standings").size(); i++) {
            var source = answer.at("/answer/hits/" + i + "/chunk/source").asText();
            states.put(
                    source.substring(source.lastIndexOf('/') + 1),
                    answer.at("/standings/" + i + "/state").asText());
        }
        return states;
    }

    private static List<String> ids(JsonNode answer, String file) {
        return answer.at("/answer/hits")
                .valueStream()
                .filter(hit -> hit.at("/chunk/source").asText().endsWith("/" + file))
                .map(hit -> hit.at("/chunk/id").asText())
                .sorted()
                .toList();
    }

    private void change(String old, String now) throws IOException {
        var text = Files.readString(manifest);
        assertTrue(text.contains(old), old);
        Files.writeString(manifest, text.replace(old, now));
    }

    @Test
    void materialIsFoundWhileItHoldsAndMarkedWhereNobodySaysHowLong() throws IOException {
        assertEquals(3, ingest().at("/counts/new").asInt());

        var now = ask("--as-of", "2026-11-15");
        assertEquals(
                Map.of("ardeny-marine-robotics.pdf", "valid", "semir-timber-faq.pdf", "needs_review"), states(now));
        assertEquals("2026-11-15", now.get("as_of").asText());
        assertTrue(now.at("/answer/hits/0/chunk/text").asText().contains("2.5 or better"), now.toString());

        var norvia = ask("--as-of", "2024-12-31", "--filter", "country=Norvia");
        assertEquals(Map.of("ardeny-marine-robotics-2023.pdf", "valid"), states(norvia));
        var between = states(ask("--as-of", "2025-01-01", "--include-expired"));
        assertEquals("expired", between.get("ardeny-marine-robotics-2023.pdf"));
        assertEquals("not_yet_valid", between.get("ardeny-marine-robotics.pdf"));

        var later = ask("--as-of", "2031-01-01", "--filter", "country=Norvia");
        assertEquals("empty", later.at("/answer/verdict").asText());
        assertEquals(0, later.at("/answer/hits").size());
        assertTrue(later.get("hint").asText().contains("Check by hand"), later.toString());
    }

    @Test
    void aChangeOfMetadataAloneIsWrittenUnderTheSameIdsWithoutParsingOrEmbedding() throws IOException {
        ingest();
        var before = ids(ask("--as-of", "2026-11-15"), "ardeny-marine-robotics.pdf");
        change("2030-12-31", "2026-10-31");
        change("\"tags\": [\"admission\", \"faq\"]", "\"valid_until\": \"2027-01-31\"");

        var plan =
                json("ingest", "--dry-run", "--collection", "admissions_knowledge", "--manifest", manifest.toString());
        assertEquals(
                List.of("unchanged", "metadata", "metadata"),
                plan.get("items")
                        .valueStream()
                        .map(item -> item.get("action").asText())
                        .sorted()
                        .toList()
                        .reversed());
        var report = ingest();
        assertEquals(2, report.at("/counts/metadata").asInt());
        assertEquals(0, report.get("embedded").asInt() + report.get("cached").asInt());

        assertEquals(Map.of("semir-timber-faq.pdf", "valid"), states(ask("--as-of", "2026-11-15", "--mode", "sparse")));
        assertEquals(before, ids(ask("--as-of", "2026-10-31"), "ardeny-marine-robotics.pdf"));
        assertEquals(2, ingest().at("/counts/unchanged").asInt() - 1);
    }

    @Test
    void aBadManifestIsRefusedWithAllItsMistakesBeforeAnythingIsWritten() throws IOException {
        change("\"country\": \"Suland\", ", "");
        change("\"source_type\": \"faq\"", "\"source_type\": \"gossip\"");
        change("\"valid_until\": \"2024-12-31\"", "\"valid_until\": \"2022-12-31\", \"colour\": \"blue\"");
        change("documents/ardeny-marine-robotics.pdf", "documents/ardeny-marine-robotics-2023.pdf");

        var result = run("ingest", "--collection", "admissions_knowledge", "--manifest", manifest.toString());

        assertEquals(2, result.code());
        assertEquals("", result.out());
        assertFalse(Files.exists(folder.resolve("data")), "something was written");
        for (var told : List.of(
                "7 mistakes in the manifest; nothing was written:",
                "manifest.jsonl: documents/ardeny-marine-robotics.pdf has no line",
                "manifest.jsonl:2: documents/ardeny-marine-robotics-2023.pdf has a line already: line 1",
                "manifest.jsonl:2: unknown field colour",
                "manifest.jsonl:2: valid_until 2022-12-31 lies before published_at 2023-02-06",
                "manifest.jsonl:2: valid_until 2022-12-31 lies before valid_from 2023-02-06",
                "manifest.jsonl:3: country is missing",
                "manifest.jsonl:3: source_type must be one of")) {
            assertTrue(result.err().replaceAll("\\s+", " ").contains(told), told + "\n" + result.err());
        }
    }
}
