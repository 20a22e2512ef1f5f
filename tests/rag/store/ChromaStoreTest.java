package rag.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static rag.store.Samples.PRINT;
import static rag.store.Samples.at;
import static rag.store.Samples.chunk;
import static rag.store.Samples.put;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rag.config.Json;
import rag.model.Candidate;
import rag.model.Chunk;
import rag.model.Failure;
import rag.model.Filter;
import rag.store.chroma.ChromaChunkStore;

@Tag("engine")
class ChromaStoreTest {

    @TempDir
    Path data;

    @TempDir
    Path other;

    private ChromaChunkStore store;

    @BeforeEach
    void open() {
        store = store(data, Clock.systemUTC());
    }

    @AfterEach
    void close() throws IOException {
        store.close();
    }

    private ChromaChunkStore store(Path data, Clock clock) {
        return new ChromaChunkStore(ChromaServer.settings(this.data), data, clock, 0);
    }

    private static Clock later() {
        return Clock.offset(Clock.systemUTC(), Duration.ofSeconds(31));
    }

    private List<Candidate> nearest(ChunkStore store) throws IOException {
        try (var reader = store.reader(List.of("c"))) {
            return reader.dense(at(0), Filter.NONE, 10);
        }
    }

    /** Numbers of vectors in the Chroma collections of this test's database. */
    private List<Integer> counts() throws Exception {
        var all = "http://%s/api/v2/tenants/default_tenant/databases/test_%s/collections"
                .formatted(ChromaServer.host(), data.getFileName());
        var counts = new ArrayList<Integer>();
        for (var collection : Json.tree(get(all))) {
            counts.add(Integer.parseInt(get(all + "/" + collection.get("id").asText() + "/count")));
        }
        return counts;
    }

    private static String get(String address) throws Exception {
        try (var client = HttpClient.newHttpClient()) {
            var request = HttpRequest.newBuilder(URI.create(address)).build();
            return client.send(request, HttpResponse.BodyHandlers.ofString()).body();
        }
    }

    @Test
    void anOlderVersionAnswersWhoReadsIt_andGoesWhenNobodyCan() throws Exception {
        var chunk = chunk("c", "/a", 0, "apple");
        try (var writer = store.writer("c", PRINT)) {
            put(writer, chunk, at(10));
            writer.commit(1);
        }
        try (var before = store.reader(List.of("c"))) {
            try (var writer = store.writer("c", PRINT)) {
                put(writer, chunk, at(60)); // the same words with another vector, as after a change of a heading
                writer.commit(2);
            }
            assertEquals(Math.cos(Math.toRadians(60)), nearest(store).getFirst().score(), 1e-6);
            assertEquals(List.of(2), counts());
            store.writer("c", PRINT).close(); // too early: some may read what was there
            assertEquals(List.of(2), counts());
            assertEquals(
                    Math.cos(Math.toRadians(10)),
                    before.dense(at(0), Filter.NONE, 10).getFirst().score(),
                    1e-6);
        }
        try (var late = store(data, later())) {
            late.writer("c", PRINT).close();
        }
        assertEquals(List.of(1), counts());
        assertEquals(1, nearest(store).size());
    }

    @Test
    void whatAKilledProcessGaveToChromaIsInvisibleAndCleared() throws Exception {
        Samples.write(store, "c", "apple", "pear");
        var before = nearest(store);
        try (var victim = Child.run(Victim.class, data, ChromaServer.host())) {
            assertEquals("here", victim.line().orElse("it ended"));
            assertEquals(List.of(1002), counts(), "the vectors are in Chroma");
            victim.kill();
        }
        assertEquals(before, nearest(store));
        try (var late = store(data, later())) {
            assertEquals(1, late.committedSeq("c"));
            late.writer("c", PRINT).close();
        }
        assertEquals(List.of(2), counts());
        assertEquals(before, nearest(store));
    }

    /** Gives a thousand vectors to Chroma, which is all of them, and waits before it publishes. */
    static final class Victim {

        public static void main(String[] arguments) throws Exception {
            var data = Path.of(arguments[0]);
            var store = new ChromaChunkStore(ChromaServer.settings(data, arguments[1]), data);
            var random = new Random(1);
            var writer = store.writer("c", PRINT);
            for (int i = 0; i < 1000; i++)
                put(writer, chunk("c", "/new/" + i, 0, "apple " + i), Samples.random(random));
            IO.println("here");
            Thread.sleep(Duration.ofMinutes(1));
        }
    }

