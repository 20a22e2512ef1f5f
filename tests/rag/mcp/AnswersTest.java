package rag.mcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import rag.engine.Site;
import rag.trace.ToolCalls;
import rag.trace.TraceLog;

/** What the tools that read answer, through a real server with a real store and model. */
class AnswersTest extends WithHub {

    @Test
    void everyToolSaysTheSameInTextAndDataAndKeepsToItsSchema() throws IOException {
        try (var site = new Site()) {
            checkEveryTool(site.page("/", "<p>The site has 3 pumps.</p>").at("/"));
        }
    }

    private void checkEveryTool(String address) throws IOException {
        fill();
        var source = hub.docs().resolve("dome.md").toString();
        var calls = List.<Map.Entry<String, Map<String, Object>>>of(
                Map.entry("query_knowledge_hub", Map.of("query", "how often does the pump need oil?", "expand", 1)),
                Map.entry("query_knowledge_hub", Map.of("query", "pump", "max_tokens", 200, "use_hyde", true)),
                Map.entry("query_knowledge_hub", Map.of("query", "pump", "collection", "knowledge_hup")),
                Map.entry("list_collections", Map.of()),
                Map.entry("list_collections", Map.of("include_stats", false)),
                Map.entry("list_documents", Map.of("limit", 2)),
                Map.entry("list_documents", Map.of("collection", "nothing")),
                Map.entry("get_document_summary", Map.of("doc_id", source)),
                Map.entry("explain_retrieval", Map.of("query", "pump", "passage", "dome closes")),
                Map.entry("inspect_directory", Map.of("path", hub.docs().toString())),
                Map.entry("get_stats", Map.of()),
                Map.entry("get_stats", Map.of("kind", "cache")),
                Map.entry("get_stats", Map.of("kind", "requests")),
                Map.entry("get_stats", Map.of("kind", "knowledge")),
                Map.entry("get_stats", Map.of("kind", "knowledge", "collection", "typo")),
                Map.entry("get_stats", Map.of("kind", "requests", "collection", "typo")),
                Map.entry("explain_retrieval", Map.of("query", "pump", "passage", "dome", "collection", "typo")),
                Map.entry("add_text", Map.of("text", "A note.", "collection", "typo")),
                Map.entry("get_document_summary", Map.of("doc_id", source, "collection", "typo")),
                Map.entry("add_text", Map.of("text", "A note of 7 words on the 2 doors.", "title", "Doors")),
                Map.entry("index_documents", Map.of("path", hub.docs().toString())),
                Map.entry("crawl_website", Map.of("url", address)),
                Map.entry("ingestion_status", Map.of()),
                Map.entry(
                        "manage_collection",
                        Map.of("action", "create", "collection", "n-1", "description", "Of 2025.")),
                Map.entry(
                        "manage_collection",
                        Map.of("action", "update", "collection", "n-1", "description", "Of 2026.")),
                Map.entry("manage_collection", Map.of("action", "list")),
                Map.entry("manage_collection", Map.of("action", "analyze", "collection", "knowledge_hub")),
                Map.entry("manage_collection", Map.of("action", "forget_keywords", "collection", "knowledge_hub")),
                Map.entry("manage_collection", Map.of("action", "rename", "collection", "n-1", "new_name", "n-2")),
                Map.entry("manage_collection", Map.of("action", "delete", "collection", "n-2")),
                Map.entry("delete_document", Map.of("source", "dome.md")),
                Map.entry("delete_document", Map.of("source", "dome.md", "confirm", "dome.md")),
                Map.entry("clear_collection", Map.of("collection", "knowledge_hub")),
                Map.entry("clear_collection", Map.of("collection", "knowledge_hub", "confirm", "knowledge_hub")));
        var called = calls.stream().map(Map.Entry::getKey).collect(Collectors.toSet());
        for (var tool : hub.offer().tools()) {
            boolean covered = called.contains(tool.name()) || !tool.json().containsKey("outputSchema");
            assertTrue(covered || tool.name().startsWith("search_"), "no call of " + tool.name());
        }
        for (var call : calls) {
            var result = hub.call(call.getKey(), call.getValue());
            var schema = hub.offer().tools().stream()
                    .filter(tool -> tool.name().equals(call.getKey()))
                    .map(tool -> Talk.map(tool.json().get("outputSchema")))
                    .findFirst()
                    .orElseThrow();
            assertEquals(List.of(), SchemaCheck.problems(schema, result.get("structuredContent")), call + "");
            SameFacts.check(result);
        }
    }

