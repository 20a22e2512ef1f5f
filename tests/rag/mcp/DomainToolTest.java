package rag.mcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rag.engine.IngestRequest;
import rag.engine.Ingestion;
import rag.engine.Progress;
import rag.mcp.wire.ToolDefinition;

/** The tools of the domain profiles that ship, over their example documents. */
class DomainToolTest {

    private static final String ADMISSIONS = "search_admissions_knowledge";
    private static final String MANUALS = "search_service_manuals";

    @TempDir
    Path folder;

    private HubFixture hub;

    @BeforeEach
    void serve() throws IOException {
        hub = new HubFixture(folder, false);
    }

    @AfterEach
    void close() throws IOException {
        hub.close();
    }

    private void ingest(String set, String collection) {
        var manifest = Path.of("examples", set, "manifest.jsonl");
        var request =
                new IngestRequest(collection, List.of(), false, false, false, Duration.ofSeconds(5), "test", manifest);
        new Ingestion(hub.engine()).run(request, Progress.NONE, () -> false);
    }

    private Map<String, Object> ask(String tool, String query, Object... more) throws IOException {
        var arguments = new HashMap<String, Object>(Map.of("query", query));
        for (int i = 0; i < more.length; i += 2) arguments.put("" + more[i], more[i + 1]);
        return hub.call(tool, arguments);
    }

    private static Map<String, Object> validity(Map<String, Object> result) {
        var states = new TreeMap<String, Object>();
        for (var passage : Talk.maps(Talk.data(result).get("passages"))) {
            var source = "" + passage.get("source");
            states.put(source.substring(source.lastIndexOf('/') + 1), passage.get("validity"));
        }
        return states;
    }

    private Map<String, Object> schema(String tool, String kind) {
        return hub.offer().tools().stream()
                .filter(offered -> offered.name().equals(tool))
                .map(offered -> Talk.map(offered.json().get(kind)))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void everyProfileIsAToolWithItsOwnFilters() {
        var names = hub.offer().tools().stream().map(ToolDefinition::name).toList();
        assertEquals(List.of(ADMISSIONS, MANUALS), names.subList(names.size() - 2, names.size()));
        var admissions = Talk.map(schema(ADMISSIONS, "inputSchema").get("properties"));
        assertEquals(
                List.of(
                        "query",
                        "top_k",
                        "country",
                        "source_type",
                        "institution",
                        "program",
                        "degree_level",
                        "intake",
                        "application_round",
                        "as_of",
                        "include_expired",
                        "expand",
                        "max_tokens"),
                List.copyOf(admissions.keySet()));
        assertTrue(
                ("" + Talk.map(admissions.get("degree_level")).get("enum"))
                        .startsWith("[foundation, diploma, bachelor"),
                admissions.toString());
        var manuals = Talk.map(schema(MANUALS, "inputSchema").get("properties"));
        assertTrue(manuals.containsKey("include_superseded") && !manuals.containsKey("include_expired"));
        assertEquals("number", Talk.map(manuals.get("revision")).get("type"));
    }

    @Test
    void passagesSayWhetherTheyHoldOnTheBusinessDate() throws IOException {
        ingest("admissions", "admissions_knowledge");
        var question = "Which grade average is needed for the Master of Marine Robotics?";

        var before = ask(ADMISSIONS, question, "as_of", "2024-12-31", "country", "Norvia");
        assertEquals(
                Map.of("ardeny-marine-robotics-2023.pdf", "valid"), validity(before), "the new sheet is not valid yet");
        var after = ask(ADMISSIONS, question, "as_of", "2026-02-02");
        assertEquals(
                Map.of("ardeny-marine-robotics.pdf", "valid", "semir-timber-faq.pdf", "needs_review"), validity(after));
        assertTrue(Talk.text(after).contains("Validity: valid: valid until 2030-12-31"), Talk.text(after));
        var all = ask(ADMISSIONS, question, "as_of", "2025-01-01", "include_expired", true, "country", "Norvia");
        assertEquals(
                Map.of("ardeny-marine-robotics.pdf", "not_yet_valid", "ardeny-marine-robotics-2023.pdf", "expired"),
                validity(all));
        for (var result : List.of(before, after, all)) {
            assertEquals(
                    List.of(),
                    SchemaCheck.problems(schema(ADMISSIONS, "outputSchema"), result.get("structuredContent")));
            SameFacts.check(result);
        }
    }

    @Test
    void aDocumentsMetadataIsWhatWasGivenAndNothingOfTheProgramsOwn() throws IOException {
        ingest("admissions", "admissions_knowledge");

        var summary = hub.call("get_document_summary", Map.of("doc_id", "semir-timber-faq.pdf"));

        assertEquals("Suland", Talk.map(Talk.data(summary).get("metadata")).get("country"));
        assertFalse(summary.toString().contains("_given"), summary.toString());
    }

    @Test
    void withoutAReliableSourceThereIsNoPassageButAHint() throws IOException {
        ingest("admissions", "admissions_knowledge");

        var none = ask(ADMISSIONS, "Which grade average is needed?", "as_of", "2031-01-01", "country", "Norvia");

        assertEquals("empty", Talk.data(none).get("verdict"));
        assertEquals(List.of(), Talk.data(none).get("passages"));
        assertTrue(("" + Talk.data(none).get("hint")).contains("Check by hand"), none.toString());
        assertTrue(Talk.text(none).contains("Check by hand"), Talk.text(none));
        assertEquals(
                List.of(), SchemaCheck.problems(schema(ADMISSIONS, "outputSchema"), none.get("structuredContent")));
        SameFacts.check(none);
    }

    @Test
    void onlyTheNewestRevisionOfAManualIsFoundUnlessOlderOnesAreAskedFor() throws IOException {
        ingest("service-manuals", "service_manuals");
        var question = "How much oil goes into the compressor?";

        var newest = validity(ask(MANUALS, question, "model", "TK-40", "manual_type", "service"));
        assertEquals(Map.of("tk-40-service-rev5.md", "valid"), newest);
        var all = validity(ask(MANUALS, question, "model", "TK-40", "include_superseded", true));
        assertEquals("superseded", all.get("tk-40-service-rev3.md"));
    }

    @Test
    void wrongArgumentsAreAnsweredWithWhatWouldBeRight() throws IOException {
        var value = ask(ADMISSIONS, "fees", "degree_level", "masters");
        assertEquals(true, value.get("isError"));
        assertTrue(Talk.text(value).contains("'degree_level' must be one of [foundation"), Talk.text(value));
        var day = ask(ADMISSIONS, "fees", "as_of", "2026-2-1");
        assertTrue(Talk.text(day).contains("as_of must be a date such as 2026-01-31"), Talk.text(day));
        var none = ask(ADMISSIONS, "fees");
        assertEquals(true, none.get("isError"));
        assertTrue(Talk.text(none).contains("the domain 'admissions' has no documents yet"), Talk.text(none));
    }
}
