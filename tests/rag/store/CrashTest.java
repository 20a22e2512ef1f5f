package rag.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import rag.model.Fingerprint;

/**
 * Kills processes that publish, at every named step and at random moments; then recovers and compares all stores. What
 * was acknowledged must be there; what was under way must be there whole, or not at all. {@code -Drag.crash.rounds=N}
 * does N times as many.
 */
@Tag("process")
class CrashTest {

    private static final int ROUNDS = Integer.getInteger("rag.crash.rounds", 1);

    @TempDir
    Path data;

    /** What should be found, by source, as {@link Documents#found} says it. */
    private final Map<String, String> acknowledged = new TreeMap<>();

    private int acks;

    /** The store under test. */
    ChunkStore store() throws Exception {
        return new LuceneChunkStore(data);
    }

    /** Starts a process that publishes to it. */
    Child victim(String what, long seed, String step, int times) throws Exception {
        return Child.run(CrashVictim.class, data, what, seed, step, times);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "op-pending", "image-temporary", "image-written", "images-synced", "chunk-buffered", "chunks-buffered",
                "before-commit", "after-commit", "before-done", "done", "swept", "optimised"
            })
    void aHaltAtAStepOfAPublicationLosesNothing(String step) throws Exception {
        var random = new Random(step.hashCode());
        for (int round = 0; round < ROUNDS; round++) {
            int times = times(step, random);
            try (var victim = victim("publish", random.nextLong(), step, times)) {
                var underWay = follow(victim);
                assertEquals(9, victim.exit(), "halted at " + step);
                recoverAndCompare(underWay);
            }
        }
        assertTrue(acks > 0);
    }

    /** Some publications in, so that something was acknowledged; up to five documents of three pictures are in one. */
    private static int times(String step, Random random) {
        return switch (step) {
            case "image-temporary", "image-written" -> 16 + random.nextInt(9);
            case "chunk-buffered" -> 6 + random.nextInt(9);
            case "optimised" -> 1;
            default -> 2 + random.nextInt(4);
        };
    }

    @Test
    void killsAtRandomMomentsLoseNothing() throws Exception {
        var random = new Random(17);
        for (int round = 0; round < 5 * ROUNDS; round++) {
            try (var victim = victim("publish", random.nextLong(), "-", 0)) {
                assertEquals(Optional.of("ready"), victim.line());
                long wait = random.nextLong(600);
                Thread.ofVirtual().start(() -> {
                    try {
                        Thread.sleep(wait);
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                    victim.kill();
                });
                recoverAndCompare(follow(victim));
            }
        }
    }

    @Test
    void processesTakeTurnsWhileOthersRead() throws Exception {
        try (var one = victim("some", 1, "-", 0);
                var two = victim("some", 2, "-", 0)) {
            int reads = 0;
            while (one.runs() || two.runs()) {
                try (var store = store();
                        var ledger = Ledger.openReadOnly(data).orElse(null)) {
                    for (int i = 0; ledger != null && i < 20; i++, reads++) Documents.found(store, ledger, "kb");
                }
                Thread.sleep(20);
            }
            assertEquals(List.of("ready"), one.lines());
            assertEquals(List.of("ready"), two.lines());
            assertEquals(0, one.exit() + two.exit());
            assertTrue(reads > 0);
        }
        for (int seed = 1; seed <= 2; seed++) {
            for (int i = 0; i < 8; i++) acknowledged.put(seed + "/" + i, "v" + i);
        }
        recoverAndCompare(Map.of());
    }

    @ParameterizedTest
    @ValueSource(strings = {"recovery-finished", "recovery-abandoned", "recovery-swept"})
    void aHaltInARecoveryLosesNothing(String step) throws Exception {
        var leftBy = step.equals("recovery-finished") ? "after-commit" : "before-commit";
        try (var victim = victim("publish", 5, leftBy, 3)) {
            var underWay = follow(victim);
            try (var second = victim("publish", 6, step, 1)) {
                var said = second.lines();
                assertEquals(9, second.exit());
                assertEquals(List.of(), said);
            }
            recoverAndCompare(underWay);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"clear-pending", "dropped", "cleared"})
    void aClearingThatWasBegunIsFinished(String step) throws Exception {
        publishSome();
        try (var victim = victim("clear", 1, step, 1)) {
            assertEquals(List.of("ready", "try clear"), victim.lines());
            assertEquals(9, victim.exit());
        }
        acknowledged.clear();
        recoverAndCompare(Map.of());
        assertTrue(Files.notExists(data.resolve("images/kb")));
        publishSome();
        recoverAndCompare(Map.of());
    }

    @ParameterizedTest
    @ValueSource(strings = {"chunk-buffered", "before-commit", "after-commit"})
    void aRewritingHoldsWholeOrNotAtAll(String step) throws Exception {
        publishSome();
        try (var victim = victim("rewrite", 1, step, 1)) {
            assertEquals(List.of("ready", "try rewrite"), victim.lines());
            assertEquals(9, victim.exit());
        }
        recoverAndCompare(Map.of());
        boolean committed = step.equals("after-commit");
        try (var store = store()) {
            Optional<Fingerprint> now = store.fingerprint("kb");
            assertEquals(Optional.of(committed ? Documents.print("model-b") : Documents.PRINT), now);
        }
    }

    private void publishSome() throws Exception {
        try (var lock = WriterLock.acquire(data, "test", Duration.ZERO);
                var ledger = Ledger.open(data);
                var store = store();
                var publication = Publication.open(data, store, ledger);
                var session = publication.session("kb", Documents.PRINT)) {
            lock.progress("");
            for (int i = 0; i < 3; i++) {
                session.publish(List.of(Documents.put("kb", "source" + i, i)));
                acknowledged.put("source" + i, "v" + i);
            }
        }
    }

    /** Reads what a process says to its end; returns what it was about when it died, and keeps what it acknowledged. */
    Map<String, String> follow(Child victim) throws IOException {
        Map<String, String> underWay = Map.of();
        for (var line : victim.lines()) {
            if (line.equals("ready")) continue;
            if (line.equals("ack")) {
                acks++;
                var now = with(underWay);
                acknowledged.clear();
                acknowledged.putAll(now);
                underWay = Map.of();
            } else {
                var changes = new TreeMap<String, String>();
                for (var word : line.substring("try ".length()).split(" ")) {
                    changes.put(word.substring(0, word.indexOf('=')), word.substring(word.indexOf('=') + 1));
                }
                underWay = changes;
            }
        }
        return underWay;
    }

    private Map<String, String> with(Map<String, String> changes) {
        var after = new TreeMap<>(acknowledged);
        changes.forEach((source, change) -> {
            switch (change) {
                case "gone" -> after.remove(source);
                case "stale" -> after.computeIfPresent(source, (s, now) -> now.replace(" stale", "") + " stale");
                default -> after.put(source, change);
            }
        });
        return after;
    }

    void recoverAndCompare(Map<String, String> underWay) throws Exception {
        try (var lock = WriterLock.acquire(data, "test", Duration.ZERO);
                var ledger = Ledger.open(data);
                var store = store()) {
            lock.progress("");
            Recovery.run(data, store, ledger, step -> {});
            assertEquals(List.of(), Consistency.check(data, store, ledger));
            assertEquals(List.of(), ledger.journal().unfinished());
            var found = Documents.found(store, ledger, "kb");
            var allowed = new ArrayList<Map<String, String>>(List.of(acknowledged, with(underWay)));
            assertTrue(allowed.contains(found), () -> found + " is none of " + allowed);
            acknowledged.clear();
            acknowledged.putAll(found);
        }
    }
}
