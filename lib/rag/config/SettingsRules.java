package rag.config;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BiConsumer;
import rag.model.Mode;

/** What settings must fulfil together. */
final class SettingsRules {

    private SettingsRules() {}

    /** @param mistake takes the key to mend, and what is wrong */
    static void check(Settings settings, BiConsumer<String, String> mistake) {
        var ingestion = settings.ingestion();
        int most = ingestion.chunkSize() / 2;
        if (ingestion.chunkOverlap() > most) {
            mistake.accept(
                    "ingestion.chunk_overlap",
                    "must be at most half of chunk_size, %d, not %d".formatted(most, ingestion.chunkOverlap()));
        }
        routes(settings.retrieval(), mistake);
        models(settings, mistake);
        if (settings.embedding().provider().equals("openai")) remote(settings.embedding(), mistake);
        for (var root : settings.mcp().roots()) {
            if (Path.of(root).isAbsolute()) continue;
            mistake.accept("mcp.roots", "must be absolute, since a client starts the server anywhere, not " + root);
        }
        address("llm.base_url", settings.llm().baseUrl(), mistake);
        address("embedding.base_url", settings.embedding().baseUrl(), mistake);
        address("observability.otlp_endpoint", settings.observability().otlpEndpoint(), mistake);
    }

    private static void routes(Settings.Retrieval retrieval, BiConsumer<String, String> mistake) {
        boolean dense = retrieval.enableDense(), sparse = retrieval.enableSparse();
        var mode = retrieval.mode();
        if (!dense && !sparse) {
            mistake.accept(
                    "retrieval.enable_sparse", "is false, and so is enable_dense: nothing is left to search with");
        } else if (mode == Mode.DENSE && !dense || mode == Mode.SPARSE && !sparse) {
            mistake.accept("retrieval.mode", "is %1$s, but enable_%1$s is false".formatted(mode.key()));
        }
        if (retrieval.denseWeight() == 0 && retrieval.sparseWeight() == 0) {
            mistake.accept("retrieval.dense_weight", "is 0, and so is sparse_weight; one of them must weigh something");
        }
    }

    /** What needs a model says so when there is none. */
    private static void models(Settings settings, BiConsumer<String, String> mistake) {
        if (settings.llm().provider().equals("none")) {
            var mend = "needs a model, but llm.provider is none";
            var ingestion = settings.ingestion();
            if (ingestion.chunkRefiner().useLlm()) mistake.accept("ingestion.chunk_refiner.use_llm", mend);
            if (ingestion.metadataEnricher().useLlm()) mistake.accept("ingestion.metadata_enricher.use_llm", mend);
        }
        if (settings.visionLlm().enabled() && settings.visionLlm().provider().equals("none")) {
            mistake.accept("vision_llm.enabled", "is true, but vision_llm.provider is none");
        }
        if (settings.rerank().enabled() && settings.rerank().provider().equals("none")) {
            mistake.accept("rerank.enabled", "is true, but rerank.provider is none");
        }
    }

    private static void remote(Settings.Embedding embedding, BiConsumer<String, String> mistake) {
        if (embedding.model().equals("auto")) {
            mistake.accept(
                    "embedding.model",
                    "must be named for the provider openai, such as text-embedding-3-small; auto is for local");
        }
        if (embedding.apiKey().isEmpty() && embedding.baseUrl().isEmpty()) {
            mistake.accept(
                    "embedding.api_key",
                    "is missing: set the variable " + ApiKeys.variable("openai")
                            + " (an endpoint of your own goes into embedding.base_url)");
        }
    }

    private static void address(String key, String url, BiConsumer<String, String> mistake) {
        if (!url.isEmpty() && !http(url)) mistake.accept(key, "must be an address such as http://localhost:8080/v1");
    }

    private static boolean http(String url) {
        try {
            var uri = new URI(url);
            return List.of("http", "https").contains("" + uri.getScheme()) && uri.getHost() != null;
        } catch (URISyntaxException e) {
            return false;
        }
    }
}
