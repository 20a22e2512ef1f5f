package rag.store;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import rag.model.DocumentState;

/** The tables of the ledger: their versions, and how rows come in and out. */
final class LedgerTables {

    /**
     * SQL from version i to i + 1. A step that was released is never edited: another one is added.
     *
     * <p>{@code op.payload} is the row and the pictures as they shall be, so that a publication whose chunks are
     * committed can be recorded from the journal alone. AUTOINCREMENT: a number is never given twice, also when its
     * row is gone, since commits of the chunk store are compared with it.
     */
    static final List<String> STEPS = List.of("""
        CREATE TABLE collections (
            name TEXT PRIMARY KEY, created_at TEXT NOT NULL, model TEXT NOT NULL) WITHOUT ROWID;
        CREATE TABLE ingestion_history (
            collection TEXT NOT NULL, source TEXT NOT NULL, document_id TEXT NOT NULL, root TEXT NOT NULL,
            content_hash TEXT NOT NULL, metadata_hash TEXT NOT NULL, bytes INTEGER NOT NULL, state TEXT NOT NULL,
            reason TEXT NOT NULL, stale INTEGER NOT NULL, title TEXT NOT NULL, type TEXT NOT NULL,
            language TEXT NOT NULL, pages INTEGER NOT NULL, chunks INTEGER NOT NULL, images INTEGER NOT NULL,
            version INTEGER NOT NULL, ingested_at TEXT NOT NULL,
            PRIMARY KEY (collection, source)) WITHOUT ROWID;
        CREATE INDEX history_by_content ON ingestion_history (collection, content_hash);
        CREATE INDEX history_by_document ON ingestion_history (document_id);
        CREATE TABLE image_index (
            collection TEXT NOT NULL, document_id TEXT NOT NULL, image_id TEXT NOT NULL, extension TEXT NOT NULL,
            page INTEGER, caption TEXT NOT NULL, bytes INTEGER NOT NULL,
            UNIQUE (collection, document_id, image_id));
        CREATE INDEX images_by_id ON image_index (image_id);
        CREATE TABLE op (
            seq INTEGER PRIMARY KEY AUTOINCREMENT, collection TEXT NOT NULL, source TEXT NOT NULL,
            doc TEXT NOT NULL, kind TEXT NOT NULL, chunks INTEGER NOT NULL, images INTEGER NOT NULL,
            payload TEXT NOT NULL, state TEXT NOT NULL);
        """, """
        CREATE TABLE collection_profile (
            name TEXT PRIMARY KEY, display_name TEXT NOT NULL, description TEXT NOT NULL) WITHOUT ROWID;
        """, """
        CREATE TABLE web_page (
            collection TEXT NOT NULL, source TEXT NOT NULL, site TEXT NOT NULL, url TEXT NOT NULL, etag TEXT NOT NULL,
            last_modified TEXT NOT NULL, content_hash TEXT NOT NULL, links TEXT NOT NULL,
            PRIMARY KEY (collection, source)) WITHOUT ROWID;
        CREATE INDEX web_page_by_site ON web_page (collection, site);
        """, """
        ALTER TABLE collection_profile ADD COLUMN keywords TEXT NOT NULL DEFAULT '';
        ALTER TABLE collection_profile ADD COLUMN paths TEXT NOT NULL DEFAULT '';
        CREATE TABLE renaming (old TEXT PRIMARY KEY, new TEXT NOT NULL) WITHOUT ROWID;
        CREATE TABLE renamed_document (old TEXT PRIMARY KEY, new TEXT NOT NULL) WITHOUT ROWID;
        """, """
        CREATE TABLE learned_word (
            collection TEXT NOT NULL, word TEXT NOT NULL, count REAL NOT NULL, at INTEGER NOT NULL,
            PRIMARY KEY (collection, word)) WITHOUT ROWID;
        """);

    private static final List<String> HISTORY = List.of(
            "collection",
            "source",
            "document_id",
            "root",
            "content_hash",
            "metadata_hash",
            "bytes",
            "state",
            "reason",
            "stale",
            "title",
            "type",
            "language",
            "pages",
            "chunks",
            "images",
            "version",
            "ingested_at");

    static final String SELECT_HISTORY = "SELECT " + String.join(", ", HISTORY) + " FROM ingestion_history ";

    static final String PUT_HISTORY = "INSERT OR REPLACE INTO ingestion_history (" + String.join(", ", HISTORY)
            + ") VALUES (" + "?, ".repeat(HISTORY.size() - 1) + "?)";

    /** A row of the journal from a history row's values, a picture list as JSON, and six values of its own. */
    static final String PUT_OP = "INSERT INTO op (payload, collection, source, doc, kind, chunks, images, state) "
            + "VALUES (json_object('model', ?, 'pictures', json(?), "
            + HISTORY.stream().map(name -> "'" + name + "', ?").collect(Collectors.joining(", "))
            + "), ?, ?, ?, ?, ?, ?, 'PENDING') RETURNING seq";

    /** Takes the history row of a journal's row; its version is the number of that row. */
    static final String APPLY_HISTORY = "INSERT OR REPLACE INTO ingestion_history (" + String.join(", ", HISTORY)
            + ") SELECT "
            + HISTORY.stream()
                    .map(name -> name.equals("version") ? "seq" : "payload ->> '$." + name + "'")
                    .collect(Collectors.joining(", "))
            + " FROM op WHERE seq = ?";

    static final String APPLY_IMAGES = """
        INSERT INTO image_index (collection, document_id, image_id, extension, page, caption, bytes)
        SELECT op.collection, op.doc, value ->> '$.image_id', value ->> '$.extension', value ->> '$.page',
               value ->> '$.caption', value ->> '$.bytes'
        FROM op, json_each(op.payload, '$.pictures') WHERE seq = ?\
        """;

    static final String APPLY_COLLECTION = """
        INSERT INTO collections (name, created_at, model)
        SELECT collection, payload ->> '$.ingested_at', payload ->> '$.model' FROM op WHERE seq = ?
        ON CONFLICT (name) DO UPDATE SET model = excluded.model\
        """;

    static final String SELECT_IMAGES =
            "SELECT collection, document_id, image_id, extension, page, caption, bytes FROM image_index ";

    private LedgerTables() {}

    static Object[] values(HistoryRow row) {
        return new Object[] {
            row.collection(),
            row.source(),
            row.documentId(),
            row.root(),
            row.contentHash(),
            row.metadataHash(),
            row.bytes(),
            row.state().key(),
            row.reason(),
            row.stale() ? 1 : 0,
            row.title(),
            row.type(),
            row.language(),
            row.pages(),
            row.chunks(),
            row.images(),
            row.version(),
            row.ingestedAt().toString()
        };
    }

    static HistoryRow history(ResultSet row) throws SQLException {
        return new HistoryRow(
                row.getString(1),
                row.getString(2),
                row.getString(3),
                row.getString(4),
                row.getString(5),
                row.getString(6),
                row.getLong(7),
                DocumentState.of(row.getString(8)),
                row.getString(9),
                row.getInt(10) != 0,
                row.getString(11),
                row.getString(12),
                row.getString(13),
                row.getInt(14),
                row.getInt(15),
                row.getInt(16),
                row.getLong(17),
                Instant.parse(row.getString(18)));
    }

    static ImageRow image(ResultSet row) throws SQLException {
        return new ImageRow(
                row.getString(1),
                row.getString(2),
                row.getString(3),
                row.getString(4),
                row.getObject(5) instanceof Integer page ? page : null,
                row.getString(6),
                row.getLong(7));
    }
}
