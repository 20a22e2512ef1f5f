package rag.store;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import rag.config.Command;
import rag.model.Failure;
import rag.text.Counted;

/**
 * Takes what one ledger knows of a collection along into one that machines share: history, pictures with their bytes, what
 * people say of it, what was learned, what crawls remember. A collection comes in one transaction that is read back before
 * it ends; the ledger it is taken from is only read. To be run under the right to write to both.
 */
public final class LedgerCopy {

    private final Path data;
    private final Ledger from;
    private final Ledger to;
    private final Runnable checkpoint;

    /** @param data folder of the ledger that is read */
    public LedgerCopy(Path data, Ledger from, Ledger to) {
        this(data, from, to, () -> {});
    }

    /** @param checkpoint run before a collection is there; tests fail there */
    public LedgerCopy(Path data, Ledger from, Ledger to, Runnable checkpoint) {
        if (!to.shared()) throw new IllegalArgumentException("the files of pictures are not copied to another folder");
        this.data = data;
        this.from = from;
        this.to = to;
        this.checkpoint = checkpoint;
    }

    /**
     * What was taken along.
     *
     * @param bytes of the pictures
     * @param missing ids of pictures that are gone, and were before
     * @param already whether it was there, the same, and nothing was done
     */
    public record Taken(
            String collection, int documents, int pictures, long bytes, List<String> missing, boolean already) {}

    /** Whether a ledger knows passages of a collection of which the other knows nothing. */
    public static boolean leftBehind(Ledger from, Ledger to, String collection) {
        return from.counts(collection).chunks() > 0 && to.counts(collection).total() == 0;
    }

    /**
     * Takes collections along, one after the other.
     *
     * @param store what holds the passages that the histories tell of
     * @param replace as of {@link #take}
     * @throws Failure before anything is taken, when the store lacks passages
     */
    public List<Taken> takeAll(List<String> collections, ChunkStore store, boolean replace) throws IOException {
        for (var collection : collections) requireChunks(collection, store);
        var taken = new ArrayList<Taken>();
        for (var collection : collections) taken.add(take(collection, replace));
        return taken;
    }

    /** A history beside a store that lacks its passages would call documents unchanged that nobody finds. */
    private void requireChunks(String collection, ChunkStore store) throws IOException {
        int told = from.counts(collection).chunks();
        int held = 0;
        if (store.collections().contains(collection)) {
            try (var reader = store.reader(List.of(collection))) {
                held = reader.size();
            }
        }
        if (held == told) return;
        throw new Failure(
                ("the history of '%s' tells of %s, the store that it would belong to holds %d; nothing of it was taken"
                                + " along. Its passages go first: with the settings of the store that has them, %s")
                        .formatted(
                                collection,
                                Counted.of(told, "passage"),
                                held,
                                Command.of("ingest", "--move-to", "SETTINGS.yaml")));
    }

    /**
     * Takes a collection along.
     *
     * @param replace whether what the shared ledger has of it may go
     * @throws Failure when the shared one has another history of it; nothing is changed then, nor by any other failure
     */
    private Taken take(String collection, boolean replace) {
        requireFinished(collection);
        var mine = from.database().read("Reading the ledger", c -> CollectionRows.of(c, collection));
        var theirs = to.database().read("Reading the ledger", c -> CollectionRows.of(c, collection));
        int documents = rows(mine, CollectionRows.HISTORY).size();
        int known = rows(theirs, CollectionRows.HISTORY).size();
        if (documents == known
                && Stream.of(CollectionRows.HISTORY, CollectionRows.IMAGES)
                        .allMatch(table -> rows(mine, table).equals(rows(theirs, table)))) {
            return new Taken(
                    collection, documents, rows(mine, CollectionRows.IMAGES).size(), 0, List.of(), true);
        }
        if (known > 0 && !replace) {
            throw new Failure(
                    ("the shared ledger has another history of '%s' already: %s, here %d. Nothing was changed;"
                                    + " add --force to replace what it has")
                            .formatted(collection, Counted.of(known, "source"), documents));
        }
        return to.database().write("Taking '" + collection + "' along", c -> {
            CollectionRows.replace(c, collection, mine);
            var missing = new ArrayList<String>();
            var pictures = pictures(c, collection, missing);
            to.database().raise(c, "op", newest(c, collection));
            checkpoint.run();
            verify(c, collection, mine, pictures);
            return new Taken(collection, documents, pictures.number, pictures.bytes, List.copyOf(missing), false);
        });
    }

    private static List<List<@Nullable Object>> rows(
            Map<CollectionRows, List<List<@Nullable Object>>> all, CollectionRows table) {
        return all.getOrDefault(table, List.of());
    }

    /** How many, and how long. */
    private record Pictures(int number, long bytes) {}

    private Pictures pictures(Connection c, String collection, List<String> missing) throws SQLException {
        Database.update(c, "DELETE FROM picture WHERE collection = ?", collection);
        var sql = LedgerTables.SELECT_IMAGES + "WHERE collection = ? ORDER BY rowid";
        int number = 0;
        long bytes = 0;
        for (var row : Database.rows(c, LedgerTables::image, sql, collection)) {
            try {
                var image = from.pictures().read(data, row);
                SharedPictures.put(c, row.collection(), row.documentId(), image);
                number++;
                bytes += image.bytes().length;
            } catch (Failure e) {
                if (!(e.getCause() instanceof NoSuchFileException)) throw e;
                missing.add(row.imageId());
            }
        }
        return new Pictures(number, bytes);
    }

    private void requireFinished(String collection) {
        boolean pending = from.journal().unfinished().stream()
                .anyMatch(op -> op.pending() && op.collection().equals(collection));
        if (!pending) return;
        throw new Failure(("an ingest of '%s' was cut off; with the settings that it ran with, ingest once more, which"
                        + " finishes it, then take its history along")
                .formatted(collection));
    }

    /** Number of the newest publication of a document: the shared journal goes on above it. */
    private static long newest(Connection c, String collection) throws SQLException {
        return Database.rows(
                        c,
                        row -> row.getLong(1),
                        "SELECT coalesce(max(version), 0) FROM ingestion_history WHERE collection = ?",
                        collection)
                .getFirst();
    }

    private static void verify(
            Connection c, String collection, Map<CollectionRows, List<List<@Nullable Object>>> mine, Pictures pictures)
            throws SQLException {
        var kept = Database.rows(
                        c,
                        row -> new Pictures(row.getInt(1), row.getLong(2)),
                        "SELECT count(*), coalesce(sum(length(bytes)), 0) FROM picture WHERE collection = ?",
                        collection)
                .getFirst();
        if (kept.equals(pictures) && CollectionRows.of(c, collection).equals(mine)) return;
        throw new Failure("the copy of what the ledger knows of '%s' is not the same; nothing was changed there"
                .formatted(collection));
    }
}
