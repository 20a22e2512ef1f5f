package rag.config;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/** What settings must fulfil together. */
final class SettingsRules {

    private SettingsRules() {}

    /** @param mistake takes the key to mend, and what is wrong */
    static void check(Map<String, Object> values, BiConsumer<String, String> mistake) {
        int size = (Integer) values.get("ingestion.chunk_size");
        int overlap = (Integer) values.get("ingestion.chunk_overlap");
        if (overlap > size / 2) {
            mistake.accept(
                    "ingestion.chunk_overlap",
                    "must be at most half of chunk_size, %d, not %d".formatted(size / 2, overlap));
        }
        routes(values, mistake);
        var llm = values.get("llm.provider");
        for (var key : List.of("ingestion.chunk_refiner.use_llm", "ingestion.metadata_enricher.use_llm")) {
            if (values.get(key).equals(true) && llm.equals("none")) {
                mistake.accept(key, "needs a model, but llm.provider is none");
            }
        }
        for (var section : List.of("vision_llm", "rerank")) {
            var provider = section + ".provider";
            if (values.get(section + ".enabled").equals(true) && values.get(provider).equals("none")) {
                mistake.accept(section + ".enabled", "is true, but " + provider + " is none");
            }
        }
        if (values.get("embedding.provider").equals("openai")) remote(values, mistake);
        for (var key : List.of("llm.base_url", "embedding.base_url", "observability.otlp_endpoint")) {
            var url = (String) values.get(key);
            if (!url.isEmpty() && !http(url)) {
                mistake.accept(key, "must be an address such as http://localhost:8080/v1");
            }
        }
    }

    private static void routes(Map<String, Object> values, BiConsumer<String, String> mistake) {
        boolean dense = values.get("retrieval.enable_dense").equals(true);
        boolean sparse = values.get("retrieval.enable_sparse").equals(true);
        var mode = values.get("retrieval.mode");
        if (!dense && !sparse) {
            mistake.accept("retrieval.enable_sparse", "is false, and so is enable_dense: nothing is left to search with");
        } else if (mode.equals("dense") && !dense || mode.equals("sparse") && !sparse) {
            mistake.accept("retrieval.mode", "is " + mode + ", but enable_" + mode + " is false");
        }
        if (values.get("retrieval.dense_weight").equals(0.0) && values.get("retrieval.sparse_weight").equals(0.0)) {
            mistake.accept("retrieval.dense_weight", "is 0, and so is sparse_weight; one of them must weigh something");
        }
    }

    private static void remote(Map<String, Object> values, BiConsumer<String, String> mistake) {
        if (values.get("embedding.model").equals("auto")) {
            mistake.accept(
                    "embedding.model",
                    "must be named for the provider openai, such as text-embedding-3-small; auto is for local");
        }
        if (values.get("embedding.api_key").equals("") && values.get("embedding.base_url").equals("")) {
            mistake.accept(
                    "embedding.api_key",
                    "is missing: set the variable " + ApiKeys.variable("openai")
                            + " (an endpoint of your own goes into embedding.base_url)");
        }
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