    @Test
    void whenChromaIsDownWordsAreStillFoundAndNothingIsPublished() throws Exception {
        var server = ChromaServer.own(other.resolve("server"));
        try (var own =
                new ChromaChunkStore(ChromaServer.settings(data, server.address()), data, Clock.systemUTC(), 0)) {
            Samples.write(own, "c", "apple", "pear");
            var before = nearest(own);
            server.kill();
            var down = assertThrows(Failure.class, () -> nearest(own));
            assertEquals(
                    "Chroma at http://%s can't be reached; see whether it runs and vector_store.hosts is right"
                            .formatted(server.address()),
                    down.getMessage());
            try (var reader = own.reader(List.of("c"))) {
                assertEquals(
                        1, reader.sparse("apple", Filter.NONE, 10).candidates().size());
            }
            assertThrows(Failure.class, () -> own.writer("c", PRINT));
            server.start();
            assertEquals(before, nearest(own));
            server.kill();
            try (var files = Files.walk(other.resolve("server/db"))) {
                for (var file :
                        files.sorted(java.util.Comparator.reverseOrder()).toList()) Files.delete(file);
            }
            server.start();
            var lost = assertThrows(Failure.class, () -> nearest(own));
            assertTrue(
                    lost.getMessage()
                            .endsWith("holds 0 vectors of the 2 of collection 'c'; bring them there anew with: "
                                    + "./jbang ingest.java --reembed --force -c c"),
                    lost.getMessage());
            own.writer("c", PRINT).close(); // whoever writes brings back what was lost
            assertEquals(before, nearest(own));
        } finally {
            server.kill();
        }
    }

    @Test
    void aCopiedFolderLeavesTheVectorsOfTheOtherAlone() throws Exception {
        Samples.write(store, "c", "apple", "pear");
        var before = nearest(store);
        var copy = other.resolve("copy");
        try (var files = Files.walk(data)) {
            for (var file : files.toList())
                Files.copy(file, copy.resolve(data.relativize(file).toString()));
        }
        try (var copied = store(copy, later())) {
            var refused = assertThrows(Failure.class, () -> nearest(copied));
            assertTrue(refused.getMessage().startsWith("the data folder was copied"), refused.getMessage());
            try (var writer = copied.writer("c", PRINT)) {
                writer.delete(chunk("c", "/docs/0.md", 0, "apple").documentId());
                writer.commit(2);
            }
            copied.writer("c", PRINT).close();
            assertEquals(1, nearest(copied).size());
            assertEquals(before, nearest(store));
            copied.drop("c");
        }
        assertEquals(before, nearest(store));
        assertEquals(List.of(2), counts());
        store.drop("c");
        assertEquals(List.of(), counts());
    }

    @Test
    void fewThatPassAFilterAreFoundWithoutChroma() throws Exception {
        Samples.write(store, "c", "apple", "pear");
        var nowhere = ChromaServer.settings(data, "127.0.0.1:1");
        try (var alone = new ChromaChunkStore(nowhere, data);
                var reader = alone.reader(List.of("c"));
                var asked = store.reader(List.of("c"))) {
            var filter = Samples.filter("source", "/docs/1.md");
            assertEquals(asked.dense(at(0), filter, 10), reader.dense(at(0), filter, 10));
            assertThrows(Failure.class, () -> reader.dense(at(0), Filter.NONE, 10));
        }
    }

    @Test
    void aCollectionMovesThereAndBack() throws Exception {
        var random = new Random(5);
        var documents = new LinkedHashSet<String>();
        try (var lucene = new LuceneChunkStore(data);
                var back = new LuceneChunkStore(other)) {
            try (var writer = lucene.writer("c", PRINT)) {
                for (int i = 0; i < 300; i++) {
                    var chunk = chunk("c", "/docs/" + i, 0, "apple " + i % 17 + " pear " + i % 23);
                    documents.add(chunk.documentId());
                    put(writer, chunk, Samples.random(random));
                }
                writer.commit(3);
            }
            assertEquals(
                    300,
                    new CollectionCopy(lucene, store, "c")
                            .run(documents, done -> {})
                            .chunks());
            assertEquals(
                    300,
                    new CollectionCopy(store, back, "c")
                            .run(documents, done -> {})
                            .chunks());
            assertEquals(nearest(lucene), nearest(store));
            assertEquals(nearest(lucene), nearest(back));
            assertEquals(3, back.committedSeq("c"));
        }
    }

    @Test
    void anotherModelHasACollectionOfItsOwnAndTheOldOneGoes() throws Exception {
        Samples.write(store, "c", "apple", "pear");
        var wide = new rag.model.Fingerprint("local", "wide", "r1", 3, "", "", "words-1", "recursive 256/32");
        try (var writer = store.rewriter("c", wide)) {
            put(writer, chunk("c", "/docs/0.md", 0, "apple"), new float[] {0, 1, 0});
            assertEquals(2, nearest(store).size());
            writer.commit(2);
        }
        try (var reader = store.reader(List.of("c"))) {
            assertEquals(
                    1,
                    reader.dense(new float[] {0, 1, 0}, Filter.NONE, 5)
                            .getFirst()
                            .score(),
                    1e-6);
        }
        assertEquals(List.of(1, 2), counts().stream().sorted().toList());
        try (var late = store(data, later())) {
            late.writer("c", wide).close();
        }
        assertEquals(List.of(1), counts());
        assertFalse(nearestTexts(wide).isEmpty());
    }

    private List<String> nearestTexts(rag.model.Fingerprint print) throws IOException {
        try (var reader = store.reader(List.of("c"))) {
            var ids = reader.dense(new float[] {0, 0, 1}, Filter.NONE, print.dimension()).stream()
                    .map(Candidate::id)
                    .toList();
            return reader.chunks(ids).stream().map(Chunk::text).toList();
        }
    }
}
