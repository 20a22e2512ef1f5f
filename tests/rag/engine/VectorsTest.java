package rag.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rag.config.Json;
import rag.config.Settings;
import rag.embed.Embedders;
import rag.embed.PartlyEmbedded;
import rag.model.Fingerprint;
import rag.store.EmbeddingCache;

class VectorsTest {

    /** Takes no text that contains "bad". */
    private static HttpServer service(List<String> asked) throws Exception {
        var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            var texts = Json.tree(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8))
                    .path("input");
            boolean bad = texts.toString().contains("bad");
            if (!bad) texts.forEach(text -> asked.add(text.asText()));
            var items = IntStream.range(0, texts.size())
                    .mapToObj(i -> "{\"object\":\"embedding\",\"index\":" + i + ",\"embedding\":[1,2]}")
                    .collect(Collectors.joining(","));
            var body = (bad
                            ? "{\"error\":{\"message\":\"too long\"}}"
                            : "{\"object\":\"list\",\"model\":\"m\",\"data\":[" + items
                                    + "],\"usage\":{\"prompt_tokens\":1,\"total_tokens\":1}}")
                    .getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.sendResponseHeaders(bad ? 400 : 200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        return server;
    }

    @Test
    void whatAServiceTookIsNotPaidForAgainWhenItRefusedAnother(@TempDir Path data) throws Exception {
        var asked = new java.util.concurrent.CopyOnWriteArrayList<String>();
        var server = service(asked);
        var url = "http://127.0.0.1:" + server.getAddress().getPort() + "/v1";
        var settings = new Settings.Embedding("openai", "m", url, "", "", 2, null, "", "", "", 10, 0);
        try (var embedder = Embedders.open(settings, data);
                var cache = EmbeddingCache.open(data)) {
            var vectors = new Vectors(embedder, cache, new Fingerprint("openai", "m", "", 2, "", "", "1", "auto"));
            assertThrows(PartlyEmbedded.class, () -> vectors.of(List.of("one", "bad", "two")));
            assertEquals(List.of("one", "two"), asked.stream().sorted().toList());
            assertEquals(2, vectors.of(List.of("one", "two")).cached());
            assertEquals(2, asked.size());
            assertTrue(vectors.of(List.of("one", "three")).cached() == 1 && asked.size() == 3, "" + asked);
        } finally {
            server.stop(0);
        }
    }
}
