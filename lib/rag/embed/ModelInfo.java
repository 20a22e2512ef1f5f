package rag.embed;

import java.util.Set;

/**
 * What must be known of a model to use its vectors, and to tell them from another model's.
 *
 * @param provider name in {@code embedding.provider}
 * @param name name in {@code embedding.model}
 * @param dimension length of the vectors
 * @param maxTokens tokens it reads of a text, its special ones included
 * @param queryPrefix put before a question
 * @param documentPrefix put before a passage
 * @param revision hash of the model's bytes, its tokenizer and the runtime, since quantised vectors move with each of
 *     them; "" for remote models
 * @param languages ISO 639-1 codes of the languages it knows; empty for all
 */
public record ModelInfo(
        String provider,
        String name,
        int dimension,
        int maxTokens,
        String queryPrefix,
        String documentPrefix,
        String revision,
        Set<String> languages) {

    public ModelInfo {
        if (dimension < 1) throw new IllegalArgumentException("dimension must be positive, not " + dimension);
        if (maxTokens < 3) throw new IllegalArgumentException("max tokens must be at least 3, not " + maxTokens);
        languages = Set.copyOf(languages);
    }
}
