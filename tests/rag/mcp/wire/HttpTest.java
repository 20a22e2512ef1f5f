package rag.mcp.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import rag.config.Json;
import rag.model.Failure;

/** The doors of the HTTP server, its sessions, and what happens when a client leaves. */
class HttpTest {

    private static final String PING = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}";
    private static final String INITIALIZE = "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":"
            + "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},"
            + "\"clientInfo\":{\"name\":\"web\",\"version\":\"1\"}}}";

    /** How many calls of "wait" run at the moment. */
    private final AtomicInteger atWork = new AtomicInteger();

    private final List<HttpEndpoint> opened = new ArrayList<>();
    private final HttpClient http = HttpClient.newHttpClient();

    @AfterEach
    void close() {
        opened.forEach(HttpEndpoint::close);
    }

    private HttpEndpoint open(HttpOptions options) {
        var fixtures = FixtureServer.offer();
        var tools = new ArrayList<>(fixtures.tools());
        tools.add(Fixture.tool("wait", Fixture.schema(), call -> {
            atWork.incrementAndGet();
            try {
                while (!call.cancelled()) Thread.sleep(5);
            } finally {
                atWork.decrementAndGet();
            }
            return Fixture.content(Fixture.text("cancelled"));
        }));
        var offer = new Offer(
                fixtures.serverInfo(),
                "",
                tools,
                fixtures.resources(),
                fixtures.templates(),
                fixtures.prompts(),
                fixtures.changes());
        var endpoint = new HttpEndpoint(offer, Limits.USUAL, options);
        opened.add(endpoint);
        return endpoint;
    }

    private HttpEndpoint open() {
        return open(HttpOptions.of("127.0.0.1", 0, null));
    }

    private static HttpRequest.Builder request(HttpEndpoint server, String... headers) {
        var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + "/mcp"))
                .header("Content-Type", "application/json")
                .header("Accept", "application/json, text/event-stream");
        if (headers.length > 0) request.headers(headers);
        return request;
    }

    private HttpResponse<String> post(HttpEndpoint server, String body, String... headers) throws Exception {
        return http.send(
                request(server, headers)
                        .POST(HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                BodyHandlers.ofString());
    }

    private String session(HttpEndpoint server) throws Exception {
        return post(server, INITIALIZE).headers().firstValue("Mcp-Session-Id").orElseThrow();
    }

    private static String call(Object id, String tool, Map<String, Object> arguments) {
        return Json.line(Rpc.request(id, "tools/call", Fixture.of("name", tool, "arguments", arguments)));
    }

    private static void eventually(BooleanSupplier condition) throws InterruptedException {
        for (int i = 0; i < 1000 && !condition.getAsBoolean(); i++) Thread.sleep(10);
        assertTrue(condition.getAsBoolean());
    }

    // ---- Who may come in ----

    /** Sends a request as it stands, with any Host; gives the status. */
    private static int status(HttpEndpoint server, String... headers) throws IOException {
        try (var socket = new Socket("127.0.0.1", server.port())) {
            socket.setSoTimeout(10_000);
            var text = "POST /mcp HTTP/1.1\r\nContent-Type: application/json\r\nAccept: */*\r\nConnection: close\r\n"
                    + String.join("\r\n", headers) + "\r\nContent-Length: " + INITIALIZE.length() + "\r\n\r\n"
                    + INITIALIZE;
            socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
            var answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return Integer.parseInt(answer.split(" ")[1]);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "localhost:PORT, 200",
        "127.0.0.1:PORT, 200",
        "[::1]:PORT, 200",
        "LocalHost, 200",
        "evil.example, 403",
        "localhost.evil.example:PORT, 403",
        "127.0.0.1.nip.io, 403",
        "'', 403",
    })
    void theHostMustBeThisMachine(String host, int status) throws Exception {
        var server = open();
        assertEquals(status, status(server, "Host: " + host.replace("PORT", "" + server.port())));
    }

    @ParameterizedTest
    @CsvSource({
        "http://localhost:3000, 200",
        "https://127.0.0.1, 200",
        "http://[::1]:8080, 200",
        "https://allowed.example, 200",
        "https://evil.example, 403",
        "http://localhost:1@evil.example, 403",
        "http://localhost.evil.example, 403",
        "null, 403",
        "file://, 403",
        "http://localhost/x, 403",
    })
    void theOriginMustBeThisMachineOrNamed(String origin, int status) throws Exception {
        var server = open(new HttpOptions(
                "127.0.0.1", 0, null, Set.of(), Set.of("https://allowed.example"), 9, Duration.ofMinutes(1)));
        assertEquals(status, status(server, "Host: localhost", "Origin: " + origin));
    }

    @ParameterizedTest
    @CsvSource({
        "Bearer s3cret, 200",
        "bearer s3cret, 200",
        "Bearer s3cre, 401",
        "Bearer s3cret0, 401",
        "Bearer , 401",
        "Basic s3cret, 401",
        "s3cret, 401",
        "'', 401",
    })
    void theTokenMustBeRight(String authorization, int status) throws Exception {
        var server = open(HttpOptions.of("127.0.0.1", 0, "s3cret"));
        assertEquals(status, status(server, "Host: localhost", "Authorization: " + authorization));
    }

    @Test
    void withoutATokenTheClientIsToldThatItNeedsOne() throws Exception {
        var answer = post(open(HttpOptions.of("127.0.0.1", 0, "s3cret")), INITIALIZE);
        assertEquals(401, answer.statusCode());
        assertEquals(
                "Bearer realm=\"mcp\"",
                answer.headers().firstValue("WWW-Authenticate").orElseThrow());
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.0.0.0:0", "192.0.2.1:8000", "example.org:80"})
    void nobodyElseIsLetInWithoutAToken(String address) {
        var failure = assertThrows(Failure.class, () -> HttpOptions.parse(address, null));
        assertTrue(String.valueOf(failure.getMessage()).contains("--token"), failure.getMessage());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "localhost:", "localhost:x", ":80", "70000", "1:2:x", "-1"})
    void anAddressThatIsNoneIsRefused(String address) {
        assertThrows(Failure.class, () -> HttpOptions.parse(address, null));
    }

    @Test
    void aPortInUseIsSaid() {
        var server = open();
        assertThrows(Failure.class, () -> open(HttpOptions.of("127.0.0.1", server.port(), null)));
    }

    // ---- What may come in ----

    @ParameterizedTest
    @CsvSource({"Content-Type, text/plain, 415", "Accept, text/html, 406", "Accept, application/json, 406"})
    void typesMustBeThoseOfTheProtocol(String header, String value, int status) throws Exception {
        var request = request(open())
                .setHeader(header, value)
                .POST(HttpRequest.BodyPublishers.ofString(INITIALIZE))
                .build();
        assertEquals(status, http.send(request, BodyHandlers.ofString()).statusCode());
    }

    @ParameterizedTest
    @CsvSource({"PUT, 405", "PATCH, 405", "GET, 405", "DELETE, 400"})
    void otherMethodsAreRefused(String method, int status) throws Exception {
        var request = request(open())
                .method(method, HttpRequest.BodyPublishers.noBody())
                .build();
        assertEquals(status, http.send(request, BodyHandlers.ofString()).statusCode());
    }

    @ParameterizedTest
    @ValueSource(strings = {"hello", "[]", "[{}]", "42", "{}", "{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"ping\"}"})
    void whatIsNoMessageIsAnsweredAsOnStdio(String body) throws Exception {
        var answer = post(open(), body);
        assertEquals(400, answer.statusCode());
        assertTrue(answer.body().matches("\\{\"jsonrpc\":\"2.0\",\"error\":\\{\"code\":-32[67]00,.*"), answer.body());
    }

    @Test
    void aBodyThatIsTooLongIsRefusedAndTheServerGoesOn() throws Exception {
        var server = open();
        assertEquals(413, post(server, " ".repeat(5_000_000)).statusCode());
        assertEquals(200, post(server, INITIALIZE).statusCode());
    }

    @Test
    void anUnknownRevisionIsRefused() throws Exception {
        var server = open();
        var answer = post(server, PING, "Mcp-Session-Id", session(server), "MCP-Protocol-Version", "2001-01-01");
        assertEquals(400, answer.statusCode());
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
        var server = open(new HttpOptions("127.0.0.1", 0, null, Set.of(), Set.of(), 3, Duration.ofMinutes(1)));
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
        var server = open(new HttpOptions("127.0.0.1", 0, null, Set.of(), Set.of(), 9, Duration.ofMillis(50)));
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
        var params = Fixture.of("name", "wait", "arguments", Map.of());
        params.put(
                "_meta",
                Map.of(
                        "io.modelcontextprotocol/protocolVersion",
                        StatelessServer.VERSION,
                        "io.modelcontextprotocol/clientCapabilities",
                        Map.of()));
        var body = Json.line(Rpc.request(1, "tools/call", params));
        var socket =
                openCall(server, body, "MCP-Protocol-Version: 2026-07-28", "Mcp-Method: tools/call", "Mcp-Name: wait");
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
