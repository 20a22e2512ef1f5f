package rag.mcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import rag.config.Json;
import rag.engine.Jobs;
import rag.mcp.wire.HttpEndpoint;
import rag.mcp.wire.HttpOptions;
import rag.mcp.wire.Limits;
import rag.store.Job;
import rag.store.WriterLock;
import rag.trace.ToolCalls;

/** What becomes of an ingestion when the call that began it ends before: it lives on unless the client takes it back. */
class JobsOverHttpTest extends WithHub {

    private static final Limits SHORT = Limits.USUAL.withCall(Duration.ofSeconds(2));

    private final HttpClient http = HttpClient.newHttpClient();
    private final List<AutoCloseable> opened = new ArrayList<>();
    private WriterLock writing;
    private Jobs jobs;

    /** Another writer, so that no job gets its turn. */
    @BeforeEach
    void hold() throws IOException {
        hub.write("pump.md", "# Pump\n\nThe pump needs oil every 30 days.");
        hub.ingest("knowledge_hub");
        hub.write("dome.md", "# Dome\n\nThe dome closes at a wind of 15 m/s.");
        jobs = new Jobs(hub.engine());
        writing = hub.engine().lock("test", Duration.ZERO, () -> false);
    }

    @AfterEach
    void release() throws Exception {
        for (var one : opened.reversed()) one.close();
        writing.close();
        jobs.close();
    }

    /** A server beside the one of the fixture. @param openingMs how long its engine takes to open */
    private HttpEndpoint serve(Limits limits, long openingMs) {
        var server = new Hub(
                new Opening(() -> {
                    sleep(openingMs);
                    return hub.engine();
                }),
                true);
        opened.add(server);
        var endpoint = new HttpEndpoint(server.offer(), limits, HttpOptions.of("127.0.0.1", 0, null));
        opened.add(endpoint);
        return endpoint;
    }

