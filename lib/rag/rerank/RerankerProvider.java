package rag.rerank;

import rag.config.Settings;

/**
 * A source of rerankers that settings can name. A jar that lists its own in
 * {@code META-INF/services/rag.rerank.RerankerProvider} adds a provider without a change here.
 */
public interface RerankerProvider {

    /** Name in {@code rerank.provider}. */
    String name();

    /**
     * Opens the reranker that the settings ask for.
     *
     * @throws rag.model.Failure when the settings don't fit or the model can't be had
     */
    Reranker open(Settings.Rerank settings);
}
