package rag.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.sqlite.SQLiteConfig.SynchronousMode;
import rag.config.LedgerSettings;
import rag.model.DocumentState;

/**
 * What was ingested, in SQLite: {@code <data>/rag.db}. Holds the history of every source, the index of the pictures,
 * the collections, and the {@link Journal} of publications. Usable from several threads, which take turns.
 *
 * <p>Rows that tell of chunks are changed by {@link PublicationSession} alone, together with the chunks.
 */
public final class Ledger implements AutoCloseable {

    private final Database database;
    private final boolean shared;

    private Ledger(Database database, boolean shared) {
        this.database = database;
        this.shared = shared;
    }

    /** {@link #open(Path)}, or the same tables on a server that machines share. */
    public static Ledger open(Path data, LedgerSettings settings) {
        return settings.shared() ? new Ledger(PgDatabase.open(settings, LedgerTables.STEPS), true) : open(data);
    }

    /** {@link #openReadOnly(Path)}, or the same tables on a server that machines share. */
    public static Optional<Ledger> openReadOnly(Path data, LedgerSettings settings) {
        if (!settings.shared()) return openReadOnly(data);
        return PgDatabase.openExisting(settings, LedgerTables.STEPS, false).map(database -> new Ledger(database, true));
    }

    /**
     * As {@link #openReadOnly(Path, LedgerSettings)}, for a question that can be answered without.
     *
     * @throws rag.model.Failure also when a server does not answer within {@code ledger.timeout_s}, or just now did not
     */
    public static Optional<Ledger> openForQuestion(Path data, LedgerSettings settings) {
        if (!settings.shared()) return openReadOnly(data);
        return PgDatabase.openExisting(settings, LedgerTables.STEPS, true).map(database -> new Ledger(database, true));
    }

    /**
     * Opens the ledger for reading and writing; makes the folder and the file when they are not there.
     *
     * @throws rag.model.Failure when it cannot be opened, is damaged, or was written by a newer program
     */
    public static Ledger open(Path data) {
        try {
            Files.createDirectories(data);
        } catch (IOException e) {
            throw DiskFailure.of("Making the data folder", data, e);
        }
        return new Ledger(SqliteDatabase.open(file(data), LedgerTables.STEPS, SynchronousMode.FULL), false);
    }

    /** Loads SQLite's native library, which takes a while at first; trouble with it is met where a file is opened. */
    public static void load() {
        SqliteDatabase.load();
    }

    /**
     * Opens the ledger for reading, also on a read-only folder.
     *
     * @return empty when nothing was ever ingested, or the file is gone
     * @throws rag.model.Failure when it is damaged or of another version
     */
    public static Optional<Ledger> openReadOnly(Path data) {
        return SqliteDatabase.openReadOnly(file(data), LedgerTables.STEPS).map(database -> new Ledger(database, false));
    }

    private static Path file(Path data) {
        return data.resolve("rag.db");
    }

    /** All sources of a collection by name. */
    public List<HistoryRow> history(String collection) {
        return database.read(
                "Reading the history", c -> history(c, "WHERE collection = ? ORDER BY source", collection));
    }

    /** What is known of one source; empty when it was never seen, or deleted. */
    public Optional<HistoryRow> row(String collection, String source) {
        return database.read("Reading the history", c -> row(c, collection, source));
    }

    /** The source with this document id, in whatever collection. */
    public Optional<HistoryRow> document(String documentId) {
        return database.read(
                "Reading the history",
                c -> history(c, "WHERE document_id = ?", documentId).stream().findFirst());
    }

    /** The pictures of a document in its order. */
    public List<ImageRow> images(String collection, String documentId) {
        return database.read("Reading the index of pictures", c -> images(c, collection, documentId));
    }

    /** Names of the files that the pictures of a document lie in. */
    Set<String> imageNames(String collection, String documentId) {
        return images(collection, documentId).stream().map(ImageRow::fileName).collect(Collectors.toSet());
    }

    /** Every place of a picture: the same one may stand in several documents. Sorted by collection and document. */
    public List<ImageRow> image(String imageId) {
        return database.read(
                "Reading the index of pictures",
                c -> Database.rows(
                        c,
                        LedgerTables::image,
                        LedgerTables.SELECT_IMAGES + "WHERE image_id = ? ORDER BY collection, document_id",
                        imageId));
    }

    /** Names of the collections that have a document in any state, or were made without any, sorted. */
    public List<String> collections() {
        return database.read("Reading the collections", c -> Database.rows(c, row -> row.getString(1), """
            SELECT name FROM collections UNION SELECT collection FROM ingestion_history
            UNION SELECT name FROM collection_profile ORDER BY 1\
            """));
    }

