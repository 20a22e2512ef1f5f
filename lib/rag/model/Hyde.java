package rag.model;

import java.util.Locale;

/**
 * When a language model writes a passage that might answer the question, for the dense route to look for (HyDE: Gao et
 * al., Precise Zero-Shot Dense Retrieval without Relevance Labels, ACL 2023).
 */
public enum Hyde {
    NEVER,
    /** When the first pass finds little, and there is a language model. */
    WEAK,
    ALWAYS;

    /** As it stands in settings and traces. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }
}
