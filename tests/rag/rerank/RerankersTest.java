package rag.rerank;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rag.config.Resources;
import rag.config.Settings;
import rag.config.SettingsLoader;
import rag.llm.ChatAnswer;
import rag.llm.ChatModel;
import rag.llm.ChatRequest;
import rag.model.Failure;
import rag.model.TokenVectors;

class RerankersTest {

    /** Models that are there and never asked. */
    private static final Models MODELS = new Models() {

        @Override
        public ChatModel chat() {
            return new ChatModel() {

                @Override
                public String name() {
                    return "ollama/small";
                }

                @Override
                public ChatAnswer ask(ChatRequest request) {
                    throw new AssertionError("not asked");
                }
            };
        }

        @Override
        public Pairs crossEncoder(String model) {
            return new Pairs() {

                @Override
                public List<Pair> scores(String question, List<String> passages) {
                    throw new AssertionError("not asked");
                }

                @Override
                public void close() {}
            };
        }

        @Override
        public Tokens tokens() {
            return new Tokens() {

                @Override
                public String model() {
                    return "bge";
                }

                @Override
                public TokenVectors question(String text) {
                    throw new AssertionError("not asked");
                }

                @Override
                public List<TokenVectors> passages(List<String> texts) {
                    throw new AssertionError("not asked");
                }
            };
        }
    };

    @TempDir
    private Path folder;

    private Settings changed(String from, String to) throws IOException {
        var example = Resources.text("settings.yaml.example");
        int section = example.indexOf("\nrerank:\n");
        var changed = example.substring(0, section)
                + example.substring(section).replaceFirst("(?m)^ +%s:.*$".formatted(from), "  " + from + ": " + to);
        var file = Files.writeString(folder.resolve("s.yaml"), changed);
        return SettingsLoader.load(
                file,
                Map.of("COHERE_API_KEY", "key-0123456789", "RERANK_BASE_URL", "http://localhost:8012/v1"),
                Map.of());
    }

    @ParameterizedTest
    @CsvSource({
        "llm, llm/ollama/small",
        "cross_encoder, cross_encoder/cross-encoder/ms-marco-MiniLM-L6-v2",
        "cohere, cohere/rerank-v3.5",
        "endpoint, endpoint/localhost:8012",
        "late_interaction, late_interaction/bge",
    })
    void anotherProviderIsOneLineOfTheExampleFile(String provider, String name) throws IOException {
        var settings = changed("provider", provider);
        try (var reranker = Rerankers.open(settings.rerank(), MODELS)) {
            assertEquals(name, reranker.name());
        }
    }

    @Test
    void aModelOfTheProviderIsOneLineToo() throws IOException {
        assertEquals("own", changed("model", "own").rerank().model());
    }

    @Test
    void aKeyComesFromTheEnvironmentByEitherName() {
        var given = Map.of("rerank.provider", "cohere", "rerank.enabled", "true");

        assertEquals(
                "key-one",
                SettingsLoader.load(null, Map.of("COHERE_API_KEY", "key-one"), given)
                        .rerank()
                        .apiKey());
        assertEquals(
                "key-two",
                SettingsLoader.load(null, Map.of("CO_API_KEY", "key-two"), given)
                        .rerank()
                        .apiKey());
    }

    @Test
    void aPromptOfOnesOwnReplacesTheOneThatShips() throws IOException {
        var prompt = Files.writeString(folder.resolve("mine.txt"), "Grade as I say.");

        assertEquals(
                "Grade as I say.",
                RerankPrompt.of(changed("prompt", prompt.toString()).rerank()).instructions());
        var settings = changed("prompt", folder.resolve("none.txt").toString()).rerank();
        var failure = assertThrows(Failure.class, () -> RerankPrompt.of(settings));
        assertTrue(failure.getMessage().contains("rerank.prompt"), failure.getMessage());
    }
}