    /** Counts of a collection; all zero when there is no such collection. */
    public CollectionCounts counts(String collection) {
        return database.read("Counting documents", c -> {
            Map<DocumentState, Integer> documents = new EnumMap<>(DocumentState.class);
            Database.rows(
                    c,
                    row -> documents.put(DocumentState.of(row.getString(1)), row.getInt(2)),
                    "SELECT state, count(*) FROM ingestion_history WHERE collection = ? GROUP BY state",
                    collection);
            return Database.rows(
                            c,
                            row -> new CollectionCounts(
                                    collection,
                                    Optional.ofNullable(row.getString(1)).map(Instant::parse),
                                    row.getString(2),
                                    documents,
                                    row.getInt(3),
                                    row.getInt(4),
                                    row.getInt(5),
                                    row.getLong(6),
                                    Optional.ofNullable(row.getString(7)).map(Instant::parse)),
                            """
                            SELECT (SELECT created_at FROM collections WHERE name = ?),
                                   coalesce((SELECT model FROM collections WHERE name = ?), ''),
                                   coalesce(sum(stale), 0), coalesce(sum(chunks), 0), coalesce(sum(images), 0),
                                   coalesce(sum(bytes), 0), max(ingested_at)
                            FROM ingestion_history WHERE collection = ?\
                            """,
                            collection,
                            collection,
                            collection)
                    .getFirst();
        });
    }

    /**
     * Records outcomes that touch no chunk: sources that gave none, or news of a source whose chunks stay as they are
     * (its root, its size). All of them in one transaction.
     *
     * @throws IllegalStateException when a row tells of other chunks, pictures or another version than are recorded
     */
    public void save(List<HistoryRow> rows) {
        database.write("Recording what became of a source", c -> {
            for (var row : rows) {
                var known = row(c, row.collection(), row.source());
                if (row.chunks() != known.map(HistoryRow::chunks).orElse(0)
                        || row.images() != known.map(HistoryRow::images).orElse(0)
                        || row.version() != known.map(HistoryRow::version).orElse(0L)) {
                    throw new IllegalStateException("chunks, pictures and version of " + row.source()
                            + " change by publication only: " + known + " -> " + row);
                }
                Database.update(c, LedgerTables.PUT_HISTORY, LedgerTables.values(row));
            }
            return rows.size();
        });
    }

    /** {@link #save(List)} of one. */
    public void save(HistoryRow row) {
        save(List.of(row));
    }

    /**
     * Removes sources that have no chunks and no pictures, such as files that could not be read and are gone.
     *
     * @throws IllegalStateException when one has some: those are deleted by publication
     */
    public void forget(String collection, List<String> sources) {
        database.write("Forgetting a source", c -> {
            for (var source : sources) {
                var known = row(c, collection, source);
                if (known.filter(row -> row.chunks() > 0 || row.images() > 0).isPresent()) {
                    throw new IllegalStateException(source + " has chunks or pictures: delete it by publication");
                }
                Database.update(
                        c, "DELETE FROM ingestion_history WHERE collection = ? AND source = ?", collection, source);
            }
            return sources.size();
        });
    }

    Database database() {
        return database;
    }

    /** Whether other machines have it, too. */
    boolean shared() {
        return shared;
    }

    /** The sources as lists show them. */
    public Sources sources() {
        return new Sources(database);
    }

    /** What people say of the collections. */
    public CollectionProfiles profiles() {
        return new CollectionProfiles(database);
    }

    /** Words of questions that collections answered. */
    public LearnedWords learned() {
        return new LearnedWords(database);
    }

    /** What crawls remember of pages. */
    public WebPages webPages() {
        return new WebPages(database);
    }

    /** Collections that got another name. */
    public Renamings renamings() {
        return new Renamings(database);
    }

    /** Pictures that machines share; of this machine's alone where the ledger is not shared. */
    public SharedPictures pictures() {
        return new SharedPictures(database, shared);
    }

    Journal journal() {
        return new Journal(database);
    }

    static Optional<HistoryRow> row(Connection c, String collection, String source) throws SQLException {
        return history(c, "WHERE collection = ? AND source = ?", collection, source).stream()
                .findFirst();
    }

    static List<HistoryRow> history(Connection c, String where, Object... values) throws SQLException {
        return Database.rows(c, LedgerTables::history, LedgerTables.SELECT_HISTORY + where, values);
    }

    private static List<ImageRow> images(Connection c, String collection, String documentId) throws SQLException {
        return Database.rows(
                c,
                LedgerTables::image,
                LedgerTables.SELECT_IMAGES + "WHERE collection = ? AND document_id = ? ORDER BY rowid",
                collection,
                documentId);
    }

    @Override
    public void close() {
        database.close();
    }
}
