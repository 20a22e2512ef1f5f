package rag.web;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
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
