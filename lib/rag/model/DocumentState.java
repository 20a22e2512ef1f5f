package rag.model;

/** What became of a source: never a silent success. The JSON and SQL form is the lower-case name. */
public enum DocumentState {
    /** All of it is searchable. */
    READY,
    /** Searchable, but some pages or images gave nothing; the reason names them. */
    PARTIAL,
    /** A valid file without text, such as a scan. */
    NO_TEXT,
    /** A password is needed. */
    ENCRYPTED,
    /** Broken, or an error on the way; the reason says which. */
    FAILED,
    /** Not a format that is read. */
    UNSUPPORTED,
    /** Over {@code ingestion.max_file_mb}. */
    TOO_LARGE;

    public boolean searchable() {
        return this == READY || this == PARTIAL;
    }

    public String key() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }

    public static DocumentState of(String key) {
        return valueOf(key.toUpperCase(java.util.Locale.ROOT));
    }
}
