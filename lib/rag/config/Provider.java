package rag.config;

import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * A service that answers by OpenAI's protocol, and what is particular about it: the one table that chat, vision and
 * embedding share.
 *
 * @param name name in {@code provider}
 * @param url its own address; "" where everybody has another
 * @param urlVariables environment variables that may hold the address, first come first
 * @param keyVariables environment variables in which people keep its key; empty where none is needed
 * @param json how it is asked for JSON
 * @param chat model taken when none is named; "" when it writes no texts
 * @param vision model taken when none is named; "" when it sees no images
 * @param embedding model taken when none is named; "" when it embeds nothing
 * @param batch most texts a request for vectors
 */
public record Provider(
        String name,
        String url,
        List<String> urlVariables,
        List<String> keyVariables,
        Json json,
        String chat,
        String vision,
        String embedding,
        int batch) {

    /** What an endpoint knows of JSON; whether it does is seen when it refuses. */
    public enum Json {
        /** A schema that the answer must keep to. */
        SCHEMA,
        /** That the answer is to be an object. */
        OBJECT,
        /** Nothing: the request says it in words. */
        WORDS
    }

    private static final List<Provider> ALL = List.of(
            new Provider(
                    "openai",
                    "https://api.openai.com/v1",
                    List.of("OPENAI_BASE_URL"),
                    List.of("OPENAI_API_KEY"),
                    Json.SCHEMA,
                    "gpt-4.1-mini",
                    "gpt-4.1-mini",
                    "text-embedding-3-small",
                    64),
            new Provider(
                    "azure", // models are called as their deployments are, most often like the model
                    "",
                    List.of("AZURE_OPENAI_ENDPOINT"),
                    List.of("AZURE_OPENAI_API_KEY", "AZURE_OPENAI_KEY"),
                    Json.SCHEMA,
                    "gpt-4.1-mini",
                    "gpt-4.1-mini",
                    "text-embedding-3-small",
                    64),
            new Provider(
                    "deepseek",
                    "https://api.deepseek.com",
                    List.of("DEEPSEEK_BASE_URL"),
                    List.of("DEEPSEEK_API_KEY"),
                    Json.OBJECT,
                    "deepseek-chat",
                    "",
                    "",
                    0),
            new Provider(
                    "kimi", // keys of the Chinese site need base_url https://api.moonshot.cn/v1
                    "https://api.moonshot.ai/v1",
                    List.of("MOONSHOT_BASE_URL"),
                    List.of("MOONSHOT_API_KEY", "KIMI_API_KEY"),
                    Json.OBJECT,
                    "moonshot-v1-auto",
                    "moonshot-v1-32k-vision-preview",
                    "",
                    0),
            new Provider(
                    "siliconflow",
                    "https://api.siliconflow.cn/v1",
                    List.of("SILICONFLOW_BASE_URL"),
                    List.of("SILICONFLOW_API_KEY"),
                    Json.OBJECT,
                    "Qwen/Qwen2.5-7B-Instruct",
                    "",
                    "BAAI/bge-m3",
                    32),
            new Provider(
                    "gemini",
                    "https://generativelanguage.googleapis.com/v1beta/openai",
                    List.of("GEMINI_BASE_URL"),
                    List.of("GEMINI_API_KEY", "GOOGLE_API_KEY"),
                    Json.SCHEMA,
                    "gemini-2.5-flash",
                    "gemini-2.5-flash",
                    "gemini-embedding-001",
                    64),
            new Provider(
                    "ollama",
                    "http://localhost:11434/v1",
                    List.of("OLLAMA_BASE_URL"),
                    List.of(),
                    Json.SCHEMA,
                    "llama3.2",
                    "gemma3",
                    "bge-m3",
                    64));

    public Provider {
        urlVariables = List.copyOf(urlVariables);
        keyVariables = List.copyOf(keyVariables);
    }

    /** The provider called so; for a name that isn't in the table, one with OpenAI's protocol and nothing else known. */
    public static Provider named(String name) {
        for (var provider : ALL) if (provider.name.equals(name)) return provider;
        return new Provider(name, "", List.of(), List.of(ApiKeys.usual(name)), Json.WORDS, "", "", "", 64);
    }

    /** Names of those that have a model of a kind, such as {@code Provider::chat}. */
    public static List<String> with(Function<Provider, String> kind) {
        return ALL.stream()
                .filter(provider -> !kind.apply(provider).isEmpty())
                .map(Provider::name)
                .toList();
    }

    /** Whether it is in the table. */
    static boolean known(String name) {
        return ALL.stream().anyMatch(provider -> provider.name.equals(name));
    }

    /** The variables that hold its key, in words: "MOONSHOT_API_KEY or KIMI_API_KEY". */
    public String keys() {
        return String.join(" or ", keyVariables);
    }

    /** The address that the environment gives; "" when it gives none. */
    String urlIn(Map<String, String> env) {
        return first(urlVariables, env);
    }

    /** The key that the environment gives; "" when it gives none. */
    String keyIn(Map<String, String> env) {
        return first(keyVariables, env);
    }

    private static String first(List<String> names, Map<String, String> env) {
        for (var name : names) {
            var value = env.getOrDefault(name, "").strip();
            if (!value.isEmpty()) return value;
        }
        return "";
    }
}
