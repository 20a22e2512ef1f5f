package rag.rerank;

import rag.config.Plugin;
import rag.config.Settings;
import rag.model.Failure;

/** Opens the reranker that settings name. */
public final class Rerankers {

    /** Seconds for a judgement where {@code rerank.timeout_s} is empty. */
    private static final int PATIENCE_S = 30;

    private Rerankers() {}

    /**
     * Opens the provider that is called so: one of those built in, or one that a jar adds.
     *
     * @throws Failure when there is no such provider, or its model can't be had
     */
    public static Reranker open(Settings.Rerank settings, Models models) {
        return switch (settings.provider()) {
            case "llm" -> new LlmReranker(models.chat(), RerankPrompt.of(settings));
            case "cross_encoder" -> new CrossEncoder(settings.model(), models.crossEncoder(settings.model()));
            case "cohere" -> new CohereReranker(settings, timeoutS(settings));
            case "late_interaction" -> new LateInteraction(models.tokens());
            default -> plugged(settings);
        };
    }

    /** Seconds until the fused order stands. */
    public static int timeoutS(Settings.Rerank settings) {
        return settings.timeoutS() == null ? PATIENCE_S : settings.timeoutS();
    }

    private static Reranker plugged(Settings.Rerank settings) {
        for (var provider : Plugin.all(RerankerProvider.class)) {
            if (provider.name().equals(settings.provider())) return provider.open(settings);
        }
        throw new Failure("no reranker is called \"%s\": see rerank.provider".formatted(settings.provider()));
    }
}