    private static void sleep(long ms) {
        try {
            Thread.sleep(ms);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static void eventually(BooleanSupplier condition) {
        for (int i = 0; i < 1500 && !condition.getAsBoolean(); i++) sleep(10);
        assertTrue(condition.getAsBoolean());
    }

    private String[] session(HttpEndpoint server) throws Exception {
        var hello = "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"protocolVersion\":"
                + "\"2025-11-25\",\"capabilities\":{},\"clientInfo\":{\"name\":\"web\",\"version\":\"1\"}}}";
        var session = post(server, hello).headers().firstValue("Mcp-Session-Id").orElseThrow();
        return new String[] {"Mcp-Session-Id", session};
    }

    private HttpRequest request(HttpEndpoint server, String body, String... headers) {
        var request = HttpRequest.newBuilder(URI.create("http://" + server.address()))
                .header("Content-Type", "application/json")
                .header("Accept", "application/json, text/event-stream")
                .POST(HttpRequest.BodyPublishers.ofString(body));
        return headers.length == 0 ? request.build() : request.headers(headers).build();
    }

    private HttpResponse<String> post(HttpEndpoint server, String body, String... headers) throws Exception {
        return http.send(request(server, body, headers), BodyHandlers.ofString());
    }

    private String call(int waitS, Map<String, Object> meta) {
        var params = new LinkedHashMap<String, Object>();
        params.put("name", "index_documents");
        params.put("arguments", Map.of("path", hub.docs().toString(), "wait_s", waitS));
        params.put("_meta", meta);
        return Json.line(Map.of("jsonrpc", "2.0", "id", 7, "method", "tools/call", "params", params));
    }

    /** Sends a call, waits until its job is there, and breaks the connection. */
    private void callAndLeave(HttpEndpoint server, String body, String... headers) throws IOException {
        var lines = new StringBuilder();
        for (int i = 0; i < headers.length; i += 2) lines.append(headers[i] + ": " + headers[i + 1] + "\r\n");
        try (var socket =
                new Socket("127.0.0.1", Integer.parseInt(server.address().replaceAll(".*:|/.*", "")))) {
            var text = "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nAccept: */*\r\n"
                    + lines + "Content-Length: " + body.length() + "\r\n\r\n" + body;
            socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
            eventually(() -> !jobs.list(1).isEmpty());
            socket.setSoLinger(true, 0);
        }
    }

    private List<ToolCalls.Entry> log() {
        try {
            var file = hub.engine().settings().observability().traceFile();
            return new ToolCalls(file).read(10, entry -> true).values();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Job job() {
        return jobs.list(1).getFirst();
    }

    private void becomesDone() {
        assertFalse(job().state().over(), "" + job());
        writing.close();
        eventually(() -> job().state().over());
        assertEquals(Job.State.DONE, job().state(), "" + job());
    }

    @Test
    void aBrokenConnectionOfASessionDoesNotStopTheJob() throws Exception {
        var server = serve(Limits.USUAL, 0);
        callAndLeave(server, call(50, Map.of()), session(server));
        eventually(() -> log().size() == 1);
        becomesDone();
    }

    @Test
    void theEndOfASessionDoesNotStopTheJob() throws Exception {
        var server = serve(Limits.USUAL, 0);
        var session = session(server);
        var answer = http.sendAsync(request(server, call(50, Map.of()), session), BodyHandlers.ofString());
        eventually(() -> !jobs.list(1).isEmpty());
        var delete = HttpRequest.newBuilder(URI.create("http://" + server.address()))
                .headers(session)
                .DELETE();
        assertEquals(200, http.send(delete.build(), BodyHandlers.ofString()).statusCode());
        assertEquals("", answer.get().body());
        eventually(() -> log().size() == 1);
        becomesDone();
    }

    /** Its specification has no other way to cancel over HTTP. */
    @Test
    void withoutSessionsABrokenConnectionTakesTheJobBack() throws Exception {
        var meta = Map.<String, Object>of(
                "io.modelcontextprotocol/protocolVersion",
                "2026-07-28",
                "io.modelcontextprotocol/clientCapabilities",
                Map.of());
        callAndLeave(
                serve(Limits.USUAL, 0),
                call(50, meta),
                "MCP-Protocol-Version",
                "2026-07-28",
                "Mcp-Method",
                "tools/call",
                "Mcp-Name",
                "index_documents");
        eventually(() -> job().state() == Job.State.CANCELLED);
    }

    @Test
    void aCallThatIsCancelledTakesItsJobBack() throws Exception {
        var server = serve(Limits.USUAL, 0);
        var session = session(server);
        CompletableFuture<?> answer =
                http.sendAsync(request(server, call(50, Map.of()), session), BodyHandlers.ofString());
        eventually(() -> !jobs.list(1).isEmpty());
        post(
                server,
                "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":7}}",
                session);
        eventually(() -> job().state() == Job.State.CANCELLED);
        answer.get();
    }

    @Test
    void theTimeLimitOfACallDoesNotStopTheJobAndIsLoggedAsAFailure() throws Exception {
        var server = serve(SHORT, 0);
        var answer = post(server, call(50, Map.of()), session(server)).body();
        assertTrue(answer.contains("longer than 2 s"), answer);
        eventually(() -> log().size() == 1);
        assertEquals("failed", log().getFirst().status());
        assertTrue(
                log().getFirst().error().contains("timeout"), log().getFirst().error());
        becomesDone();
    }

    @Test
    void theTimeToWaitBeginsWithTheCallAndNotWhenTheEngineIsOpen() throws Exception {
        var server = serve(Limits.USUAL, 2500);
        var session = session(server);
        long start = System.nanoTime();
        var answer = post(server, call(3, Map.of()), session).body();
        long tookMs = (System.nanoTime() - start) / 1_000_000;
        assertTrue(answer.contains("job_id"), answer);
        assertTrue(tookMs < 5000, tookMs + " ms");
    }
}
