package rag.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static rag.store.Samples.PRINT;
import static rag.store.Samples.chunk;
import static rag.store.Samples.put;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import rag.model.Filter;

/** Three nodes, of which one dies, or hangs, while questions are asked and documents come in. */
@Tag("engine")
class OpenSearchClusterTest {

    private static final int BASE = 300;
    private static final int QUERIES = 500;
    private static final long LONGEST = 6_000;

    @TempDir(cleanup = CleanupMode.NEVER) // the nodes' end removes it
    Path folder;

    private final AtomicInteger asked = new AtomicInteger();
    private final AtomicInteger acknowledged = new AtomicInteger();
    private final AtomicLong longest = new AtomicLong();

    @Test
    void nodes_die_and_hang_while_questions_are_asked_and_documents_come_in_and_nothing_is_missed() throws Exception {
        try (var nodes = OpenSearchNodes.started(folder, 3);
                var store = nodes.store("kill");
                var writing = nodes.store("kill")) {
            try (var writer = store.writer("c", PRINT)) {
                var random = new Random(5);
                for (int i = 0; i < BASE; i++)
                    put(writer, chunk("c", "/base" + i, 0, "base " + i), Samples.random(random));
                writer.commit(1);
            }
            await(nodes, 1, 3);
            killed(nodes, store, writing);
            int manager = manager(nodes, 1);
            hung(nodes, store, manager % 3 + 1, 20);
            await(nodes, manager, 3);
            hung(nodes, store, manager(nodes, manager), 45); // by then it is no longer the manager
        }
    }

    private void killed(OpenSearchNodes nodes, ChunkStore store, ChunkStore writing) throws Exception {
        var done = new AtomicBoolean();
        try (var threads = Executors.newFixedThreadPool(3)) {
            var queries = List.of(threads.submit(queries(store, done, 1)), threads.submit(queries(store, done, 2)));
            var ingest = threads.submit(ingest(writing, done));
            try {
                int manager = manager(nodes, 1);
                int data = manager % 3 + 1, third = 6 - manager - data;
                awaitQueries(100);
                nodes.signal(data, "KILL");
                awaitQueries(250);
                nodes.again(data);
                await(nodes, third, 3);
                nodes.signal(manager, "KILL");
                awaitQueries(QUERIES);
                nodes.again(manager);
                await(nodes, third, 3);
            } finally {
                done.set(true);
            }
            for (var query : queries) query.get();
            ingest.get();
        }
        System.err.printf(
                "Killed: %d queries, the longest %d ms; %d documents acknowledged%n",
                asked.get(), longest.get(), acknowledged.get());
        assertTrue(asked.get() >= QUERIES);
        assertTrue(longest.get() < LONGEST, longest + " ms");
        try (var reader = store.reader(List.of("c"))) {
            assertEquals(BASE + acknowledged.get(), reader.size());
            assertEquals(
                    acknowledged.get(),
                    reader.sparse("fresh", Filter.NONE, 10_000).candidates().size());
        }
    }

    private void awaitQueries(int more) throws InterruptedException {
        int until = more;
        for (int i = 0; i < 1_200 && asked.get() < until; i++) Thread.sleep(100);
    }

    private void hung(OpenSearchNodes nodes, ChunkStore store, int node, int seconds) throws Exception {
        longest.set(0);
        int before = asked.get();
        nodes.signal(node, "STOP");
        try {
            var done = new AtomicBoolean();
            var queries = queries(store, done, 3);
            try (var threads = Executors.newFixedThreadPool(1)) {
                var asking = threads.submit(queries);
                Thread.sleep(seconds * 1_000);
                done.set(true);
                asking.get();
            }
        } finally {
            nodes.signal(node, "CONT");
        }
        System.err.printf(
                "Hung: %d queries in %d s, the longest %d ms%n", asked.get() - before, seconds, longest.get());
        assertTrue(asked.get() - before > 5);
        assertTrue(longest.get() < LONGEST, longest + " ms");
    }

    /** Each question has to find all there is, whatever happens. */
    private Callable<Void> queries(ChunkStore store, AtomicBoolean done, int seed) {
        var random = new Random(seed);
        return () -> {
            while (!done.get()) {
                long start = System.nanoTime();
                try (var reader = store.reader(List.of("c"))) {
                    if (random.nextBoolean()) {
                        assertEquals(
                                BASE,
                                reader.sparse("base", Filter.NONE, 1_000)
                                        .candidates()
                                        .size());
                    } else {
                        int size = reader.size();
                        assertTrue(size >= BASE);
                        assertEquals(
                                size,
                                reader.dense(Samples.random(random), Filter.NONE, 10_000)
                                        .size());
                    }
                }
                long took = (System.nanoTime() - start) / 1_000_000;
                longest.accumulateAndGet(took, Math::max);
                asked.incrementAndGet();
                Thread.sleep(50);
            }
            return null;
        };
    }

    private Callable<Void> ingest(ChunkStore store, AtomicBoolean done) {
        var random = new Random(9);
        return () -> {
            try (var writer = store.writer("c", PRINT)) {
                for (int i = 0; !done.get(); i++) {
                    for (int j = 0; j < 3; j++) {
                        put(writer, chunk("c", "/fresh" + i + "/" + j, 0, "fresh " + i), Samples.random(random));
                    }
                    writer.commit(i + 2);
                    acknowledged.addAndGet(3);
                    Thread.sleep(200);
                }
            }
            return null;
        };
    }

    private static int manager(OpenSearchNodes nodes, int from) throws Exception {
        var name = nodes.ask(from, "GET", "/_cat/cluster_manager?h=node").strip();
        return Integer.parseInt(name.substring(1));
    }

    /** Waits until all copies are there. */
    private static void await(OpenSearchNodes nodes, int from, int all) throws Exception {
        for (int i = 0; i < 60; i++) {
            try {
                var health = nodes.ask(
                        from, "GET", "/_cluster/health?wait_for_status=green&wait_for_nodes=" + all + "&timeout=5s");
                if (health.contains("\"green\"") && health.contains("\"timed_out\":false")) return;
            } catch (IOException e) {
                Thread.sleep(1_000);
            }
        }
        throw new AssertionError("not green within minutes");
    }
}
