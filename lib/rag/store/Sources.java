package rag.store;

import java.util.List;

/** The sources of collections as lists show them: by name, a page at a time. */
public final class Sources {

    private static final String READING = "Reading the history";

    private final Database database;

    Sources(Database database) {
        this.database = database;
    }

    /** All of a collection by name, with what lists look for in them. */
    public List<SourceRow> of(String collection) {
        return database.read(READING, c -> Database.rows(c, LedgerTables::source, """
            SELECT source, document_id, title, state, type, stale, chunks
            FROM ingestion_history WHERE collection = ? ORDER BY source\
            """, collection));
    }

    /** Those behind one of them by name. @param source "" from the first on */
    public List<HistoryRow> after(String collection, String source, int limit) {
        return database.read(
                READING,
                c -> Ledger.history(
                        c, "WHERE collection = ? AND source > ? ORDER BY source LIMIT ?", collection, source, limit));
    }

    /** How many come behind one by name. */
    public int behind(String collection, String source) {
        return database.read(
                        READING,
                        c -> Database.rows(
                                c,
                                row -> row.getInt(1),
                                "SELECT count(*) FROM ingestion_history WHERE collection = ? AND source > ?",
                                collection,
                                source))
                .getFirst();
    }

    /** Those whose name or document id, with or without {@code doc_}, is this. */
    public List<HistoryRow> named(String collection, String named) {
        return database.read(
                READING,
                c -> Ledger.history(
                        c,
                        "WHERE collection = ? AND (source = ? OR document_id = ? OR document_id = ?)",
                        collection,
                        named,
                        named,
                        "doc_" + named));
    }
}
