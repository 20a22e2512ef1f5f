package rag.store;

import com.fasterxml.jackson.databind.JsonNode;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import rag.config.Json;
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
        """, """
        CREATE TABLE picture (
            collection TEXT NOT NULL, document_id TEXT NOT NULL, file TEXT NOT NULL, bytes BLOB NOT NULL,
            PRIMARY KEY (collection, document_id, file));
        """);

    static final List<String> HISTORY = List.of(
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

    static final String PUT_HISTORY = Database.put("ingestion_history", List.of("collection", "source"), HISTORY);

    static final String PUT_OP = """
        INSERT INTO op (payload, collection, source, doc, kind, chunks, images, state)
        VALUES (?, ?, ?, ?, ?, ?, ?, 'PENDING') RETURNING seq\
        """;

    static final String PUT_COLLECTION = """
        INSERT INTO collections (name, created_at, model) VALUES (?, ?, ?)
        ON CONFLICT (name) DO UPDATE SET model = excluded.model\
        """;

    static final String PUT_IMAGE = """
        INSERT INTO image_index (collection, document_id, image_id, extension, page, caption, bytes)
        VALUES (?, ?, ?, ?, ?, ?, ?)\
        """;

    /** Pictures that machines share and no document has any more. */
    static final String REMOVE_PICTURES = """
        DELETE FROM picture WHERE collection = ? AND NOT EXISTS (
            SELECT 1 FROM image_index AS kept
            WHERE kept.collection = picture.collection AND kept.document_id = picture.document_id
                AND kept.image_id || '.' || kept.extension = picture.file)\
        """;

    static final List<String> IMAGES =
            List.of("collection", "document_id", "image_id", "extension", "page", "caption", "bytes");

    static final String SELECT_IMAGES = "SELECT " + String.join(", ", IMAGES) + " FROM image_index ";

    private LedgerTables() {}

    static SourceRow source(ResultSet row) throws SQLException {
        return new SourceRow(
                row.getString(1),
                row.getString(2),
                row.getString(3),
                DocumentState.of(row.getString(4)),
                row.getString(5),
                row.getInt(6) != 0,
                row.getInt(7));
    }

    /** A publication as the journal keeps it: JSON of the history's columns, the pictures, and the model. */
    static String payload(HistoryRow row, List<ImageRow> images, String model) {
        var payload = new LinkedHashMap<String, Object>();
        payload.put("model", model);
        payload.put("pictures", images);
        var values = values(row);
        for (int i = 0; i < values.length; i++) payload.put(HISTORY.get(i), values[i]);
        return Json.line(payload);
    }

    /** The history's row of a payload. @param version the number of the journal's row */
    static Object[] history(JsonNode payload, long version) {
        return HISTORY.stream()
                .map(name -> name.equals("version") ? (Object) version : value(payload.path(name)))
                .toArray();
    }

    private static Object value(JsonNode node) {
        return node.isNumber() ? node.longValue() : node.asText();
    }

    static List<Object[]> images(Journal.Op op, JsonNode payload) {
        var rows = new ArrayList<Object[]>();
        for (var image : payload.path("pictures")) {
            rows.add(new Object[] {
                op.collection(),
                op.doc(),
                image.path("image_id").asText(),
                image.path("extension").asText(),
                image.path("page").isNumber() ? image.path("page").longValue() : null,
                image.path("caption").asText(),
                image.path("bytes").longValue()
            });
        }
        return rows;
    }

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
                row.getObject(5) instanceof Number page ? page.intValue() : null,
                row.getString(6),
                row.getLong(7));
    }
}