    @Test
    void beforeAnythingIsIndexedEveryToolSaysWhatToDo() throws IOException {
        var asked = hub.call("query_knowledge_hub", Map.of("query", "pump"));
        assertEquals(true, asked.get("isError"));
        assertTrue(Talk.text(asked).contains("Nothing is indexed yet"), Talk.text(asked));
        assertTrue(Talk.text(hub.call("list_collections", Map.of())).contains("Nothing is indexed yet"));
        assertEquals(
                true,
                hub.call("get_image", Map.of("image_id", "img_0123456789abcdef"))
                        .get("isError"));
        assertEquals(List.of(), hub.talk().request("resources/list", Map.of()).get("resources"));
    }

    @Test
    void documentsComePageByPageEachOnce() throws IOException {
        fill();
        var first = hub.data("list_documents", Map.of("limit", 3));
        var second = hub.data("list_documents", Map.of("limit", 3, "cursor", "" + first.get("next_cursor")));
        assertEquals(4, first.get("total"));
        assertEquals(3, Talk.maps(first.get("documents")).size());
        assertEquals(1, Talk.maps(second.get("documents")).size());
        assertFalse(second.containsKey("next_cursor"));
        var empty = Talk.maps(first.get("documents")).get(1);
        assertTrue(("" + empty.get("source")).endsWith("empty.md"), "" + empty);
        assertEquals("no_text", empty.get("state"));
        assertEquals("the file is empty", empty.get("reason"));
    }

    @Test
    void aCursorThatThisListNeverGaveIsAnErrorAndNoEmptyPage() throws IOException {
        fill();
        hub.ingest("archive");
        var cursor = "" + hub.data("list_documents", Map.of("limit", 3)).get("next_cursor");
        var end = new StringBuilder(cursor).reverse().toString();
        for (var wrong : List.of("%%%", "zzzz", "e30", "L3g", "1", cursor + "AAAA", cursor.substring(4), end)) {
            var bad = hub.call("list_documents", Map.of("cursor", wrong));
            assertEquals(true, bad.get("isError"), wrong);
            assertTrue(Talk.text(bad).contains("next_cursor of an earlier page"), Talk.text(bad));
        }
        var foreign = hub.call("list_documents", Map.of("cursor", cursor, "collection", "archive"));
        assertTrue(Talk.text(foreign).contains("of collection 'archive'"), Talk.text(foreign));
        for (var list : List.of("tools/list", "resources/list", "resources/templates/list", "prompts/list")) {
            for (var wrong : List.<Object>of("zzzz", "", 5, cursor)) {
                var error = Talk.map(
                        hub.talk().request(list, Map.of("cursor", wrong)).get("error"));
                assertEquals(-32602, error.get("code"), list + " " + error);
            }
        }
    }

