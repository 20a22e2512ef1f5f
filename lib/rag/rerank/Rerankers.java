package rag.rerank;

import rag.config.Plugin;
import rag.config.Settings;
import rag.model.Failure;

/** Opens the reranker that settings name. */
public final class Rerankers {

    /** Seconds for a judgement where {@code rerank.timeout_s} is empty. */
    private static final int PATIENCE_S = 30;

    private static final String CROSS_ENCODER = "cross-encoder/ms-marco-MiniLM-L6-v2";

    private Rerankers() {}

    /**
     * Opens the provider that is called so: one of those built in, or one that a jar adds.
     *
     * @throws Failure when there is no such provider, or its model can't be had
     */
    public static Reranker open(Settings.Rerank settings, Models models) {
        return switch (settings.provider()) {
            case "llm" -> new LlmReranker(models.chat(), RerankPrompt.of(settings));
            case "cross_encoder" -> {
                var model = settings.model().isEmpty() ? CROSS_ENCODER : settings.model();
                yield new CrossEncoder(model, models.crossEncoder(model));
            }
            case "cohere", "endpoint" -> new ServiceReranker(settings, timeoutS(settings));
            case "late_interaction" -> new LateInteraction(models.tokens());
            default ->
                Plugin.named(RerankerProvider.class, settings.provider(), "reranker", "rerank.provider")
                        .open(settings);
        };
    }

    /** Seconds until the fused order stands. */
    public static int timeoutS(Settings.Rerank settings) {
        return settings.timeoutS() == null ? PATIENCE_S : settings.timeoutS();
    }
}
