package rag.llm;

import static java.util.stream.Collectors.toSet;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import rag.config.Settings;
import rag.config.SettingsLoader;
import rag.embed.Embedders;
import rag.rerank.Judged;
import rag.rerank.Listed;
import rag.rerank.NoModels;
import rag.rerank.Rerankers;

/**
 * A real server that speaks OpenAI's protocol: llama.cpp's. It is started as {@code $LLAMA_SERVER}, a command with its
 * arguments parted by blanks, else as {@code llama-server} of the path.
 */
@Tag("process")
@Timeout(60)
class LlamaServerTest {

    private static final Map<String, Object> YES_OR_NO = Map.of(
            "type",
            "object",
            "properties",
            Map.of("answer", Map.of("type", "string", "enum", List.of("yes", "no"))),
            "required",
            List.of("answer"),
            "additionalProperties",
            false);

    @TempDir
    Path folder;

    private Process server;
    private String url = "";

    private static List<String> command() {
        var named = System.getenv("LLAMA_SERVER");
        if (named != null && !named.isBlank()) return Arrays.asList(named.split(" "));
        for (var place : System.getenv("PATH").split(":")) {
            if (Files.isExecutable(Path.of(place, "llama-server"))) return List.of("llama-server");
        }
        return List.of();
    }

    private void start(String... arguments) throws Exception {
        var command = new ArrayList<>(command());
        assumeTrue(!command.isEmpty(), "llama-server is not here: install llama.cpp or set LLAMA_SERVER");
        int port;
        try (var free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        var model = TinyLlama.write(folder.resolve("tiny.gguf"));
        command.addAll(List.of("-m", model.toString(), "--host", "127.0.0.1", "--port", "" + port, "-c", "2048"));
        command.addAll(List.of(arguments));
        server = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("server.log").toFile())
                .start();
        url = "http://127.0.0.1:" + port + "/v1";
        while (!healthy("http://127.0.0.1:" + port + "/health")) {
            assertTrue(server.isAlive(), () -> log());
            Thread.sleep(100);
        }
    }

    private String log() {
        try {
            return Files.readString(folder.resolve("server.log"));
        } catch (IOException e) {
            return e.toString();
        }
    }

    private static boolean healthy(String address) throws InterruptedException {
        try (var client = HttpClient.newHttpClient()) {
            var request = HttpRequest.newBuilder(URI.create(address)).build();
            return client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode() == 200;
        } catch (IOException e) {
            return false;
        }
    }

    @AfterEach
    void stop() throws InterruptedException {
        if (server != null) server.destroyForcibly().waitFor();
    }

    private ChatModel chat(boolean stream) {
        return ChatModels.open(new Settings.Llm("openai", "tiny", url, "", "", 0, 64, 20, 0, stream, 2, null, 0, 0))
                .orElseThrow();
    }

    @Test
    void anAnswerKeepsToItsSchemaAndIsCounted() throws Exception {
        start();
        try (var model = chat(false)) {
            var answer = model.ask(new ChatRequest("Judge.", "Is the sea deep?", YES_OR_NO, 0));
            var said = JsonAnswer.object(answer.text()).path("answer").asText();
            assertTrue(List.of("yes", "no").contains(said), answer.text());
            assertTrue(answer.promptTokens() > 10 && answer.completionTokens() > 5, "" + answer);
        }
    }

    /** Its words come as the model makes them, the count behind them, and what it says is what it says whole. */
    @Test
    void anAnswerReadWhileItIsWrittenIsTheSame() throws Exception {
        start();
        var request = new ChatRequest("Judge.", "Is the sea deep?", YES_OR_NO, 0);
        try (var whole = chat(false);
                var streamed = chat(true)) {
            var answer = streamed.ask(request);
            assertTrue(List.of("yes", "no")
                    .contains(JsonAnswer.object(answer.text()).path("answer").asText()));
            var same = whole.ask(request);
            assertEquals(same.text(), answer.text());
            assertEquals(same.promptTokens(), answer.promptTokens());
            assertEquals(same.completionTokens(), answer.completionTokens());
            assertTrue(answer.firstMs() >= 0 && same.firstMs() < 0);
            var cut = assertThrows(ModelException.class, () -> streamed.ask(new ChatRequest("", "Tell.", null, 4)));
            assertTrue(("" + cut.getMessage()).contains("was cut at the 4 tokens"), "" + cut.getMessage());
            var longer = ChatRequest.prose("", "word ".repeat(3000));
            var refused = assertThrows(ModelException.class, () -> streamed.ask(longer));
            assertTrue(("" + refused.getMessage()).contains("refused the request"), "" + refused.getMessage());
        }
    }

    @Test
    void proseThatFindsNoEndIsRefusedAndARequestTooLongForTheModelToo() throws Exception {
        start();
        try (var model = chat(false)) {
            var cut = assertThrows(ModelException.class, () -> model.ask(new ChatRequest("", "Tell.", null, 4)));
            assertTrue(("" + cut.getMessage()).contains("was cut at the 4 tokens"), "" + cut.getMessage());
            var longer = ChatRequest.prose("", "word ".repeat(3000));
            var refused = assertThrows(ModelException.class, () -> model.ask(longer));
            assertTrue(("" + refused.getMessage()).contains("refused the request"), "" + refused.getMessage());
        }
    }

    @Test
    void textsGetVectorsInTheirOrder() throws Exception {
        start("--embeddings", "--pooling", "mean");
        var settings = new Settings.Embedding("openai", "tiny", url, "", "", null, null, "", "", "", 20, 0);
        try (var embedder = Embedders.open(settings, folder)) {
            assertEquals(32, embedder.model().dimension());
            var both = embedder.documents(List.of("the pump", "a dome"));
            assertArrayEquals(both.get(0), embedder.query("the pump"), 1e-4f);
            assertArrayEquals(both.get(1), embedder.query("a dome"), 1e-4f);
            assertFalse(Arrays.equals(both.get(0), both.get(1)));
        }
    }

    /** The model has no head for it, so that its scores mean nothing and may differ between two requests. */
    @Test
    void passagesAreJudgedWithoutAKey() throws Exception {
        start("--reranking");
        var given = Map.of("rerank.provider", "endpoint", "rerank.base_url", url);
        var settings = SettingsLoader.load(null, Map.of(), given).rerank();
        try (var reranker = Rerankers.open(settings, new NoModels())) {
            var listed = Stream.of("a", "b", "c")
                    .map(id -> new Listed(id, "passage " + id, 1))
                    .toList();
            var first = reranker.judge("why?", listed).scores();
            assertEquals(
                    Set.of("a", "b", "c"), first.stream().map(Judged.Score::id).collect(toSet()));
            assertTrue(first.stream().allMatch(score -> Double.isFinite(score.score())), "" + first);
        }
    }
}
