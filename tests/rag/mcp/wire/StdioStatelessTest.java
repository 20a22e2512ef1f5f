package rag.mcp.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import rag.config.Json;

/** Revision 2026-07-28 over standard input and output, alone and beside a session of the older kind. */
@Tag("process")
class StdioStatelessTest {

    private static final String META = "io.modelcontextprotocol/";

    private Client client = Client.ofFixtures();

    @BeforeEach
    void alive() {
        assertTrue(client.process().isAlive());
    }

    @AfterEach
    void end() {
        client.close();
    }

    private static Map<String, Object> meta(Map<String, Object> capabilities) {
        return Fixture.of(
                META + "protocolVersion",
                StatelessServer.VERSION,
                META + "clientCapabilities",
                capabilities,
                META + "clientInfo",
                Fixture.of("name", "modern", "version", "3"));
    }

    private int request(String method, Object... params) {
        var all = Fixture.of(params);
        all.putIfAbsent("_meta", meta(Map.of()));
        return client.request(method, all);
    }

    private Map<String, Object> error(int id) {
        return Rpc.object(client.answer(id), "error");
    }

    @Test
    void discoverySaysWhatIsSpokenWithoutASession() {
        var result = client.result(request("server/discover"));

        assertEquals(List.of(StatelessServer.VERSION), result.get("supportedVersions"));
        assertEquals("complete", result.get("resultType"));
        assertEquals("Tools for tests.", result.get("instructions"));
        var server = Rpc.object(Rpc.object(result, "_meta"), META + "serverInfo");
        assertEquals("fixtures", server.get("name"));
    }

    @Test
    void aCallNeedsNoSessionAndSaysWhoCalls() {
        var id = request("tools/call", "name", "fail", "arguments", Map.of("how", "client"));
        assertEquals("modern/3 2026-07-28 stdio", client.text(id));
    }

    @Test
    void bothGenerationsAreServedByOneProcess() {
        client.result(request("server/discover"));
        client.initialize();
        assertEquals("tester/7 2025-11-25 stdio", client.text(client.call("fail", "how", "client")));
        var id = request("tools/call", "name", "fail", "arguments", Map.of("how", "client"));
        assertEquals("modern/3 2026-07-28 stdio", client.text(id));

        var older = client.result(client.request("tools/list", Map.of())).get("tools");
        var newer = client.result(request("tools/list")).get("tools");
        assertEquals(Json.line(older), Json.line(newer));
    }

    @Test
    void listsSayHowLongTheyMayBeKept() {
        for (var method : List.of("tools/list", "resources/list", "prompts/list", "resources/templates/list")) {
            var result = client.result(request(method));
            assertEquals(60_000, result.get("ttlMs"), method);
            assertEquals("private", result.get("cacheScope"), method);
        }
    }

    @Test
    void anUnknownRevisionIsAnsweredWithTheKnownOnes() {
        var meta = meta(Map.of());
        meta.put(META + "protocolVersion", "2099-01-01");
        var error = error(request("tools/list", "_meta", meta));
        assertEquals(Rpc.UNSUPPORTED_VERSION, error.get("code"));
        assertEquals(List.of(StatelessServer.VERSION), Rpc.object(error, "data").get("supported"));
    }

    @Test
    void methodsOfTheOlderKindAreGone() {
        for (var method : List.of("ping", "logging/setLevel", "resources/subscribe", "initialize")) {
            assertEquals(Rpc.METHOD_NOT_FOUND, error(request(method)).get("code"), method);
        }
    }

    @Test
    void faultsAreTheSameAsWithASession() {
        assertEquals(
                Rpc.INVALID_PARAMS,
                error(request("tools/call", "name", "nothing")).get("code"));
        assertEquals(Rpc.INVALID_PARAMS, error(request("tools/call", "name", 5)).get("code"));
        assertEquals(
                Rpc.INVALID_PARAMS,
                error(request("resources/read", "uri", "test://nothing")).get("code"));
        for (var how : List.of("exception", "error", "null")) {
            var result = client.result(request("tools/call", "name", "fail", "arguments", Map.of("how", how)));
            assertEquals(true, result.get("isError"), result.toString());
        }
    }

    @Test
    void progressComesBeforeTheAnswer() {
        var meta = meta(Map.of());
        meta.put("progressToken", 9);
        var id = request("tools/call", "name", "slow", "arguments", Fixture.of("steps", 3, "millis", 5), "_meta", meta);
        assertEquals("took 3 steps", client.text(id));
        assertEquals(3, client.notifications("notifications/progress").size());
    }

    @Test
    void aCancelledCallStopsAndIsNotAnswered() {
        var id = request("tools/call", "name", "slow", "arguments", Fixture.of("steps", 1000, "millis", 20));
        assertTrue(client.says("SLOW begun"));
        client.send(Json.line(Rpc.notification("notifications/cancelled", Map.of("requestId", id))));
        assertTrue(client.says("SLOW cancelled"));
        assertNull(client.next(Duration.ofMillis(300)));
    }

    @Test
    void whatAToolNeedsToKnowIsAskedByAnAnswer() {
        var call = Fixture.of("name", "test_input_required_result_multi_round", "arguments", Map.of());
        call.put("_meta", meta(Fixture.of("elicitation", Map.of("form", Map.of()))));
        var first = client.result(client.request("tools/call", call));
        assertEquals("input_required", first.get("resultType"));

        var again = new LinkedHashMap<>(call);
        again.put("requestState", first.get("requestState"));
        again.put("inputResponses", Map.of("step1", Map.of("action", "accept", "content", Map.of("name", "Ada"))));
        var second = client.result(client.request("tools/call", again));
        assertEquals("input_required", second.get("resultType"));

        again.put("requestState", second.get("requestState") + "x");
        assertEquals(
                Rpc.INVALID_PARAMS, error(client.request("tools/call", again)).get("code"));
        again.put("requestState", second.get("requestState"));
        again.put("inputResponses", Map.of("step2", Map.of("action", "accept", "content", Map.of("color", "red"))));
        assertEquals("Multi-round complete for Ada who likes red", client.text(client.request("tools/call", again)));
    }

    @Test
    void aListenerHearsOfChangesAndDoesNotKeepTheServer() {
        var listening = request("subscriptions/listen", "notifications", Map.of("toolsListChanged", true));
        assertEquals("notifications/subscriptions/acknowledged", client.next().get("method"));
        client.text(request("tools/call", "name", "test_trigger_tool_change"));
        client.text(request("tools/call", "name", "test_trigger_prompt_change"));
        assertEquals(1, client.notifications("notifications/tools/list_changed").size());
        assertEquals(List.of(), client.notifications("notifications/prompts/list_changed"));

        client.closeInput();
        client.result(listening);
        assertEquals(0, client.exitCode(Duration.ofSeconds(3)));
    }

    @Test
    void aSessionHearsOfChangesToo() {
        client.initialize();
        client.text(client.call("test_trigger_tool_change"));
        assertEquals(1, client.notifications("notifications/tools/list_changed").size());
    }
}
