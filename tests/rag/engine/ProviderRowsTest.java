package rag.engine;

import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.okJson;
import static com.github.tomakehurst.wiremock.core.WireMockConfiguration.wireMockConfig;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.github.tomakehurst.wiremock.WireMockServer;
import com.github.tomakehurst.wiremock.verification.LoggedRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rag.config.Json;
import rag.config.Settings;
import rag.config.SettingsLoader;
import rag.embed.Embedders;
import rag.llm.ChatModels;
import rag.llm.ChatRequest;
import rag.llm.VisionModels;
import rag.llm.VisionRequest;
import rag.rerank.Judged;
import rag.rerank.Listed;
import rag.rerank.NoModels;
import rag.rerank.Rerankers;

/**
 * One line of the shipped settings file changes a provider, and a request arrives where and as that provider wants it.
 * Its address comes from the environment here, as everywhere.
 */
@Timeout(30)
class ProviderRowsTest {

    private static final WireMockServer SERVER =
            new WireMockServer(wireMockConfig().dynamicPort().bindAddress("127.0.0.1"));

    @TempDir
    Path folder;

    @BeforeAll
    static void start() {
        SERVER.start();
    }

    @AfterAll
    static void stop() {
        SERVER.stop();
    }

    @BeforeEach
    void forget() {
        SERVER.resetAll();
    }

    private Settings with(String section, String provider) throws Exception {
        var env = new HashMap<String, String>();
        for (var name : new String[] {
            "OPENAI", "AZURE_OPENAI", "DEEPSEEK", "MOONSHOT", "SILICONFLOW", "GEMINI", "OLLAMA", "RERANK"
        }) {
            env.put(name + "_API_KEY", "key-of-" + name.toLowerCase(java.util.Locale.ROOT));
            env.put(name + "_BASE_URL", SERVER.baseUrl() + "/v1");
        }
        env.put("AZURE_OPENAI_ENDPOINT", SERVER.baseUrl());
        env.put("COHERE_API_KEY", "key-of-cohere");
        var shipped = Files.readString(Path.of("config/settings.yaml.example"));
        int line = shipped.indexOf("  provider:", shipped.indexOf("\n" + section + ":"));
        var yaml =
                shipped.substring(0, line) + "  provider: " + provider + shipped.substring(shipped.indexOf('\n', line));
        if (provider.equals("cohere")) // no variable holds its address
        yaml = yaml.replaceFirst("(?m)(^rerank:(?s:.*?)^  base_url:).*$", "$1 " + SERVER.baseUrl());
        if (section.equals("vision_llm"))
            yaml = yaml.replace("enabled: false                      # caption", "enabled: true # caption");
        return SettingsLoader.load(Files.writeString(folder.resolve("settings.yaml"), yaml), env, Map.of());
    }

    private static void answers(String body) {
        SERVER.stubFor(any(anyUrl()).willReturn(okJson(body)));
    }

    private static void arrived(String path, String key, String model) throws Exception {
        assertEquals(1, SERVER.getAllServeEvents().size());
        var request =
                LoggedRequest.createFrom(SERVER.getAllServeEvents().getFirst().getRequest());
        assertEquals(path, request.getUrl());
        if (path.startsWith("/openai")) assertEquals(key, request.getHeader("api-key"));
        else assertEquals("Bearer " + key, request.getHeader("Authorization"));
        assertEquals(model, Json.tree(request.getBodyAsString()).path("model").asText());
    }

    private static final String CHAT =
            "{\"choices\":[{\"index\":0,\"finish_reason\":\"stop\",\"message\":{\"role\":\"assistant\",\"content\":\"yes\"}}]}";

    @ParameterizedTest
    @CsvSource({
        "openai, /v1/chat/completions, key-of-openai, gpt-4.1-mini",
        "azure, /openai/deployments/gpt-4.1-mini/chat/completions?api-version=2024-10-21, key-of-azure_openai,"
                + " gpt-4.1-mini",
        "deepseek, /v1/chat/completions, key-of-deepseek, deepseek-chat",
        "kimi, /v1/chat/completions, key-of-moonshot, moonshot-v1-auto",
        "siliconflow, /v1/chat/completions, key-of-siliconflow, Qwen/Qwen2.5-7B-Instruct",
        "gemini, /v1/chat/completions, key-of-gemini, gemini-2.5-flash",
        "ollama, /v1/chat/completions, none, llama3.2",
    })
    void chat(String provider, String path, String key, String model) throws Exception {
        answers(CHAT);
        try (var chat = ChatModels.open(with("llm", provider).llm()).orElseThrow()) {
            assertEquals("yes", chat.ask(ChatRequest.prose("", "Is it?")).text());
        }
        arrived(path, key, model);
    }

    @ParameterizedTest
    @CsvSource({
        "openai, /v1/chat/completions, key-of-openai, gpt-4.1-mini",
        "azure, /openai/deployments/gpt-4.1-mini/chat/completions?api-version=2024-10-21, key-of-azure_openai,"
                + " gpt-4.1-mini",
        "kimi, /v1/chat/completions, key-of-moonshot, moonshot-v1-32k-vision-preview",
        "gemini, /v1/chat/completions, key-of-gemini, gemini-2.5-flash",
        "ollama, /v1/chat/completions, none, gemma3",
    })
    void vision(String provider, String path, String key, String model) throws Exception {
        answers(CHAT);
        try (var vision =
                VisionModels.open(with("vision_llm", provider).visionLlm()).orElseThrow()) {
            assertEquals(
                    "yes",
                    vision.ask(new VisionRequest("", "What?", new byte[] {1}, "png", 9))
                            .text());
        }
        arrived(path, key, model);
    }

    @ParameterizedTest
    @CsvSource({
        "openai, /v1/embeddings, key-of-openai, text-embedding-3-small, 1536",
        "azure, /openai/deployments/text-embedding-3-small/embeddings?api-version=2024-10-21, key-of-azure_openai,"
                + " text-embedding-3-small, 1536",
        "siliconflow, /v1/embeddings, key-of-siliconflow, BAAI/bge-m3, 1024",
        "gemini, /v1/embeddings, key-of-gemini, gemini-embedding-001, 3072",
        "ollama, /v1/embeddings, none, bge-m3, 1024",
    })
    void embedding(String provider, String path, String key, String model, int dimension) throws Exception {
        var vector = new double[dimension];
        vector[1] = 2;
        // Gemini leaves out an index of 0
        answers("{\"object\":\"list\",\"data\":[{\"object\":\"embedding\",\"embedding\":" + Json.line(vector) + "}]}");
        try (var embedder = Embedders.open(with("embedding", provider).embedding(), folder)) {
            var expected = new float[dimension];
            expected[1] = 1;
            assertEquals(provider, embedder.model().provider());
            assertArrayEquals(expected, embedder.query("x"), 1e-6f);
        }
        arrived(path, key, model);
    }

    /** Those that work in this process are opened by other tests. */
    @ParameterizedTest
    @CsvSource({"cohere, /v2/rerank, key-of-cohere, rerank-v3.5", "endpoint, /v1/rerank, key-of-rerank, ''"})
    void rerank(String provider, String path, String key, String model) throws Exception {
        answers("{\"results\": [{\"index\": 1, \"relevance_score\": 0.9}]}");
        try (var reranker = Rerankers.open(with("rerank", provider).rerank(), new NoModels())) {
            var listed = List.of(new Listed("a", "one", 1), new Listed("b", "two", 0.5));
            assertEquals(
                    List.of(new Judged.Score("b", 0.9)),
                    reranker.judge("why?", listed).scores());
        }
        arrived(path, key, model);
    }
}
