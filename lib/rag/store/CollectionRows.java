package rag.store;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The rows that one table of the ledger has of a collection, as they stand, whatever the data base.
 *
 * @param where condition with one place for the collection's name
 * @param key columns that no two rows share
 * @param columns all of them
 * @param order in which rows are read and written
 */
record CollectionRows(String table, String where, List<String> key, List<String> columns, String order) {

    private static final char NUL = 0;
    private static final String OF = "collection = ?";
    private static final String NAMED = "name = ?";

    static final CollectionRows HISTORY = new CollectionRows(
            "ingestion_history", OF, List.of("collection", "source"), LedgerTables.HISTORY, "source");

    static final CollectionRows IMAGES = new CollectionRows(
            "image_index", OF, List.of("collection", "document_id", "image_id"), LedgerTables.IMAGES, "rowid");

    /** The history last, since others are found by it. */
    private static final List<CollectionRows> ALL = List.of(
            new CollectionRows("collections", NAMED, List.of("name"), List.of("name", "created_at", "model"), "name"),
            new CollectionRows(
                    "collection_profile",
                    NAMED,
                    List.of("name"),
                    List.of("name", "display_name", "description", "keywords", "paths"),
                    "name"),
            new CollectionRows(
                    "web_page",
                    OF,
                    List.of("collection", "source"),
                    List.of("collection", "source", "site", "url", "etag", "last_modified", "content_hash", "links"),
                    "source"),
            new CollectionRows(
                    "learned_word",
                    OF,
                    List.of("collection", "word"),
                    List.of("collection", "word", "count", "at"),
                    "word"),
            new CollectionRows(
                    "renamed_document",
                    "new IN (SELECT document_id FROM ingestion_history WHERE collection = ?)",
                    List.of("old"),
                    List.of("old", "new"),
                    "old"),
            IMAGES,
            HISTORY);

    /** What all tables have of a collection. */
    static Map<CollectionRows, List<List<@Nullable Object>>> of(Connection c, String collection) throws SQLException {
        var all = new LinkedHashMap<CollectionRows, List<List<@Nullable Object>>>();
        for (var each : ALL) {
            var sql = "SELECT %s FROM %s WHERE %s ORDER BY %s"
                    .formatted(String.join(", ", each.columns), each.table, each.where, each.order);
            all.put(each, Database.rows(c, each::values, sql, collection));
        }
        return all;
    }

    /** Numbers and texts as both data bases hold them, so that rows of the two compare. */
    private List<@Nullable Object> values(ResultSet row) throws SQLException {
        var values = new ArrayList<@Nullable Object>();
        for (int i = 1; i <= columns.size(); i++) {
            values.add(
                    switch (row.getObject(i)) {
                        case null -> null;
                        case Double number -> number;
                        case Number number -> number.longValue();
                        case Object text -> text.toString().replace(NUL, '\uFFFD');
                    });
        }
        return values;
    }

    /** Puts rows in the place of those that the tables have of a collection. */
    static void replace(Connection c, String collection, Map<CollectionRows, List<List<@Nullable Object>>> all)
            throws SQLException {
        for (var each : ALL) Database.update(c, "DELETE FROM " + each.table + " WHERE " + each.where, collection);
        for (var each : all.entrySet()) {
            var table = each.getKey();
            Database.updates(c, Database.put(table.table, table.key, table.columns), each.getValue());
        }
    }
}
