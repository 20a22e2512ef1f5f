package rag.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlite.SQLiteConfig;

class EmbeddingCacheTest {

    @TempDir
    Path data;

    private final List<String> warnings = new ArrayList<>();

    private EmbeddingCache open() {
        return EmbeddingCache.open(data, 100, warnings::add);
    }

    private static String key(int i) {
        return EmbeddingCache.key("m", "text " + i);
    }

    private static Map<String, float[]> vectors(int from, int to) {
        var vectors = new HashMap<String, float[]>();
        for (int i = from; i < to; i++) vectors.put(key(i), new float[] {i, -0.5f, Float.MIN_VALUE});
        return vectors;
    }

    @Test
    void vectorsComeBackBitForBit() {
        try (var cache = open()) {
            cache.put(vectors(0, 3));
        }
        try (var cache = open()) {
            var found = cache.get(List.of(key(2), key(9), key(0)));
            assertEquals(2, found.size());
            assertArrayEquals(new float[] {2, -0.5f, Float.MIN_VALUE}, found.get(key(2)));
            assertArrayEquals(new float[] {0, -0.5f, Float.MIN_VALUE}, found.get(key(0)));
        }
        assertEquals(List.of(), warnings);
    }

    @Test
    void aKeyIsOfModelAndText() {
        assertNotEquals(EmbeddingCache.key("a", "b"), EmbeddingCache.key("a", "c"));
        assertNotEquals(EmbeddingCache.key("a", "b"), EmbeddingCache.key("c", "b"));
        assertNotEquals(EmbeddingCache.key("a", "bc"), EmbeddingCache.key("ab", "c"));
    }

    @Test
    void aDamagedFileIsAColdCacheSaidOnce() throws Exception {
        Files.writeString(data.resolve("embeddings.db"), "no data base at all ".repeat(300));
        try (var cache = open()) {
            assertEquals(Map.of(), cache.get(List.of(key(1))));
            cache.put(vectors(0, 3));
            assertEquals(1, cache.get(List.of(key(1))).size(), "made anew");
        }
        assertEquals(1, warnings.size(), warnings.toString());
        assertTrue(warnings.getFirst().contains("texts are embedded again"), warnings.toString());
    }

    @Test
    void damageInTheMiddleIsAColdCacheSaidOnce() throws Exception {
        try (var cache = open()) {
            cache.put(vectors(0, 2000));
        }
        var file = data.resolve("embeddings.db");
        var bytes = Files.readAllBytes(file);
        for (int i = 8192; i < bytes.length; i++) bytes[i] = 0x55;
        Files.write(file, bytes);
        try (var cache = open()) {
            for (int i = 0; i < 2000; i += 100) cache.get(List.of(key(i)));
            cache.put(vectors(0, 3));
            assertEquals(1, cache.get(List.of(key(2))).size());
        }
        assertEquals(1, warnings.size(), warnings.toString());
    }

    @Test
    void aFlippedBitInAVectorMakesItUnknown() throws Exception {
        try (var cache = open()) {
            cache.put(vectors(0, 2));
        }
        try (var connection = new SQLiteConfig().createConnection("jdbc:sqlite:" + data.resolve("embeddings.db"))) {
            var sql = "SELECT vector FROM vec WHERE rowid = 1";
            var flipped = Database.rows(connection, row -> row.getBytes(1), sql).getFirst();
            flipped[2] ^= 0x10;
            Database.update(connection, "UPDATE vec SET vector = ? WHERE rowid = 1", flipped);
        }
        try (var cache = open()) {
            assertEquals(1, cache.get(List.of(key(0), key(1))).size());
        }
    }

    @Test
    void aCacheThatCannotBeMadeIsEmpty() throws Exception {
        Files.createDirectory(data.resolve("embeddings.db"));
        try (var cache = open()) {
            cache.put(vectors(0, 3));
            assertEquals(Map.of(), cache.get(List.of(key(1))));
        }
        assertEquals(1, warnings.size(), warnings.toString());
    }

    @Test
    void theLeastRecentlyUsedGoFirst() throws Exception {
        var now = new Instant[] {Instant.parse("2026-01-01T00:00:00Z")};
        var clock = new Clock() {
            @Override
            public ZoneId getZone() {
                return ZoneOffset.UTC;
            }

            @Override
            public Clock withZone(ZoneId zone) {
                return this;
            }

            @Override
            public Instant instant() {
                return now[0];
            }
        };
        int each = 200;
        long bound = 1_000_000;
        try (var cache = EmbeddingCache.open(data, bound, clock, warnings::add)) {
            var first =
                    IntStream.range(0, each).mapToObj(EmbeddingCacheTest::key).toList();
            for (int batch = 0; batch < 10; batch++) {
                var vectors = new HashMap<String, float[]>();
                for (int i = 0; i < each; i++) vectors.put(key(batch * each + i), new float[384]);
                cache.put(vectors);
                now[0] = now[0].plus(Duration.ofHours(2));
                assertEquals(each, cache.get(first).size(), "used in every batch, so they stay");
            }
            var last = IntStream.range(9 * each, 10 * each)
                    .mapToObj(EmbeddingCacheTest::key)
                    .toList();
            assertEquals(each, cache.get(last).size());
            var second = IntStream.range(each, 2 * each)
                    .mapToObj(EmbeddingCacheTest::key)
                    .toList();
            assertEquals(0, cache.get(second).size(), "2,000 vectors of 1.5 KB do not fit in 1 MB");
        }
        assertTrue(Files.size(data.resolve("embeddings.db")) < 1.5 * bound);
        assertEquals(List.of(), warnings);
    }

    @Test
    void aBoundOfNothingKeepsNothing() {
        try (var cache = EmbeddingCache.open(data, 0, warnings::add)) {
            cache.put(vectors(0, 3));
            assertEquals(Map.of(), cache.get(List.of(key(1))));
        }
        assertEquals(List.of(), warnings);
    }

    @Test
    void severalThreadsAndConnectionsShareIt() throws Exception {
        try (var one = open();
                var other = open();
                var threads = Executors.newFixedThreadPool(4)) {
            var work = new ArrayList<Callable<Void>>();
            for (int t = 0; t < 8; t++) {
                var cache = t % 2 == 0 ? one : other;
                int from = 50 * t;
                work.add(() -> {
                    for (int i = from; i < from + 50; i += 5) {
                        cache.put(vectors(i, i + 5));
                        cache.get(List.of(key(i)));
                    }
                    return null;
                });
            }
            for (var done : threads.invokeAll(work)) done.get();
            assertEquals(400, one.get(vectors(0, 400).keySet()).size());
        }
        assertEquals(List.of(), warnings);
    }
}
