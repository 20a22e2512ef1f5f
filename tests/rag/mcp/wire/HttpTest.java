package rag.mcp.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import rag.config.Json;

/** The sessions of the HTTP server, and what happens when a client leaves. */
class HttpTest extends WithHttp {

    private static final Limits SHORT = Limits.USUAL.withCall(Duration.ofSeconds(1));

    private static String call(Object id, String tool, Map<String, Object> arguments) {
        return Json.line(Rpc.request(id, "tools/call", Fixture.of("name", tool, "arguments", arguments)));
    }

    private static String callWithoutSession(String tool, Map<String, Object> arguments) {
        var params = Fixture.of("name", tool, "arguments", arguments);
        params.put(
                "_meta",
                Map.of(
                        "io.modelcontextprotocol/protocolVersion",
                        StatelessServer.VERSION,
                        "io.modelcontextprotocol/clientCapabilities",
                        Map.of()));
        return Json.line(Rpc.request(1, "tools/call", params));
    }

    private static void eventually(BooleanSupplier condition) throws InterruptedException {
        for (int i = 0; i < 1000 && !condition.getAsBoolean(); i++) Thread.sleep(10);
        assertTrue(condition.getAsBoolean());
    }

    // ---- Sessions ----

    @Test
    void aSessionIsNeededFoundAndEnded() throws Exception {
        var server = open();
        var session = session(server);
        assertEquals(400, post(server, PING).statusCode());
        assertEquals(404, post(server, PING, "Mcp-Session-Id", "nobody's").statusCode());
        assertEquals(200, post(server, PING, "Mcp-Session-Id", session).statusCode());

        var delete = request(server, "Mcp-Session-Id", session).DELETE().build();
        assertEquals(200, http.send(delete, BodyHandlers.ofString()).statusCode());
        assertEquals(404, post(server, PING, "Mcp-Session-Id", session).statusCode());
    }

    @Test
    void sessionsAreSoManyAndTheOneIdleForLongestGivesWay() throws Exception {
        var server = open(new HttpOptions("127.0.0.1", 0, null, Set.of(), 3, Duration.ofMinutes(1)));
        var first = session(server);
        var second = session(server);
        var third = session(server);
        post(server, PING, "Mcp-Session-Id", first);
        session(server);
        assertEquals(404, post(server, PING, "Mcp-Session-Id", second).statusCode());
        assertEquals(200, post(server, PING, "Mcp-Session-Id", first).statusCode());
        assertEquals(200, post(server, PING, "Mcp-Session-Id", third).statusCode());
    }

    @Test
    void aSessionThatIsNotUsedEnds() throws Exception {
        var server = open(new HttpOptions("127.0.0.1", 0, null, Set.of(), 9, Duration.ofMillis(50)));
        var first = session(server);
        Thread.sleep(200);
        session(server);
        assertEquals(404, post(server, PING, "Mcp-Session-Id", first).statusCode());
    }

    @Test
    void aFaultShowsNothingOfTheInside() throws Exception {
        var server = open();
        var answer = post(server, call(1, "fail", Map.of("how", "exception")), "Mcp-Session-Id", session(server));
        assertEquals(200, answer.statusCode());
        assertFalse(answer.body().contains("secret") || answer.body().contains("java"), answer.body());
    }

    @Test
    void manyClientsAtOnceAreAnsweredEachItsOwn() throws Exception {
        var server = open();
        var session = session(server);
        var answers = new ArrayList<CompletableFuture<HttpResponse<String>>>();
        for (int i = 0; i < 300; i++) {
            var body = call(100 + i, "echo", Map.of("text", "call " + i));
            answers.add(http.sendAsync(
                    request(server, "Mcp-Session-Id", session)
                            .POST(HttpRequest.BodyPublishers.ofString(body))
                            .build(),
                    BodyHandlers.ofString()));
        }
        for (int i = 0; i < answers.size(); i++) {
            var body = answers.get(i).get(30, TimeUnit.SECONDS).body();
            assertTrue(body.contains("\"id\":" + (100 + i)) && body.contains("\"call " + i + "\""), body);
        }
    }

    // ---- Long calls ----

