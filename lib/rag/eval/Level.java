package rag.eval;

import java.util.Locale;

/** What a ranking is a list of. */
public enum Level {
    /** Pieces of evidence: survives any way of cutting documents. */
    EVIDENCE,
    /** Documents: each at the rank of its best passage. */
    SOURCE,
    /** Passages by their id. */
    CHUNK;

    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }
}
