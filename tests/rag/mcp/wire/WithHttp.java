package rag.mcp.wire;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;

/** HTTP servers with the fixtures and a tool that waits, and a client for them. */
abstract class WithHttp {

    static final String PING = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}";
    static final String INITIALIZE = "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":"
            + "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},"
            + "\"clientInfo\":{\"name\":\"web\",\"version\":\"1\"}}}";

    /** How many calls of "wait" run at the moment. */
    final AtomicInteger atWork = new AtomicInteger();

    private final List<HttpEndpoint> opened = new ArrayList<>();
    final HttpClient http = HttpClient.newHttpClient();

    @AfterEach
    void close() {
        opened.forEach(HttpEndpoint::close);
    }

    HttpEndpoint open(HttpOptions options) {
        return open(options, Limits.USUAL);
    }

    HttpEndpoint open(HttpOptions options, Limits limits) {
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
        var endpoint = new HttpEndpoint(offer, limits, options);
        opened.add(endpoint);
        return endpoint;
    }

    HttpEndpoint open() {
        return open(HttpOptions.of("127.0.0.1", 0, null));
    }

    static HttpRequest.Builder request(HttpEndpoint server, String... headers) {
        var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + "/mcp"))
                .header("Content-Type", "application/json")
                .header("Accept", "application/json, text/event-stream");
        if (headers.length > 0) request.headers(headers);
        return request;
    }

    HttpResponse<String> post(HttpEndpoint server, String body, String... headers) throws Exception {
        return http.send(
                request(server, headers)
                        .POST(HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                BodyHandlers.ofString());
    }

    String session(HttpEndpoint server) throws Exception {
        return post(server, INITIALIZE).headers().firstValue("Mcp-Session-Id").orElseThrow();
    }
}
