package rag.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rag.store.Consistency;
import rag.store.Ledger;

/**
 * A folder that never rests. Larger figures: {@code -Dwatch.files=2000 -Dwatch.seconds=120} for the virtual machine that
 * runs the tests.
 */
class WatchChurnTest {

    private static final String NAME = "knowledge_hub";
    private static final int FILES = Integer.getInteger("watch.files", 200);
    private static final int SECONDS = Integer.getInteger("watch.seconds", 10);

    /** Seconds to be in step again: 5 on a machine that has nothing else to do, as with {@code -Dwatch.limit=5}. */
    private static final int LIMIT = Integer.getInteger("watch.limit", 10);

    /**
     * So many different texts, all among the first files, so that the model is not what is measured. Each has a heading: else
     * the file's name would be its title, and a part of what is embedded.
     */
    private static final int TEXTS = 100;

    @TempDir
    Path folder;

    private final Random random = new Random(20260101);
    private final long began = System.nanoTime();
    private int made;

    @Test
    void soonAfterTheLastEventTheStoreEqualsTheFolder() throws Exception {
        try (var corpus = new Corpus(folder, Map.of())) {
            for (int i = 0; i < FILES; i++) create(corpus.docs());
            var troubles = Collections.synchronizedList(new ArrayList<String>());
            var rounds = Collections.synchronizedList(new ArrayList<String>());
            var stop = new AtomicBoolean();
            var request =
                    new IngestRequest(NAME, List.of(corpus.docs()), false, true, true, Duration.ofSeconds(30), "test");
            var watch = new Watch(corpus.engine(), request, Duration.ofMinutes(5), new Watch.Listener() {
                @Override
                public void ingested(IngestReport report) {
                    // what becomes of files that vanish while they are read is seen at the end
                    rounds.add("%.1f: %s took %.1f s, %d embedded"
                            .formatted(
                                    (System.nanoTime() - began) / 1e9,
                                    report.counts(),
                                    report.elapsedMs() / 1e3,
                                    report.embedded()));
                }

                @Override
                public void trouble(String words) {
                    troubles.add(words);
                }
            });
            var thread = Thread.ofPlatform().start(() -> watch.run(Progress.NONE, stop::get));
            try {
                inStep(corpus, 600, rounds);
                rounds.clear();
                long end = System.nanoTime() + SECONDS * 1_000_000_000L;
                int steps = 0;
                for (; System.nanoTime() < end; steps++) {
                    step(corpus.docs());
                    Thread.sleep(random.nextInt(40));
                }
                rounds.add("%.1f: the last change".formatted((System.nanoTime() - began) / 1e9));
                double took = inStep(corpus, LIMIT, rounds);
                System.err.printf("%d files, %d changes in %d s: in step %.1f s later%n", FILES, steps, SECONDS, took);
                if (Boolean.getBoolean("watch.rounds")) rounds.forEach(System.err::println);
                assertEquals(List.of(), troubles);
            } finally {
                stop.set(true);
                thread.join();
            }
            try (var ledger = Ledger.open(corpus.engine().data())) {
                assertEquals(
                        List.of(),
                        Consistency.check(
                                corpus.engine().data(), corpus.engine().store(), ledger));
            }
        }
    }

    /** Seconds until the history and the chunks equal the folder. */
    private static double inStep(Corpus corpus, int most, List<String> rounds) throws Exception {
        long start = System.nanoTime();
        var lying = lying(corpus.docs());
        var known = known(corpus);
        while (!known.equals(lying) && System.nanoTime() - start < most * 1_000_000_000L) {
            Thread.sleep(50);
            known = known(corpus);
        }
        assertEquals(
                Set.of(),
                difference(lying, known),
                () -> "the folder's files that are not known as they lie, and others; rounds by seconds since the"
                        + " start: "
                        + rounds);
        try (var reader = corpus.engine().store().reader(List.of(NAME))) {
            var sources = new TreeMap<String, Boolean>();
            reader.firsts(new rag.model.Filter(List.of())).forEach(chunk -> sources.put(chunk.source(), true));
            assertEquals(lying.keySet(), sources.keySet());
        }
        assertTrue(!lying.isEmpty());
        return (System.nanoTime() - start) / 1e9;
    }

    private static Set<String> difference(Map<String, String> lying, Map<String, String> known) {
        var different = new TreeSet<String>();
        lying.forEach((file, hash) -> {
            if (!hash.equals(known.get(file)))
                different.add(known.containsKey(file) ? "old: " + file : "lacks: " + file);
        });
        for (var file : known.keySet()) if (!lying.containsKey(file)) different.add("gone: " + file);
        return different;
    }

    private static Map<String, String> lying(Path docs) throws IOException {
        var lying = new TreeMap<String, String>();
        try (var files = Files.walk(docs)) {
            for (var file : files.filter(Files::isRegularFile).toList()) lying.put(file.toString(), Planner.hash(file));
        }
        return lying;
    }

    private static Map<String, String> known(Corpus corpus) {
        var known = new TreeMap<String, String>();
        try (var ledger = Ledger.open(corpus.engine().data())) {
            ledger.history(NAME).forEach(row -> known.put(row.source(), row.contentHash()));
        }
        return known;
    }

    private void step(Path docs) throws IOException {
        switch (random.nextInt(20)) {
            case 0, 1, 2, 3, 4 -> create(docs);
            case 5, 6, 7, 8, 9, 10 -> write(any(docs));
            case 11, 12, 13, 14 -> move(any(docs), docs.resolve(place()));
            case 15, 16, 17, 18 -> Files.deleteIfExists(any(docs));
            default -> folders(docs);
        }
    }

    private void create(Path docs) throws IOException {
        write(docs.resolve(place()));
    }

    private String place() {
        var deep = random.nextInt(3) == 0 ? "/e" + random.nextInt(4) : "";
        return "d" + random.nextInt(12) + deep + "/f" + made++ + ".md";
    }

    private void write(Path file) throws IOException {
        Files.createDirectories(file.getParent());
        int text = made <= TEXTS ? made : random.nextInt(TEXTS);
        Files.writeString(file, "# Number %d%n%nText number %d.".formatted(text, text));
    }

    private static void move(Path from, Path to) throws IOException {
        Files.createDirectories(to.getParent());
        try {
            Files.move(from, to);
        } catch (NoSuchFileException gone) {
            // nothing was there to be moved
        }
    }

    /** A folder as a whole gets another name, or goes, if a small one. */
    private void folders(Path docs) throws IOException {
        var folder = docs.resolve("d" + random.nextInt(12) + "/e" + random.nextInt(4));
        if (!Files.isDirectory(folder)) return;
        if (random.nextBoolean()) {
            move(folder, docs.resolve("d" + random.nextInt(12) + "/moved" + made++));
            return;
        }
        try (var files = Files.walk(folder)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) Files.delete(file);
        }
    }

    private Path any(Path docs) throws IOException {
        try (var files = Files.walk(docs)) {
            var all = files.filter(Files::isRegularFile).toList();
            return all.isEmpty() ? docs.resolve(place()) : all.get(random.nextInt(all.size()));
        }
    }
}
