package rag.rerank;

import rag.config.Plugin;
import rag.config.Settings;

/** A source of rerankers that {@code rerank.provider} can name. */
public interface RerankerProvider extends Plugin {

    /**
     * Opens the reranker that the settings ask for.
     *
     * @throws rag.model.Failure when the settings don't fit or the model can't be had
     */
    Reranker open(Settings.Rerank settings);
}
