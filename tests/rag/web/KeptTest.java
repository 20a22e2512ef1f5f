package rag.web;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import rag.model.Failure;

/** What is worked out behind the pages. */
class KeptTest {

    @Test
    void aResultIsMadeOnceForAStateAndAnewForTheNext() throws IOException {
        var kept = new Kept<Integer>(Duration.ofSeconds(30));
        var times = new AtomicInteger();
        assertEquals(Optional.of(1), kept.of("a", 7, times::incrementAndGet));
        assertEquals(Optional.of(1), kept.of("a", 7, times::incrementAndGet));
        assertEquals(Optional.of(2), kept.of("a", 8, times::incrementAndGet));
        assertEquals(Optional.of(3), kept.of("b", 8, times::incrementAndGet));
    }

    @Test
    void whoAsksTooEarlyIsToldNothingRatherThanTheStateBefore() throws Exception {
        var kept = new Kept<String>(Duration.ofMillis(50));
        var go = new CountDownLatch(1);
        assertEquals(Optional.of("old"), kept.of("a", 1, () -> "old"));
        assertEquals(Optional.empty(), kept.of("a", 2, () -> {
            go.await();
            return "new";
        }));
        go.countDown();
        Optional<String> found = Optional.empty();
        for (int i = 0; i < 100 && found.isEmpty(); i++) found = kept.of("a", 2, () -> "made twice");
        assertEquals(Optional.of("new"), found);
    }

    @Test
    void whoWaitsForAStateThatIsOutOfDateIsToldNothing() throws Exception {
        var kept = new Kept<String>(Duration.ofSeconds(30));
        var begun = new CountDownLatch(1);
        var go = new CountDownLatch(1);
        var waits = CompletableFuture.supplyAsync(
                () -> of(kept, "a", 1, () -> {
                    begun.countDown();
                    go.await();
                    return "old";
                }),
                task -> Thread.ofVirtual().start(task));
        begun.await();
        var newer = CompletableFuture.supplyAsync(
                () -> of(kept, "a", 2, () -> "new"), task -> Thread.ofVirtual().start(task));
        assertEquals(Optional.empty(), waits.get(20, TimeUnit.SECONDS));
        go.countDown();
        assertEquals(Optional.of("new"), newer.get(20, TimeUnit.SECONDS));
    }

    private static Optional<String> of(Kept<String> kept, String key, long seq, Callable<String> work) {
        try {
            return kept.of(key, seq, work);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void whatFailedIsSaidAndTriedAgain() throws IOException {
        var kept = new Kept<String>(Duration.ofSeconds(30));
        var said = assertThrows(
                Failure.class,
                () -> kept.of("a", 1, () -> {
                    throw new Failure("the index is damaged");
                }));
        assertTrue(said.getMessage().contains("damaged"));
        assertEquals(Optional.of("mended"), kept.of("a", 1, () -> "mended"));
    }
}
