package rag.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rag.model.Chunk;
import rag.model.DocumentState;
import rag.model.Filter;
import rag.model.Ids;
import rag.model.Query;
import rag.store.Change;
import rag.store.HistoryRow;
import rag.store.Ledger;
import rag.store.Publication;
import rag.store.WriterLock;

/** 50 collections of 200 documents with three passages each: invented words, vectors of chance. */
class ManyCollectionsTest {

    private static final int COLLECTIONS = 50, DOCUMENTS = 200, PASSAGES = 3;

    @Test
    void listingAndRoutingTakeLessThanATenthOfASecondAndLittleMemory(@TempDir Path folder) throws IOException {
        try (var corpus = new Corpus(folder, Map.of())) {
            var engine = corpus.engine();
            fill(engine);
            var query = new Query("word17 word170 topic23", List.of("auto"), 5, null, Filter.NONE, true, 0, null);
            var maintenance = new Maintenance(engine, Duration.ofSeconds(5), "test");
            engine.warm();
            long start = System.nanoTime();
            var routing = engine.router().route(query);
            double cold = (System.nanoTime() - start) / 1e6;
            var listings = new ArrayList<Double>();
            var routings = new ArrayList<Double>();
            for (int i = 0; i < 15; i++) {
                start = System.nanoTime();
                assertEquals(COLLECTIONS, maintenance.collections().size());
                listings.add((System.nanoTime() - start) / 1e6);
                start = System.nanoTime();
                routing = engine.router().route(query);
                routings.add((System.nanoTime() - start) / 1e6);
            }
            assertEquals("c23", routing.ranked().getFirst().collection());
            listings.sort(null);
            routings.sort(null);
            System.gc();
            var runtime = Runtime.getRuntime();
            double heap = (runtime.totalMemory() - runtime.freeMemory()) / 1e6;
            System.err.printf(
                    "50 collections: listing %.0f ms, routing %.0f ms (first %.0f ms), heap %.0f MB%n",
                    listings.get(7), routings.get(7), cold, heap);
            assertTrue(listings.get(7) < 100, "" + listings);
            assertTrue(routings.get(7) < 100, "" + routings);
            assertTrue(heap < 800, "" + heap);
        }
    }

    private static void fill(Engine engine) throws IOException {
        var random = new Random(5);
        var print = ModelChoice.fingerprint(engine, engine.embedder("bge-small-en-v1.5"));
        try (var lock = WriterLock.acquire(engine.data(), "test", Duration.ofSeconds(5));
                var ledger = Ledger.open(engine.data());
                var publication = Publication.open(engine.data(), engine.store(), ledger)) {
            for (int c = 0; c < COLLECTIONS; c++) {
                var name = "c" + c;
                try (var session = publication.session(name, print)) {
                    var changes = new ArrayList<Change>();
                    for (int d = 0; d < DOCUMENTS; d++) changes.add(document(name, c, d, print.dimension(), random));
                    session.publish(changes);
                }
            }
        }
    }

    private static Change document(String collection, int c, int d, int dimension, Random random) {
        var source = "/docs/" + collection + "/part" + d % 10 + "/document" + d + ".md";
        var id = Ids.document(collection, source);
        var chunks = new ArrayList<Chunk>();
        var vectors = new ArrayList<float[]>();
        for (int i = 0; i < PASSAGES; i++) {
            var text = new StringBuilder("topic" + c);
            for (int w = 0; w < 60; w++) text.append(" word").append(random.nextInt(5000));
            chunks.add(new Chunk(
                    Ids.chunk(id, i, text.toString()),
                    id,
                    collection,
                    source,
                    i,
                    text.toString(),
                    "Document " + d,
                    List.of(),
                    "markdown",
                    "en",
                    null,
                    0,
                    text.length(),
                    List.of(),
                    List.of(),
                    "",
                    List.of(),
                    false,
                    Map.of()));
            vectors.add(vector(dimension, random));
        }
        var row = new HistoryRow(
                collection,
                source,
                id,
                "/docs",
                "h" + d,
                "",
                1000,
                DocumentState.READY,
                "",
                false,
                "Document " + d,
                "markdown",
                "en",
                0,
                0,
                0,
                0,
                Instant.EPOCH);
        return new Change.Put(row, chunks, vectors, List.of());
    }

    private static float[] vector(int dimension, Random random) {
        var vector = new float[dimension];
        double length = 0;
        for (int i = 0; i < dimension; i++) {
            vector[i] = (float) random.nextGaussian();
            length += vector[i] * vector[i];
        }
        for (int i = 0; i < dimension; i++) vector[i] /= (float) Math.sqrt(length);
        return vector;
    }
}
