package rag.embed;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import rag.config.Json;
import rag.config.Settings;

/** An embeddings endpoint on this machine that answers as a test wants, and keeps what it was asked. */
final class EmbeddingStub implements AutoCloseable {

    /** @param body null breaks the connection off in the middle of the answer, HANG never answers */
    record Reply(int status, String body, Map<String, String> headers) {
        static final String HANG = "(hang)";

        static Reply ok(String body) {
            return new Reply(200, body, Map.of());
        }

        static Reply error(int status, String message) {
            return new Reply(status, Json.line(Map.of("error", Map.of("message", message))), Map.of());
        }
    }

    interface Behaviour {
        Reply to(List<String> texts, int request);
    }

    static final String KEY = "sk-very-secret-key-0123456789";

    private final HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    private final List<JsonNode> requests = new CopyOnWriteArrayList<>();
    private final List<String> keys = new CopyOnWriteArrayList<>();
    private final Behaviour behaviour;

    EmbeddingStub(Behaviour behaviour) throws IOException {
        this.behaviour = behaviour;
        server.createContext("/v1/embeddings", this::answer);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.start();
    }

    Embedder open() {
        return open(null, null, 20, 2);
    }

    Embedder open(@Nullable Integer dimensions, @Nullable Integer batchSize, int timeoutS, int retries) {
        return Embedders.open(
                new Settings.Embedding(
                        "openai", "some-model", url(), KEY, "", dimensions, batchSize, timeoutS, retries),
                Path.of("unused"));
    }

    /** Texts of 1 to {@code count} letters. */
    static List<String> texts(int count) {
        return IntStream.rangeClosed(1, count).mapToObj("x"::repeat).toList();
    }

    /** What a right answer holds for a text, at unit length. */
    static float[] expected(String text) {
        double norm = Math.sqrt((double) text.length() * text.length() + 5);
        return new float[] {(float) (text.length() / norm), (float) (1 / norm), (float) (2 / norm)};
    }

    static void assertVectors(List<String> texts, List<float[]> vectors) {
        assertEquals(texts.size(), vectors.size());
        for (int i = 0; i < texts.size(); i++) {
            assertArrayEquals(expected(texts.get(i)), vectors.get(i), 1e-6f, "text " + i);
        }
    }

    /** A right answer: each text has the vector (its length, 1, 2). */
    static Reply right(List<String> texts) {
        return vectors(texts.stream().map(text -> "[" + text.length() + ",1,2]").toList());
    }

    /** An answer with these vectors, as JSON, in their order. */
    static Reply vectors(List<String> vectors) {
        var data = new ArrayList<String>();
        for (int i = 0; i < vectors.size(); i++) data.add(item(i, vectors.get(i)));
        return list(data);
    }

    static String item(int index, String vector) {
        return "{\"object\":\"embedding\",\"index\":" + index + ",\"embedding\":" + vector + "}";
    }

    static Reply list(List<String> items) {
        return Reply.ok(
                "{\"object\":\"list\",\"model\":\"m\",\"usage\":{\"prompt_tokens\":1,\"total_tokens\":1},\"data\":"
                        + items.stream().collect(Collectors.joining(",", "[", "]")) + "}");
    }

    private String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/v1";
    }

    List<JsonNode> requests() {
        return requests;
    }

    /** How many texts each request had. */
    List<Integer> sizes() {
        return requests.stream().map(request -> request.path("input").size()).toList();
    }

    List<String> keys() {
        return keys;
    }

    private void answer(HttpExchange exchange) throws IOException {
        var request = Json.tree(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
        requests.add(request);
        keys.add(exchange.getRequestHeaders().getFirst("Authorization"));
        var texts = new ArrayList<String>();
        request.path("input").forEach(text -> texts.add(text.asText()));
        var reply = behaviour.to(texts, requests.size());
        if (Reply.HANG.equals(reply.body)) return;
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        reply.headers.forEach(exchange.getResponseHeaders()::set);
        var bytes =
                (reply.body == null ? "{\"object\":\"list\",\"data\":[{" : reply.body).getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(
                reply.status, reply.body == null ? bytes.length + 500 : bytes.length == 0 ? -1 : bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.getResponseBody().flush();
        exchange.close();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
