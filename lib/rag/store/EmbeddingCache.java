package rag.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
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
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteConfig.SynchronousMode;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;
import rag.model.Failure;
import rag.model.Ids;

/**
 * Vectors of texts that were embedded before: {@code <data>/embeddings.db}. It saves work and holds nothing that
 * cannot be computed again, so a broken cache is an empty one: that is said once and is never an error. Usable from
 * several threads and processes.
 */
public final class EmbeddingCache implements AutoCloseable {

    private static final List<String> STEPS = List.of("""
        CREATE TABLE vec (key BLOB PRIMARY KEY, vector BLOB NOT NULL, used_at INTEGER NOT NULL);
        CREATE INDEX vec_by_use ON vec (used_at);
        """);

    /** A use is noted at most this often, so that reading seldom writes. */
    private static final long BETWEEN_USES_MS = Duration.ofHours(1).toMillis();

    private static final int DEFAULT_MB = 1000; // about 600,000 vectors of 384 dimensions

    private static final double FULL_TO = 0.9; // what is left of the bound when the oldest have gone

    private final Path file;
    private final long maxBytes;
    private final Clock clock;
    private final Consumer<String> warn;
    private @Nullable Database database;
    private boolean said;

    private EmbeddingCache(Path file, long maxBytes, Clock clock, Consumer<String> warn) {
        this.file = file;
        this.maxBytes = maxBytes;
        this.clock = clock;
        this.warn = warn;
    }

    /** Opens the cache of a data folder, or makes it; it may grow to {@value #DEFAULT_MB} MB. Trouble is logged. */
    public static EmbeddingCache open(Path data) {
        var log = System.getLogger(EmbeddingCache.class.getName());
        return open(data, DEFAULT_MB, words -> log.log(System.Logger.Level.WARNING, words));
    }

    /**
     * Opens the cache of a data folder, or makes it.
     *
     * @param maxMb bound of its size in MB; the least recently used vectors go first; 0 keeps nothing
     * @param warn told, once, when the cache cannot be used
     */
    public static EmbeddingCache open(Path data, int maxMb, Consumer<String> warn) {
        return open(data, maxMb * 1_000_000L, Clock.systemUTC(), warn);
    }

    static EmbeddingCache open(Path data, long maxBytes, Clock clock, Consumer<String> warn) {
        var cache = new EmbeddingCache(data.resolve("embeddings.db"), maxBytes, clock, warn);
        if (maxBytes <= 0) return cache;
        try {
            cache.database = Database.open(cache.file, STEPS, SynchronousMode.NORMAL);
        } catch (Failure e) {
            cache.giveUp(e);
        }
        return cache;
    }

    /**
     * The key of a text's vector.
     *
     * @param model everything that the vector depends on beside the text: provider, model, revision, prefix
     */
    public static String key(String model, String text) {
        return Ids.sha256((model + "\0" + text).getBytes(StandardCharsets.UTF_8));
    }

    /** The vectors that are known, by key. */
    public synchronized Map<String, float[]> get(Collection<String> keys) {
        var vectors = new HashMap<String, float[]>();
        var open = database;
        if (open == null) return vectors;
        try {
            var old = new ArrayList<String>();
            open.read("Reading the embedding cache", c -> {
                for (var key : keys) get(c, key, old).ifPresent(vector -> vectors.put(key, vector));
                return vectors;
            });
            if (!old.isEmpty()) touch(open, old);
        } catch (Failure e) {
            giveUp(e);
        }
        return vectors;
    }

    private Optional<float[]> get(Connection c, String key, List<String> old) throws SQLException {
        var found = Database.rows(
                c,
                row -> {
                    if (clock.millis() - row.getLong(2) > BETWEEN_USES_MS) old.add(key);
                    return row.getBytes(1);
                },
                "SELECT vector, used_at FROM vec WHERE key = ?",
                bytes(key));
        return found.stream().findFirst().flatMap(EmbeddingCache::decode);
    }