    @Test
    void aCallThatTakesTooLongIsAnsweredInWords() throws Exception {
        var server = open(HttpOptions.of("127.0.0.1", 0, null), SHORT);
        for (var tool : new String[] {"deaf", "wait"}) {
            var arguments = tool.equals("deaf") ? Map.<String, Object>of("millis", 4000) : Map.<String, Object>of();
            saysThatItTookTooLong(() -> post(server, call(1, tool, arguments), "Mcp-Session-Id", session(server)));
        }
        eventually(() -> atWork.get() == 0);
    }

    @Test
    void inTheNewerGenerationToo() throws Exception {
        var server = open(HttpOptions.of("127.0.0.1", 0, null), SHORT);
        for (var tool : new String[] {"deaf", "wait"}) {
            var arguments = tool.equals("deaf") ? Map.<String, Object>of("millis", 4000) : Map.<String, Object>of();
            saysThatItTookTooLong(() -> post(
                    server,
                    callWithoutSession(tool, arguments),
                    "MCP-Protocol-Version",
                    StatelessServer.VERSION,
                    "Mcp-Method",
                    "tools/call",
                    "Mcp-Name",
                    tool));
        }
        eventually(() -> atWork.get() == 0);
    }

    private static void saysThatItTookTooLong(Callable<HttpResponse<String>> call) throws Exception {
        long start = System.nanoTime();
        var answer = call.call();
        long tookMs = (System.nanoTime() - start) / 1_000_000;
        assertTrue(tookMs < 3500, "took " + tookMs + " ms");
        assertEquals(200, answer.statusCode());
        assertTrue(answer.body().contains("longer than 1 s"), answer.body());
        assertTrue(answer.body().contains("\"isError\":true"), answer.body());
    }

    // ---- Leaving ----

    private Socket openCall(HttpEndpoint server, String body, String... headers) throws IOException {
        var socket = new Socket("127.0.0.1", server.port());
        var text = "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nAccept: */*\r\n"
                + String.join("\r\n", headers) + "\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
        socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
        return socket;
    }

    @Test
    void aClientThatLeavesCancelsItsCall() throws Exception {
        var server = open();
        var session = session(server);
        var socket = openCall(server, call(7, "wait", Map.of()), "Mcp-Session-Id: " + session);
        eventually(() -> atWork.get() == 1);
        socket.setSoLinger(true, 0);
        socket.close();
        eventually(() -> atWork.get() == 0);
        assertEquals(200, post(server, PING, "Mcp-Session-Id", session).statusCode());
    }

    @Test
    void aClientOfTheNewerGenerationThatLeavesCancelsItsCall() throws Exception {
        var server = open();
        var socket = openCall(
                server,
                callWithoutSession("wait", Map.of()),
                "MCP-Protocol-Version: 2026-07-28",
                "Mcp-Method: tools/call",
                "Mcp-Name: wait");
        eventually(() -> atWork.get() == 1);
        socket.setSoLinger(true, 0);
        socket.close();
        eventually(() -> atWork.get() == 0);
    }

    @Test
    void aCancelledCallEndsWithoutAnAnswer() throws Exception {
        var server = open();
        var session = session(server);
        var socket = openCall(server, call(7, "wait", Map.of()), "Connection: close", "Mcp-Session-Id: " + session);
        socket.setSoTimeout(10_000);
        eventually(() -> atWork.get() == 1);
        var notice = Json.line(Rpc.notification("notifications/cancelled", Map.of("requestId", 7)));
        assertEquals(202, post(server, notice, "Mcp-Session-Id", session).statusCode());
        eventually(() -> atWork.get() == 0);
        assertFalse(new String(read(socket.getInputStream()), StandardCharsets.UTF_8).contains("\"result\""));
        socket.close();
    }

    private static byte[] read(InputStream in) throws IOException {
        var bytes = new ByteArrayOutputStream();
        in.transferTo(bytes);
        return bytes.toByteArray();
    }

    @Test
    void aListenerHearsOfChanges() throws Exception {
        var server = open();
        var session = session(server);
        var listening = http.sendAsync(
                        request(server, "Mcp-Session-Id", session).GET().build(), BodyHandlers.ofLines())
                .get(10, TimeUnit.SECONDS);
        post(server, call(1, "test_trigger_tool_change", Map.of()), "Mcp-Session-Id", session);
        var line = listening.body().filter(text -> text.startsWith("data:")).findFirst();
        assertTrue(line.orElseThrow().contains("notifications/tools/list_changed"), line.toString());
    }
}
