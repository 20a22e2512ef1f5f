package rag.config;

import java.util.Locale;

/** Environment variables in which people keep their keys. */
public final class ApiKeys {

    private ApiKeys() {}

    /** The variable a provider's own tools read: "OPENAI_API_KEY". */
    public static String variable(String provider) {
        var known = Provider.named(provider).keyVariables();
        return known.isEmpty() ? usual(provider) : known.getFirst();
    }

    /** The variable that holds the key of a reranking service. */
    public static String reranker(String provider) {
        return provider.equals("endpoint") ? "RERANK_API_KEY" : variable(provider);
    }

    static String usual(String provider) {
        return provider.toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]+", "_") + "_API_KEY";
    }
}