    @Test
    void aDocumentIsFoundByItsIdTheHashInItItsSourceOrTheEndOfIt() throws IOException {
        fill();
        var byEnd = hub.data("get_document_summary", Map.of("doc_id", "dome.md"));
        var id = "" + byEnd.get("document_id");
        for (var name : List.of(id, id.substring(4), "" + byEnd.get("source"), "" + byEnd.get("document_uri"))) {
            assertEquals(byEnd, hub.data("get_document_summary", Map.of("doc_id", name)), name);
        }
        assertEquals("Ann", Talk.map(byEnd.get("metadata")).get("owner"));
        assertTrue(((List<?>) byEnd.get("tags")).contains("dome"), "" + byEnd.get("tags"));
        var pump = hub.data(
                "get_document_summary",
                Map.of("doc_id", hub.docs().resolve("pump.md").toString()));
        assertEquals(List.of("Pump", "Noise"), sections(pump));
        var unknown = hub.call("get_document_summary", Map.of("doc_id", "nothing.md"));
        assertTrue(Talk.text(unknown).contains("list_documents"), Talk.text(unknown));
    }

    private static List<String> sections(Map<String, Object> summary) {
        return Talk.maps(summary.get("outline")).stream()
                .map(section -> "" + section.get("section"))
                .map(section -> section.substring(section.lastIndexOf('›') + 1).strip())
                .toList();
    }

    @Test
    void aCallThatNeverReachesItsToolIsInTheLogTooWithWhatWasWrong() throws Exception {
        hub.call("query_knowledge_hub", Map.of("qeury", "pump"));
        hub.call("query_knowledge_hub", Map.of("query", 5));
        var unknown = "no_such_tool" + "x".repeat(100_000) + "\u202e";
        assertTrue(hub.call(unknown, Map.of("a", 1)).containsKey("error"));
        var file = hub.engine().settings().observability().traceFile();
        var calls = List.<ToolCalls.Entry>of();
        for (int i = 0; i < 500 && calls.size() < 3; i++) {
            Thread.sleep(10); // they wait for the engine, nobody for them
            calls = new ToolCalls(file).read(10, call -> true).values();
        }
        assertEquals(3, calls.size(), "" + calls);
        for (var call : calls) {
            assertEquals("refused", call.status());
            assertEquals(
                    "tester/7 2025-11-25 stdio", call.client() + " " + call.protocolVersion() + " " + call.transport());
            assertEquals(16, call.arguments().length());
        }
        assertTrue(
                calls.get(2).error().contains("did you mean 'query'"),
                calls.get(2).error());
        assertTrue(
                calls.get(1).error().contains("'query' must be a string"),
                calls.get(1).error());
        assertEquals("query_knowledge_hub", calls.get(1).tool());
        assertTrue(
                calls.get(0).error().startsWith("Unknown tool: no_such_tool"),
                calls.get(0).error());
        assertEquals("no_such_tool" + "x".repeat(488), calls.get(0).tool());
    }

    @Test
    void eachCallIsInTheLogAndEachQueryInATraceWithItsClient() throws Exception {
        fill();
        hub.call("query_knowledge_hub", Map.of("query", "pump"));
        hub.call("query_knowledge_hub", Map.of("query", "pump", "collection", "nix"));
        var file = hub.engine().settings().observability().traceFile();
        var calls = new ToolCalls(file).read(10, call -> true).values();

        assertEquals(
                List.of("refused", "ok"),
                calls.stream().map(ToolCalls.Entry::status).toList());
        var ok = calls.get(1);
        assertEquals("tester/7", ok.client());
        assertEquals("2025-11-25", ok.protocolVersion());
        assertEquals("stdio", ok.transport());
        assertTrue(ok.elapsedMs() > 0);
        assertEquals(16, ok.arguments().length());
        assertTrue(
                calls.getFirst().error().contains("There is no collection 'nix'"),
                calls.getFirst().error());
        hub.engine().close(); // waits for traces on their way
        var trace = new TraceLog(file, 50)
                .read(1, t -> t.traceId().equals(ok.traceId()))
                .traces()
                .getFirst();
        assertEquals("tester/7", trace.metadata().get("client"));
        assertEquals("2025-11-25", trace.metadata().get("protocol_version"));
        assertEquals("query_knowledge_hub", trace.metadata().get("tool"));
    }
}
