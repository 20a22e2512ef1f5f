package rag.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rag.store.Ledger;
import rag.store.WriterLock;

/** A collection that is kept in step with a folder. */
class WatchTest {

    private static final String NAME = "knowledge_hub";

    @TempDir
    Path folder;

    private Corpus corpus;
    private final AtomicBoolean stop = new AtomicBoolean();
    private final List<String> troubles = Collections.synchronizedList(new ArrayList<>());
    private Thread thread = new Thread();

    @BeforeEach
    void open() {
        corpus = new Corpus(folder, Map.of());
    }

    @AfterEach
    void close() throws InterruptedException {
        stop.set(true);
        thread.join(20_000);
        corpus.close();
    }

    private void watch(Path... paths) {
        watch(Duration.ofSeconds(30), Duration.ofSeconds(2), paths);
    }

    private void watch(Duration patience, Duration compareEvery, Path... paths) {
        var request = new IngestRequest(NAME, List.of(paths), false, true, false, patience, "test");
        var watch = new Watch(corpus.engine(), request, compareEvery, new Watch.Listener() {
            @Override
            public void ingested(IngestReport report) {
                report.troubles().forEach(outcome -> troubles.add(outcome.toString()));
            }

            @Override
            public void trouble(String words) {
                troubles.add(words);
            }
        });
        thread = Thread.ofPlatform().start(() -> watch.run(Progress.NONE, stop::get));
    }

    /** Content hash by file, as the history has it. */
    private Map<String, String> known() {
        var known = new TreeMap<String, String>();
        try (var ledger = Ledger.open(corpus.engine().data())) {
            ledger.history(NAME).forEach(row -> known.put(row.source(), row.contentHash()));
        }
        return known;
    }

    private Map<String, String> lying() throws IOException {
        var lying = new TreeMap<String, String>();
        try (var files = Files.walk(corpus.docs())) {
            for (var file : files.filter(Files::isRegularFile).toList()) lying.put(file.toString(), Planner.hash(file));
        }
        return lying;
    }

    private static void within(int seconds, BooleanSupplier holds) throws InterruptedException {
        for (long end = System.nanoTime() + seconds * 1_000_000_000L;
                !holds.getAsBoolean() && System.nanoTime() < end; ) Thread.sleep(50);
    }

    private void assertInStep() throws Exception {
        var lying = lying();
        within(20, () -> known().equals(lying));
        assertEquals(lying, known());
    }

    @Test
    void afterManyRandomChangesTheCollectionEqualsTheFolder() throws Exception {
        for (int i = 0; i < 20; i++) corpus.write("d" + i % 4 + "/f" + i + ".md", "Text number " + i);
        watch(corpus.docs());
        assertInStep();

        var random = new Random(7);
        for (int step = 0; step < 60; step++) {
            var file = corpus.docs().resolve("d" + random.nextInt(6) + "/f" + random.nextInt(30) + ".md");
            switch (random.nextInt(4)) {
                case 0, 1 -> corpus.write(corpus.docs().relativize(file).toString(), "Changed in step " + step);
                case 2 -> Files.deleteIfExists(file);
                default -> {
                    var there = corpus.docs().resolve("moved/" + step + ".md");
                    Files.createDirectories(there.getParent());
                    if (Files.exists(file)) Files.move(file, there);
                }
            }
            Thread.sleep(random.nextInt(60));
        }
        assertInStep();
        assertEquals(List.of(), troubles);
    }

    @Test
    void aNewFolderIsSeenWithAllThatIsInIt() throws Exception {
        corpus.write("a.md", "One.");
        watch(corpus.docs());
        assertInStep();
        corpus.write("new/deep/er/b.md", "Two.");
        assertInStep();
        corpus.write("new/deep/er/c.md", "Three.");
        assertInStep();
        Files.delete(corpus.docs().resolve("new/deep/er/b.md"));
        assertInStep();
    }

    /** As where somebody keeps a folder in step by {@code --watch .}: the logs lie below it. */
    @Test
    void theLogsThatARoundWritesAreNoChangesForTheNext() throws Exception {
        corpus.close();
        var log = folder.toRealPath().resolve("docs/logs/traces.jsonl");
        corpus = new Corpus(folder, Map.of("observability.trace_file", log.toString()));
        corpus.write("a.md", "The pump stands in the cellar.");
        corpus.write("logs/mcp_calls.1.jsonl", "{}");
        var notes = corpus.write("logs/notes.md", "Not written by any log.");
        watch(corpus.docs());
        within(20, () -> Files.exists(log) && known().size() == 2);
        Thread.sleep(1500);
        corpus.settle();
        long size = Files.size(log);
        Thread.sleep(2500);

        assertEquals(Set.of(corpus.docs() + "/a.md", notes.toString()), known().keySet());
        assertEquals(size, Files.size(log), "every round would add a line");
    }

    @Test
    void aFileThatIsWatchedBringsNoneOfItsNeighbours() throws Exception {
        var file = corpus.write("a.md", "One.");
        watch(file);
        within(20, () -> known().size() == 1);
        corpus.write("b.md", "A neighbour.");
        corpus.write("a.md", "One, changed.");
        within(20, () -> known().containsValue(hash(file)));
        assertEquals(Map.of(file.toString(), hash(file)), known());
    }

    private static String hash(Path file) {
        try {
            return Planner.hash(file);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @Test
    void whatChangesWhileAnotherOneWritesIsDoneOnceThatOneIsDone() throws Exception {
        corpus.write("a.md", "One.");
        try (var other = WriterLock.acquire(corpus.engine().data(), "other", Duration.ZERO)) {
            watch(Duration.ZERO, Duration.ofHours(1), corpus.docs());
            within(10, () -> !troubles.isEmpty());
        }
        assertInStep();

        try (var other = WriterLock.acquire(corpus.engine().data(), "another", Duration.ofSeconds(10))) {
            corpus.write("b.md", "Two.");
            within(10, () -> troubles.toString().contains("(another)"));
        }
        assertInStep();
        assertTrue(troubles.getFirst().contains("(other)"), troubles.toString());
    }

    @Test
    void aFolderThatIsGoneTakesNothingAlongAndIsWatchedAgainOnceItIsBack() throws Exception {
        corpus.write("a.md", "One.");
        watch(corpus.docs());
        assertInStep();
        var before = known();
        var away = corpus.docs().resolveSibling("away");
        Files.move(corpus.docs(), away);
        within(10, () -> !troubles.isEmpty());
        assertTrue(troubles.toString().contains("is gone"), troubles.toString());
        assertEquals(before, known());

        Files.move(away, corpus.docs());
        corpus.write("b.md", "Two.");
        assertInStep();
    }
}
