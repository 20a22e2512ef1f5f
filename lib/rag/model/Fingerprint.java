package rag.model;

/**
 * What a collection was built with. Vectors of two models never mix: another embedding part is refused, another
 * splitter part is only said.
 *
 * @param provider embedding provider: local, openai
 * @param model name of the embedding model
 * @param revision hash of the model's bytes and of the runtime that computes it, "" for remote models
 * @param dimension length of the vectors
 * @param queryPrefix put before a query when it is embedded
 * @param documentPrefix put before a passage when it is embedded
 * @param analyzer version of the text analysis
 * @param splitter splitter settings in words, such as "auto 256/32"
 */
public record Fingerprint(
        String provider,
        String model,
        String revision,
        int dimension,
        String queryPrefix,
        String documentPrefix,
        String analyzer,
        String splitter) {

    public boolean sameVectors(Fingerprint other) {
        return provider.equals(other.provider)
                && model.equals(other.model)
                && revision.equals(other.revision)
                && dimension == other.dimension
                && queryPrefix.equals(other.queryPrefix)
                && documentPrefix.equals(other.documentPrefix);
    }

    public boolean sameAnalyzer(Fingerprint other) {
        return analyzer.equals(other.analyzer);
    }

    /** The same with text that was cut otherwise. */
    public Fingerprint cutWith(String splitter) {
        return new Fingerprint(provider, model, revision, dimension, queryPrefix, documentPrefix, analyzer, splitter);
    }

    @Override
    public String toString() {
        return "%s/%s, %d dimensions%s%s%s, analyzer %s"
                .formatted(
                        provider,
                        model,
                        dimension,
                        revision.isEmpty() ? "" : ", revision " + revision,
                        queryPrefix.isEmpty() ? "" : ", query prefix '" + queryPrefix + "'",
                        documentPrefix.isEmpty() ? "" : ", document prefix '" + documentPrefix + "'",
                        analyzer);
    }
}
