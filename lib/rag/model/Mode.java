package rag.model;

/** Which routes answer a query. */
public enum Mode {
    HYBRID,
    DENSE,
    SPARSE,
    /** Hybrid, with weights chosen from the query's shape. */
    AUTO;

    public String key() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }
}
