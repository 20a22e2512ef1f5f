package rag.store;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import rag.model.Ids;

/** Renamings under way, and where the documents of renamed collections went: two tables of the {@link Ledger}. */
public final class Renamings {

    /** A collection that is getting another name. */
    record Pair(String old, String name) {}

    private static final String PUT = Database.put("renaming", List.of("old"), List.of("old", "new"));
    private static final String MOVED = Database.put("renamed_document", List.of("old"), List.of("old", "new"));

    private final Database database;

    Renamings(Database database) {
        this.database = database;
    }

    void begin(String old, String name) {
        database.write("Renaming a collection", c -> Database.update(c, PUT, old, name));
    }

    void end(String old) {
        database.write("Renaming a collection", c -> Database.update(c, "DELETE FROM renaming WHERE old = ?", old));
    }

    List<Pair> underWay() {
        return database.read(
                "Reading the renamings",
                c -> Database.rows(
                        c, row -> new Pair(row.getString(1), row.getString(2)), "SELECT old, new FROM renaming"));
    }

    /** Remembers where documents went. An id that is given anew, since its name is used again, forgets where it led. */
    void moved(String name, List<HistoryRow> rows) {
        database.write("Renaming a collection", c -> {
            for (var row : rows) {
                var id = Ids.document(name, row.source());
                Database.update(c, "UPDATE renamed_document SET new = ? WHERE new = ?", id, row.documentId());
                Database.update(c, "DELETE FROM renamed_document WHERE old = ?", id);
                Database.update(c, MOVED, row.documentId(), id);
            }
            return rows.size();
        });
    }

    /** The id that a document of a renamed collection has now. */
    public Optional<String> now(String documentId) {
        return database
                .read(
                        "Reading the renamings",
                        c -> Database.rows(
                                c,
                                row -> row.getString(1),
                                "SELECT new FROM renamed_document WHERE old = ?",
                                documentId))
                .stream()
                .findFirst();
    }

    /** All these ids: those that documents have now by those that they had. */
    public Map<String, String> all() {
        return database.read("Reading the renamings", c -> {
            var now = new HashMap<String, String>();
            Database.rows(
                    c, row -> now.put(row.getString(1), row.getString(2)), "SELECT old, new FROM renamed_document");
            return now;
        });
    }
}
