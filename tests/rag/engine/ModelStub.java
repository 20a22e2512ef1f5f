package rag.engine;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.function.Function;
import rag.config.Json;

/** A chat endpoint on this machine whose answers a test works out from the request. */
final class ModelStub implements AutoCloseable {

    private final HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    private final List<JsonNode> requests = new CopyOnWriteArrayList<>();

    /** @param answer text of the answer; it may take its time */
    ModelStub(Function<JsonNode, String> answer) throws IOException {
        server.createContext("/", exchange -> {
            var request = Json.tree(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            requests.add(request);
            var message = Map.of("role", "assistant", "content", answer.apply(request));
            var body = Json.line(Map.of(
                            "choices", List.of(Map.of("index", 0, "finish_reason", "stop", "message", message)),
                            "usage", Map.of("prompt_tokens", 100, "completion_tokens", 50, "total_tokens", 150)))
                    .getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, body.length);
            try (var out = exchange.getResponseBody()) {
                out.write(body);
            }
        });
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.start();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/v1";
    }

    List<JsonNode> requests() {
        return requests;
    }

    static String system(JsonNode request) {
        return request.at("/messages/0/content").asText();
    }

    /** What stands between the marks of a request: the document's text. */
    static String fenced(JsonNode request) {
        var user = request.at("/messages/1/content").asText();
        return user.substring(user.indexOf('\n') + 1, user.lastIndexOf('\n'));
    }

    static boolean wantsJson(JsonNode request) {
        return request.has("response_format");
    }

    static void sleep(long ms) {
        try {
            Thread.sleep(ms);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
