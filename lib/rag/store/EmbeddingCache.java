package rag.store;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.zip.CRC32;
import rag.model.Ids;

/**
 * Vectors of texts that were embedded before: {@code <data>/embeddings.db}. A broken cache is an empty one: that is said
 * once and is never an error. Usable from several threads and processes.
 */
public final class EmbeddingCache implements AutoCloseable {

    private static final KeptBytes.Kind KIND =
            new KeptBytes.Kind("embeddings.db", "vec", "vector", "embedding cache", "texts are embedded again");

    private static final int DEFAULT_MB = 1000; // about 600,000 vectors of 384 dimensions

    private final KeptBytes kept;

    private EmbeddingCache(KeptBytes kept) {
        this.kept = kept;
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
        return new EmbeddingCache(KeptBytes.open(KIND, data, maxBytes, clock, warn));
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
    public Map<String, float[]> get(Collection<String> keys) {
        var vectors = new HashMap<String, float[]>();
        kept.get(keys).forEach((key, bytes) -> decode(bytes).ifPresent(vector -> vectors.put(key, vector)));
        return vectors;
    }

    /** Keeps vectors by key, in one transaction. */
    public void put(Map<String, float[]> vectors) {
        var bytes = new HashMap<String, byte[]>();
        vectors.forEach((key, vector) -> bytes.put(key, encode(vector)));
        kept.put(bytes);
    }

    /**
     * What the cache holds.
     *
     * @param bytes size of the file, with room that is free again
     */
    public record Size(long vectors, long bytes, long maxBytes) {}

    /** Empty when the cache can't be used. */
    public Optional<Size> size() {
        return kept.size();
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

    @Override
    public void close() {
        kept.close();
    }
}
