package rag.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteConfig.SynchronousMode;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;
import rag.model.Failure;

/**
 * Bytes by the hash of what they were made from, in an SQLite file of their own. It saves work and holds nothing that
 * cannot be made again, so a broken cache is an empty one: that is said once and is never an error. Usable from several
 * threads and processes.
 */
final class KeptBytes implements AutoCloseable {

    /** A use is noted at most this often, so that reading seldom writes. */
    private static final long BETWEEN_USES_MS = Duration.ofHours(1).toMillis();

    private static final double FULL_TO = 0.9; // what is left of the bound when the oldest have gone

    private final Kind kind;
    private final List<String> steps;
    private final Path file;
    private final long maxBytes;
    private final Clock clock;
    private final Consumer<String> warn;
    private @Nullable Database database;
    private boolean said;

    /**
     * What is kept.
     *
     * @param file name of the file in the data folder
     * @param table name of its table
     * @param column name of the bytes' column
     * @param called in words: "embedding cache"
     * @param without what happens where it can't be used: "texts are embedded again"
     */
    record Kind(String file, String table, String column, String called, String without) {}

    private KeptBytes(Kind kind, Path data, long maxBytes, Clock clock, Consumer<String> warn) {
        this.kind = kind;
        this.steps = List.of("""
            CREATE TABLE %1$s (key BLOB PRIMARY KEY, %2$s BLOB NOT NULL, used_at INTEGER NOT NULL);
            CREATE INDEX %1$s_by_use ON %1$s (used_at);
            """.formatted(kind.table, kind.column));
        this.file = data.resolve(kind.file);
        this.maxBytes = maxBytes;
        this.clock = clock;
        this.warn = warn;
    }

    /** @param maxBytes bound of its size; the least recently used go first; 0 keeps nothing */
    static KeptBytes open(Kind kind, Path data, long maxBytes, Clock clock, Consumer<String> warn) {
        var kept = new KeptBytes(kind, data, maxBytes, clock, warn);
        if (maxBytes <= 0) return kept;
        try {
            kept.database = SqliteDatabase.open(kept.file, kept.steps, SynchronousMode.NORMAL);
        } catch (Failure e) {
            kept.giveUp(e);
        }
        return kept;
    }

    /** What is known, by key: 64 hex digits. */
    synchronized Map<String, byte[]> get(Collection<String> keys) {
        var found = new HashMap<String, byte[]>();
        var open = database;
        if (open == null) return found;
        try {
            var old = new ArrayList<String>();
            open.read("Reading the " + kind.called, c -> {
                for (var key : keys) get(c, key, old).ifPresent(bytes -> found.put(key, bytes));
                return found;
            });
            if (!old.isEmpty()) touch(open, old);
        } catch (Failure e) {
            giveUp(e);
        }
        return found;
    }

    private Optional<byte[]> get(Connection c, String key, List<String> old) throws SQLException {
        var found = Database.rows(
                c,
                row -> {
                    if (clock.millis() - row.getLong(2) > BETWEEN_USES_MS) old.add(key);
                    return row.getBytes(1);
                },
                "SELECT %s, used_at FROM %s WHERE key = ?".formatted(kind.column, kind.table),
                bytes(key));
        return found.stream().findFirst();
    }

    private void touch(Database open, List<String> keys) {
        open.write("Writing the " + kind.called, c -> {
            for (var key : keys) {
                Database.update(
                        c, "UPDATE %s SET used_at = ? WHERE key = ?".formatted(kind.table), clock.millis(), bytes(key));
            }
            return keys.size();
        });
    }

    /** Keeps bytes by key, in one transaction. */
    synchronized void put(Map<String, byte[]> fresh) {
        var open = database;
        if (open == null || fresh.isEmpty()) return;
        try {
            open.write("Writing the " + kind.called, c -> {
                for (var entry : fresh.entrySet()) {
                    Database.update(
                            c,
                            "INSERT OR REPLACE INTO %s (key, %s, used_at) VALUES (?, ?, ?)"
                                    .formatted(kind.table, kind.column),
                            bytes(entry.getKey()),
                            entry.getValue(),
                            clock.millis());
                }
                return shrink(c);
            });
        } catch (Failure e) {
            giveUp(e);
        }
    }

    /** Removes the least recently used when the cache is over its bound. SQLite uses their pages again. */
    private int shrink(Connection c) throws SQLException {
        long pages = number(c, "PRAGMA page_count") - number(c, "PRAGMA freelist_count");
        long size = pages * number(c, "PRAGMA page_size");
        if (size <= maxBytes) return 0;
        long tooMany =
                (long) Math.ceil(number(c, "SELECT count(*) FROM " + kind.table) * (1 - FULL_TO * maxBytes / size));
        return Database.update(
                c,
                "DELETE FROM %1$s WHERE key IN (SELECT key FROM %1$s ORDER BY used_at, rowid LIMIT ?)"
                        .formatted(kind.table),
                tooMany);
    }

    /** Empty when it can't be used. */
    synchronized Optional<EmbeddingCache.Size> size() {
        var open = database;
        if (open == null) return Optional.empty();
        try {
            return Optional.of(open.read(
                    "Reading the " + kind.called,
                    c -> new EmbeddingCache.Size(
                            number(c, "SELECT count(*) FROM " + kind.table),
                            number(c, "PRAGMA page_count") * number(c, "PRAGMA page_size"),
                            maxBytes)));
        } catch (Failure e) {
            giveUp(e);
            return Optional.empty();
        }
    }

    private static long number(Connection c, String sql) throws SQLException {
        return Database.rows(c, row -> row.getLong(1), sql).getFirst();
    }

    private static byte[] bytes(String key) {
        return HexFormat.of().parseHex(key);
    }

    /** A damaged file is made anew, once; whatever else is wrong leaves every text unknown from here on. */
    private void giveUp(Failure e) {
        close();
        if (!said) warn.accept("The %s cannot be used, %s: %s".formatted(kind.called, kind.without, e.getMessage()));
        boolean first = !said;
        said = true;
        if (!first || !damaged(e)) return;
        try {
            for (var ending : List.of("", "-wal", "-shm")) {
                Files.deleteIfExists(file.resolveSibling(file.getFileName() + ending));
            }
            database = SqliteDatabase.open(file, steps, SynchronousMode.NORMAL);
        } catch (IOException | Failure again) {
            e.addSuppressed(again);
        }
    }

    private static boolean damaged(Failure e) {
        if (!(e.getCause() instanceof SQLiteException sqlite)) return false;
        int code = sqlite.getResultCode().code & 0xff;
        return code == SQLiteErrorCode.SQLITE_CORRUPT.code || code == SQLiteErrorCode.SQLITE_NOTADB.code;
    }

    @Override
    public synchronized void close() {
        var open = database;
        database = null;
        if (open != null) open.close();
    }
}
