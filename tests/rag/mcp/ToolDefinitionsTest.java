package rag.mcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import rag.config.Json;
import rag.mcp.wire.Offer;
import rag.mcp.wire.ToolDefinition;

/** What clients are told of the tools; nothing is opened for it. */
class ToolDefinitionsTest {

    private static final List<String> READ = List.of(
            "query_knowledge_hub",
            "list_collections",
            "list_documents",
            "get_document_summary",
            "get_image",
            "explain_retrieval");
    private static final List<String> ADMIN = List.of(
            "index_documents",
            "ingestion_status",
            "add_text",
            "crawl_website",
            "inspect_directory",
            "manage_collection",
            "get_stats",
            "delete_document",
            "clear_collection");

    private static Offer offer(boolean admin) {
        return new Hub(
                        new Opening(() -> {
                            throw new AssertionError("a list of tools opens the engine");
                        }),
                        admin)
                .offer();
    }

    private static List<Map<String, Object>> tools() {
        return offer(true).tools().stream().map(ToolDefinition::json).toList();
    }

    private static Map<String, Object> tool(String name) {
        return tools().stream()
                .filter(tool -> tool.get("name").equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void theToolsThatChangeSomethingAreOfferedOnRequestOnly() {
        assertEquals(
                READ, offer(false).tools().stream().map(ToolDefinition::name).toList());
        var all = new ArrayList<>(READ);
        all.addAll(ADMIN);
        assertEquals(all, offer(true).tools().stream().map(ToolDefinition::name).toList());
    }

    @Test
    void everyListIsTheSameByteForByte() {
        assertEquals(Json.line(tools()), Json.line(tools()));
        assertTrue(Json.line(tools())
                .startsWith("[{\"name\":\"query_knowledge_hub\",\"title\":\"Search the knowledge hub\""));
    }

    @Test
    void schemasAreClosedObjectsOfThePlainKindThatAllClientsTake() {
        for (var tool : tools()) {
            var name = tool.get("name");
            for (var key : List.of("inputSchema", "outputSchema")) {
                if (name.equals("get_image") && key.equals("outputSchema")) {
                    assertNull(tool.get(key), "a picture beside data is dropped by some clients");
                    continue;
                }
                var schema = Talk.map(tool.get(key));
                assertEquals("object", schema.get("type"), name + " " + key);
                assertEquals(false, schema.get("additionalProperties"), name + " " + key);
                plain(name + " " + key, schema);
            }
        }
    }

    private static void plain(String path, Map<String, Object> schema) {
        for (var forbidden : List.of("$ref", "$defs", "$id", "oneOf", "anyOf", "allOf", "not"))
            assertFalse(schema.containsKey(forbidden), path + " has " + forbidden);
        assertTrue(schema.get("type") instanceof String, path + " has no single type");
        if (schema.get("required") instanceof List<?> required) {
            assertTrue(Talk.map(schema.get("properties")).keySet().containsAll(required), path + " " + required);
        }
        if (schema.get("properties") instanceof Map<?, ?> properties) {
            properties.forEach((key, value) -> plain(path + "." + key, Talk.map(value)));
        }
        if (schema.get("items") instanceof Map<?, ?> items) plain(path + "[]", Talk.map(items));
    }

    @Test
    void everyArgumentIsDescribedAndBounded() {
        for (var tool : tools()) {
            Talk.map(Talk.map(tool.get("inputSchema")).get("properties")).forEach((key, value) -> {
                var property = Talk.map(value);
                var where = tool.get("name") + "." + key;
                assertTrue(("" + property.get("description")).length() > 10, where);
                if (property.get("type").equals("integer")) assertTrue(property.containsKey("maximum"), where);
                if (property.get("type").equals("string"))
                    assertTrue(property.containsKey("maxLength") || property.containsKey("enum"), where);
            });
        }
    }

    @Test
    void theQueryToolHasItsParametersAndBounds() {
        var schema = Talk.map(tool("query_knowledge_hub").get("inputSchema"));
        var properties = Talk.map(schema.get("properties"));
        assertEquals(
                List.of(
                        "query",
                        "top_k",
                        "collection",
                        "mode",
                        "filters",
                        "use_rerank",
                        "use_hyde",
                        "expand",
                        "max_tokens"),
                List.copyOf(properties.keySet()));
        assertEquals(List.of("query"), schema.get("required"));
        var topK = Talk.map(properties.get("top_k"));
        assertEquals(List.of(1, 20, 5), List.of(topK.get("minimum"), topK.get("maximum"), topK.get("default")));
        assertEquals(10_000, Talk.map(properties.get("query")).get("maxLength"));
    }

    @Test
    void hintsTellReadingFromChangingAndDeleting() {
        for (var tool : tools()) {
            var hints = Talk.map(tool.get("annotations"));
            var name = "" + tool.get("name");
            assertEquals(name.equals("crawl_website"), hints.get("openWorldHint"), name);
            assertTrue(hints.get("idempotentHint") instanceof Boolean, name);
            boolean reads = READ.contains(name)
                    || List.of("inspect_directory", "get_stats").contains(name);
            assertEquals(reads, hints.get("readOnlyHint"), name);
            boolean deletes = List.of("manage_collection", "delete_document", "clear_collection")
                            .contains(name)
                    || List.of("index_documents", "crawl_website", "add_text").contains(name); // prune, or replace
            assertEquals(deletes, hints.get("destructiveHint"), name);
        }
    }

    @Test
    void whatIsSaidIsShortEnoughToBeReadAtEveryStart() {
        assertTrue(offer(false).instructions().getBytes(StandardCharsets.UTF_8).length < 2048);
        for (var tool : tools()) {
            assertTrue(("" + tool.get("description")).length() < 700, tool.get("name") + "'s description");
            assertTrue(("mcp__knowledge-hub__" + tool.get("name")).length() <= 64, tool.get("name") + "");
        }
    }
}
