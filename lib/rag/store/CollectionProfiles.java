package rag.store;

import java.util.List;
import java.util.Optional;

/** Names for people and descriptions of collections: the table {@code collection_profile} of the {@link Ledger}. */
public final class CollectionProfiles {

    private static final String SELECT = "SELECT name, display_name, description FROM collection_profile ";

    private final Database database;

    CollectionProfiles(Database database) {
        this.database = database;
    }

    public List<CollectionProfile> all() {
        return database.read("Reading the collections", c -> Database.rows(c, CollectionProfiles::row, SELECT));
    }

    public Optional<CollectionProfile> get(String name) {
        return database
                .read(
                        "Reading the collections",
                        c -> Database.rows(c, CollectionProfiles::row, SELECT + "WHERE name = ?", name))
                .stream()
                .findFirst();
    }

    public void put(CollectionProfile profile) {
        database.write(
                "Describing a collection",
                c -> Database.update(
                        c,
                        "INSERT OR REPLACE INTO collection_profile (name, display_name, description) VALUES (?, ?, ?)",
                        profile.name(),
                        profile.displayName(),
                        profile.description()));
    }

    public void remove(String name) {
        database.write(
                "Removing a collection",
                c -> Database.update(c, "DELETE FROM collection_profile WHERE name = ?", name));
    }

    private static CollectionProfile row(java.sql.ResultSet row) throws java.sql.SQLException {
        return new CollectionProfile(row.getString(1), row.getString(2), row.getString(3));
    }
}
