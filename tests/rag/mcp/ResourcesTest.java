package rag.mcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import rag.trace.TraceLog;
import org.junit.jupiter.api.io.TempDir;

/** Resources, the prompt and completion, as a client gets them. */
class ResourcesTest {

    @TempDir
    Path folder;

    private HubFixture hub;

    @BeforeEach
    void open() throws IOException {
        hub = new HubFixture(folder, false);
        hub.write("pump.md", "# Pump\n\nThe pump needs oil every 30 days.\n\n## Noise\n\nIt hums.");
        hub.ingest("größe");
    }

    @AfterEach
    void close() throws IOException {
        hub.close();
    }

    private String read(String uri) throws IOException {
        var result = hub.talk().request("resources/read", Map.of("uri", uri));
        return "" + Talk.maps(result.get("contents")).getFirst().get("text");
    }

    @Test
    void aCollectionIsAResourceThatNamesItsDocumentsWhichAreResourcesToo() throws IOException {
        var listed = Talk.maps(hub.talk().request("resources/list", Map.of()).get("resources"));
        assertEquals(List.of("größe"), listed.stream().map(r -> r.get("name")).toList());
        var uri = "" + listed.getFirst().get("uri");
        assertEquals("rag://collections/gr%C3%B6%C3%9Fe", uri);
        var overview = read(uri);
        assertTrue(overview.contains("documents: 1\n"), overview);
        var document = overview.replaceAll("(?s).*(rag://collections/\\S+/documents/doc_[0-9a-f]{16}).*", "$1");
        var text = read(document);
        assertTrue(text.contains("# Pump\n\nThe pump needs oil every 30 days."), text);
        assertTrue(text.contains("## Noise\n\nIt hums."), text);
    }

    @Test
    void whatIsNotThereIsNotFound() throws IOException {
        for (var uri :
                List.of("rag://collections/nothing", "rag://collections/gr%C3%B6%C3%9Fe/documents/doc_0", "rag://x")) {
            var error = Talk.map(
                    hub.talk().request("resources/read", Map.of("uri", uri)).get("error"));
            assertEquals(-32002, error.get("code"), uri);
        }
    }

    @Test
    void clientsHearWhenAnotherProcessAddsACollection() throws IOException {
        hub.talk().request("resources/list", Map.of());
        try (var other = HubFixture.engine(hub.root())) {
            HubFixture.ingest(other, hub.docs(), "second");
        }
        hub.talk().notice("notifications/resources/list_changed");
        assertEquals(
                2,
                Talk.maps(hub.talk().request("resources/list", Map.of()).get("resources"))
                        .size());
    }

    @Test
    void thePromptHoldsRulesPassagesAndQuestion() throws IOException {
        var result = hub.talk()
                .request(
                        "prompts/get",
                        Map.of(
                                "name",
                                "answer_with_citations",
                                "arguments",
                                Map.of("question", "how often oil?", "collection", "größe")));
        var message = Talk.maps(result.get("messages")).getFirst();
        assertEquals("user", message.get("role"));
        var text = "" + Talk.map(message.get("content")).get("text");
        assertTrue(text.contains("such as [1]"), text);
        assertTrue(text.contains("Question: how often oil?"), text);
        assertTrue(text.contains("every 30 days"), text);
    }

    @Test
    void theQuestionOfAPromptLeavesATraceWithItsClient() throws IOException {
        hub.talk()
                .request(
                        "prompts/get",
                        Map.of(
                                "name",
                                "answer_with_citations",
                                "arguments",
                                Map.of("question", "how often oil?", "collection", "größe")));
        hub.engine().close(); // waits for traces on their way
        var trace = new TraceLog(hub.engine().settings().observability().traceFile(), 50)
                .read(1, one -> one.metadata().containsKey("tool"))
                .traces()
                .getFirst();
        assertEquals(
                List.of("answer_with_citations", "tester/7", "2025-11-25", "stdio", "mcp"),
                Stream.of("tool", "client", "protocol_version", "transport", "origin")
                        .map(key -> trace.metadata().get(key))
                        .toList());
    }

    @Test
    void namesOfCollectionsAndIdsOfDocumentsAreCompleted() throws IOException {
        hub.ingest("garten");
        assertEquals(
                List.of("garten", "größe"),
                completed("ref/prompt", "answer_with_citations", "collection", "G", Map.of()));
        assertEquals(List.of("größe"), completed("ref/resource", "rag://collections/{name}", "name", "grö", Map.of()));
        var ids = completed(
                "ref/resource", "rag://collections/{name}/documents/{id}", "id", "pump", Map.of("name", "größe"));
        assertEquals(1, ids.size());
        assertTrue(ids.getFirst().matches("doc_[0-9a-f]{16}"), "" + ids);
    }

    @SuppressWarnings("unchecked")
    private List<String> completed(String type, String name, String argument, String value, Map<String, String> others)
            throws IOException {
        var result = hub.talk()
                .request(
                        "completion/complete",
                        Map.of(
                                "ref",
                                Map.of("type", type, type.equals("ref/prompt") ? "name" : "uri", name),
                                "argument",
                                Map.of("name", argument, "value", value),
                                "context",
                                Map.of("arguments", others)));
        return (List<String>) Talk.map(result.get("completion")).get("values");
    }
}
