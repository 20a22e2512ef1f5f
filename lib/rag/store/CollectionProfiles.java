package rag.store;

import java.util.List;
import java.util.Optional;

/** What people say of collections: the table {@code collection_profile} of the {@link Ledger}. */
public final class CollectionProfiles {

    private static final String SELECT =
            "SELECT name, display_name, description, keywords, paths FROM collection_profile ";

    private static final String PUT = Database.put(
            "collection_profile", List.of("name"), List.of("name", "display_name", "description", "keywords", "paths"));

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
                        PUT,
                        profile.name(),
                        profile.displayName(),
                        profile.description(),
                        String.join("\n", profile.keywords()),
                        String.join("\n", profile.paths())));
    }

    public void remove(String name) {
        database.write(
                "Removing a collection",
                c -> Database.update(c, "DELETE FROM collection_profile WHERE name = ?", name));
    }

    private static CollectionProfile row(java.sql.ResultSet row) throws java.sql.SQLException {
        return new CollectionProfile(
                row.getString(1), row.getString(2), row.getString(3), lines(row.getString(4)), lines(row.getString(5)));
    }

    private static List<String> lines(String text) {
        return text.isEmpty() ? List.of() : List.of(text.split("\n"));
    }
}