    private void touch(Database open, List<String> keys) {
        open.write("Writing the embedding cache", c -> {
            for (var key : keys) {
                Database.update(c, "UPDATE vec SET used_at = ? WHERE key = ?", clock.millis(), bytes(key));
            }
            return keys.size();
        });
    }

    /** Keeps vectors by key, in one transaction. */
    public synchronized void put(Map<String, float[]> vectors) {
        var open = database;
        if (open == null || vectors.isEmpty()) return;
        try {
            open.write("Writing the embedding cache", c -> {
                for (var entry : vectors.entrySet()) {
                    Database.update(
                            c,
                            "INSERT OR REPLACE INTO vec (key, vector, used_at) VALUES (?, ?, ?)",
                            bytes(entry.getKey()),
                            encode(entry.getValue()),
                            clock.millis());
                }
                return shrink(c);
            });
        } catch (Failure e) {
            giveUp(e);
        }
    }

    /**
     * What the cache holds.
     *
     * @param bytes size of the file, with room that is free again
     */
    public record Size(long vectors, long bytes, long maxBytes) {}

    /** Empty when the cache can't be used. */
    public synchronized Optional<Size> size() {
        var open = database;
        if (open == null) return Optional.empty();
        try {
            return Optional.of(open.read(
                    "Reading the embedding cache",
                    c -> new Size(
                            number(c, "SELECT count(*) FROM vec"),
                            number(c, "PRAGMA page_count") * number(c, "PRAGMA page_size"),
                            maxBytes)));
        } catch (Failure e) {
            giveUp(e);
            return Optional.empty();
        }
    }

    /** Removes the least recently used when the cache is over its bound. SQLite uses their pages again. */
    private int shrink(Connection c) throws SQLException {
        long pages = number(c, "PRAGMA page_count") - number(c, "PRAGMA freelist_count");
        long size = pages * number(c, "PRAGMA page_size");
        if (size <= maxBytes) return 0;
        long tooMany = (long) Math.ceil(number(c, "SELECT count(*) FROM vec") * (1 - FULL_TO * maxBytes / size));
        return Database.update(
                c, "DELETE FROM vec WHERE key IN (SELECT key FROM vec ORDER BY used_at, rowid LIMIT ?)", tooMany);
    }

    private static long number(Connection c, String sql) throws SQLException {
        return Database.rows(c, row -> row.getLong(1), sql).getFirst();
    }

    private static byte[] bytes(String key) {
        return HexFormat.of().parseHex(key);
    }

    /** 32-bit little-endian numbers, then a checksum over them: SQLite would not notice a flipped bit in a vector. */
    private static byte[] encode(float[] vector) {
        var bytes = ByteBuffer.allocate(4 * vector.length + 4).order(ByteOrder.LITTLE_ENDIAN);
        for (float value : vector) bytes.putFloat(value);
        return bytes.putInt(sum(bytes.array())).array();
    }

    private static Optional<float[]> decode(byte[] bytes) {
        var values = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        if (bytes.length < 4 || values.getInt(bytes.length - 4) != sum(bytes)) return Optional.empty();
        var vector = new float[bytes.length / 4 - 1];
        values.asFloatBuffer().get(vector);
        return Optional.of(vector);
    }

    private static int sum(byte[] bytes) {
        var crc = new CRC32();
        crc.update(bytes, 0, bytes.length - 4);
        return (int) crc.getValue();
    }

    /** A damaged file is made anew, once; whatever else is wrong leaves every text unknown from here on. */
    private void giveUp(Failure e) {
        close();
        if (!said) warn.accept("The embedding cache cannot be used, texts are embedded again: " + e.getMessage());
        boolean first = !said;
        said = true;
        if (!first || !damaged(e)) return;
        try {
            for (var ending : List.of("", "-wal", "-shm")) {
                Files.deleteIfExists(file.resolveSibling(file.getFileName() + ending));
            }
            database = Database.open(file, STEPS, SynchronousMode.NORMAL);
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
