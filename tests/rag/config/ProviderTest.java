package rag.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One line of the shipped file changes a provider; the rest follows from the environment. */
class ProviderTest extends WithSettingsFile {

    private static final Map<String, String> ENV = Map.of(
            "OPENAI_API_KEY", "key-openai",
            "AZURE_OPENAI_API_KEY", "key-azure",
            "AZURE_OPENAI_ENDPOINT", "https://ours.example",
            "DEEPSEEK_API_KEY", "key-deepseek",
            "MOONSHOT_API_KEY", "key-kimi",
            "SILICONFLOW_API_KEY", "key-siliconflow",
            "GEMINI_API_KEY", "key-gemini");

    private Settings with(String section, String provider) throws Exception {
        var shipped = Files.readString(Path.of("config/settings.yaml.example"));
        int line = shipped.indexOf("  provider:", shipped.indexOf("\n" + section + ":"));
        int end = shipped.indexOf('\n', line);
        var file = write(shipped.substring(0, line) + "  provider: " + provider + shipped.substring(end));
        return SettingsLoader.load(file, ENV, NONE);
    }

    @ParameterizedTest
    @CsvSource({
        "openai, gpt-4.1-mini, key-openai, ''",
        "azure, gpt-4.1-mini, key-azure, https://ours.example",
        "deepseek, deepseek-chat, key-deepseek, ''",
        "kimi, moonshot-v1-auto, key-kimi, ''",
        "siliconflow, Qwen/Qwen2.5-7B-Instruct, key-siliconflow, ''",
        "gemini, gemini-2.5-flash, key-gemini, ''",
        "ollama, llama3.2, '', ''",
    })
    void chat(String provider, String model, String key, String url) throws Exception {
        var llm = with("llm", provider).llm();
        assertEquals(provider, llm.provider());
        assertEquals(model, llm.model());
        assertEquals(key, llm.apiKey());
        assertEquals(url, llm.baseUrl());
    }

    @ParameterizedTest
    @CsvSource({
        "openai, gpt-4.1-mini, key-openai",
        "azure, gpt-4.1-mini, key-azure",
        "kimi, moonshot-v1-32k-vision-preview, key-kimi",
        "gemini, gemini-2.5-flash, key-gemini",
        "ollama, gemma3, ''",
    })
    void vision(String provider, String model, String key) throws Exception {
        var vision = with("vision_llm", provider).visionLlm();
        assertEquals(model, vision.model());
        assertEquals(key, vision.apiKey());
    }

    @ParameterizedTest
    @CsvSource({
        "local, auto, ''",
        "openai, text-embedding-3-small, key-openai",
        "azure, text-embedding-3-small, key-azure",
        "siliconflow, BAAI/bge-m3, key-siliconflow",
        "gemini, gemini-embedding-001, key-gemini",
        "ollama, bge-m3, ''",
    })
    void embedding(String provider, String model, String key) throws Exception {
        var embedding = with("embedding", provider).embedding();
        assertEquals(model, embedding.model());
        assertEquals(key, embedding.apiKey());
    }

    @Test
    void visionTakesTheEndpointOfTheSameChatProvider() throws Exception {
        var both = write("""
            llm: {provider: openai, base_url: 'http://localhost:8080/v1', api_key: our-own-key}
            vision_llm: {enabled: true, provider: openai, model: seer}
            """);
        var vision = SettingsLoader.load(both, ENV, NONE).visionLlm();
        assertEquals("http://localhost:8080/v1", vision.baseUrl());
        assertEquals("our-own-key", vision.apiKey());
        var other = write("""
            llm: {provider: openai, base_url: 'http://localhost:8080/v1', api_key: our-own-key}
            vision_llm: {enabled: true, provider: gemini}
            """);
        assertEquals("", SettingsLoader.load(other, ENV, NONE).visionLlm().baseUrl());
        assertEquals(
                "key-gemini", SettingsLoader.load(other, ENV, NONE).visionLlm().apiKey());
    }

    @Test
    void keysAreNeverShown() throws Exception {
        var settings = with("llm", "openai");
        assertTrue(settings.toString().contains("openai"));
        for (var shown : new String[] {
            settings.toString(), settings.llm().toString(), settings.visionLlm().toString(), "" + settings.shown()
        }) {
            assertTrue(!shown.contains("key-openai"), shown);
        }
    }

    @ParameterizedTest
    @CsvSource({"lucene, lucene", "pgvector, pgvector", "opensearch, opensearch", "chroma, lucene"})
    void tracesNameTheStoreThatScoresWords(String provider, String words) throws Exception {
        assertEquals(words, with("vector_store", provider).vectorStore().wordsProvider());
    }
}
