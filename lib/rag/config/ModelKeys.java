package rag.config;

import static rag.config.Setting.Type.BOOLEAN;
import static rag.config.Setting.Type.SECRET;
import static rag.config.Setting.Type.TEXT;
import static rag.config.Setting.number;
import static rag.config.Setting.value;
import static rag.config.Setting.whole;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** The part of {@link SettingsSchema} that names models, each at a provider: who writes, looks at images and embeds. */
final class ModelKeys {

    private static final String STREAM = "read answers while they are written: for what closes silent connections";

    private ModelKeys() {}

    static List<Setting> all() {
        var keys = new ArrayList<Setting>();
        llm(keys);
        vision(keys);
        embedding(keys);
        return keys;
    }

    private static void llm(List<Setting> keys) {
        keys.add(provider(
                "llm.provider", "none", Provider::chat, "rag.llm.ChatProvider", "who writes and judges texts"));
        keys.add(value(TEXT, "llm.model", "", "its name at the provider; azure: the deployment's"));
        keys.addAll(endpoint("llm"));
        keys.add(number("llm.temperature", 0.0, 0, 2, "0 gives the same answer each time"));
        keys.add(whole("llm.max_tokens", 4096, 1, 1_000_000, "most tokens of an answer"));
        keys.addAll(patience("llm"));
        keys.add(value(BOOLEAN, "llm.stream", false, STREAM));
        keys.add(whole("llm.concurrency", 4, 1, 256, "requests at once"));
        keys.add(whole("llm.requests_per_minute", null, 1, 100_000, "most of them; else no bound"));
        keys.add(number("llm.input_price", 0.0, 0, 10_000, "a million tokens sent; for the cost in traces"));
        keys.add(number("llm.output_price", 0.0, 0, 10_000, "a million tokens received"));
    }

    private static void vision(List<Setting> keys) {
        keys.add(value(BOOLEAN, "vision_llm.enabled", false, "caption images"));
        keys.add(provider(
                "vision_llm.provider", "none", Provider::vision, "rag.llm.VisionProvider", "who looks at images"));
        keys.add(value(TEXT, "vision_llm.model", "", "its name at the provider; azure: the deployment's"));
        keys.addAll(endpoint("vision_llm"));
        keys.add(whole("vision_llm.max_image_size", 2048, 64, 8192, "longest side in pixels; larger is scaled down"));
        keys.addAll(patience("vision_llm"));
        keys.add(value(BOOLEAN, "vision_llm.stream", false, STREAM));
        keys.add(whole("vision_llm.concurrency", 2, 1, 256, "requests at once"));
        keys.add(whole("vision_llm.max_calls", 200, 0, 1_000_000, "images a run may ask about"));
        keys.add(value(TEXT, "vision_llm.prompt", "", "file with instructions; else those built in"));
    }

    private static void embedding(List<Setting> keys) {
        keys.add(provider(
                "embedding.provider",
                "local",
                Provider::embedding,
                "rag.embed.EmbedderProvider",
                "local needs no key; openai is any endpoint of that kind"));
        keys.add(value(
                TEXT,
                "embedding.model",
                "auto",
                "auto: local by the collection's language, others their usual one; local also a folder, or a name at"
                        + " the hub"));
        keys.addAll(endpoint("embedding"));
        keys.add(whole("embedding.dimensions", null, 1, 4096, "length of the vectors; else the model's own"));
        keys.add(whole("embedding.batch_size", null, 1, 2048, "texts a request; else the provider's limit"));
        keys.add(value(TEXT, "embedding.query_prefix", "", "put before a question; else the model's own"));
        keys.add(value(TEXT, "embedding.document_prefix", "", "put before a passage; else the model's own"));
        keys.add(value(
                TEXT, "embedding.hub", "", "where local fetches models by name; else $HF_ENDPOINT, else Hugging Face"));
        keys.addAll(patience("embedding"));
    }

    /** A choice among the fallback, the providers that have a model of this kind, and those that jars add. */
    private static Setting provider(
            String key, String fallback, Function<Provider, String> kind, String plugins, String doc) {
        var names = new ArrayList<>(List.of(fallback));
        names.addAll(Provider.with(kind));
        return Setting.open(key, fallback, names, plugins, doc);
    }

    private static List<Setting> endpoint(String section) {
        return List.of(
                value(TEXT, section + ".base_url", "", "endpoint, where it isn't the provider's own"),
                value(SECRET, section + ".api_key", "", "best as ${VAR}; else the provider's usual variable"),
                value(TEXT, section + ".api_version", "2024-10-21", "azure only"));
    }

    private static List<Setting> patience(String section) {
        return List.of(
                whole(section + ".timeout_s", 30, 1, 3600, "seconds to wait for an answer, all attempts together"),
                whole(section + ".retries", 2, 0, 10, "further attempts after an error that may pass"));
    }
}
