package rag.store.pgvector;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import rag.config.Json;
import rag.model.Failure;
import rag.model.Fingerprint;
import rag.store.postgres.Session;

/**
 * What a collection's published state says of itself: its row in the table {@code collection}, which changes in the same
 * transaction as the chunks.
 *
 * @param chunkTable number in the name of the table with the chunks
 * @param postingTable number in the name of the table with the posting lists
 * @param seq of the publication
 * @param lineage a random word, the same as long as the collection is not dropped
 * @param size number of chunks
 * @param numbered chunks have numbers from 0 to below this
 * @param counted chunks in the posting lists, removed ones included
 * @param tokens number of their terms
 * @param lots how often posting lists were added to since they were merged
 * @param graph whether the vectors have a graph
 */
record CollectionRow(
        String name,
        int chunkTable,
        int postingTable,
        long seq,
        Fingerprint fingerprint,
        String lineage,
        int size,
        int numbered,
        int counted,
        long tokens,
        int lots,
        boolean graph,
        Facts facts) {

    static final String TABLE = """
        create table if not exists collection (name text collate "C" primary key, chunk_table int not null,
        posting_table int not null, seq bigint not null, fingerprint text not null, lineage text not null,
        size int not null, numbered int not null, counted int not null, tokens bigint not null, lots int not null,
        graph boolean not null, facts text not null)
        """;

    static CollectionRow created(String name, Fingerprint fingerprint, int table) {
        var lineage = UUID.randomUUID().toString();
        return new CollectionRow(name, table, table, 0, fingerprint, lineage, 0, 0, 0, 0, 0, false, Facts.none());
    }

    /** This state, to follow another one of its collection. */
    CollectionRow after(CollectionRow old) {
        return new CollectionRow(
                name,
                chunkTable,
                postingTable,
                old.seq,
                fingerprint,
                old.lineage,
                size,
                numbered,
                counted,
                tokens,
                lots,
                graph,
                facts);
    }

    /** The rows of some collections. @param then a statement that goes with it, or "" */
    static List<CollectionRow> read(Session session, List<String> names, String then) {
        return session.rows("select * from collection where name = any(?);" + then, CollectionRow::of, (Object)
                names.toArray(String[]::new));
    }

    static Optional<CollectionRow> read(Session session, String name) {
        return read(session, List.of(name), "").stream().findFirst();
    }

    private static CollectionRow of(ResultSet row) throws SQLException {
        var name = row.getString("name");
        try {
            return new CollectionRow(
                    name,
                    row.getInt("chunk_table"),
                    row.getInt("posting_table"),
                    row.getLong("seq"),
                    Json.read(row.getString("fingerprint"), Fingerprint.class),
                    row.getString("lineage"),
                    row.getInt("size"),
                    row.getInt("numbered"),
                    row.getInt("counted"),
                    row.getLong("tokens"),
                    row.getInt("lots"),
                    row.getBoolean("graph"),
                    Json.read(row.getString("facts"), Facts.class));
        } catch (JsonProcessingException e) {
            throw new Failure("collection '%s' can't be read: %s".formatted(name, e.getOriginalMessage()), e);
        }
    }

    /** Replaces the collection's row by this one. */
    void write(Session session) {
        session.run("delete from collection where name = ?", name);
        session.run(
                "insert into collection values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                name,
                chunkTable,
                postingTable,
                seq,
                Json.line(fingerprint),
                lineage,
                size,
                numbered,
                counted,
                tokens,
                lots,
                graph,
                Json.line(facts));
    }

    String chunks() {
        return "chunk_" + chunkTable;
    }

    String postings() {
        return "posting_" + postingTable;
    }
}
