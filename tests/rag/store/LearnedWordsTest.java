package rag.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Words that collections learn. */
class LearnedWordsTest {

    private static final Instant NOW = Instant.parse("2026-03-01T00:00:00Z");

    @TempDir
    Path data;

    private static List<String> words(Ledger ledger, Instant now) {
        return ledger.learned().all(now).getOrDefault("a", List.of()).stream()
                .map(LearnedWord::word)
                .toList();
    }

    @Test
    void aWordCountsHalfAfterThirtyDaysAndFadesAway() {
        try (var ledger = opened()) {
            for (int i = 0; i < 4; i++) ledger.learned().learn("a", List.of("pump"), NOW);
            var later = NOW.plus(LearnedWord.HALF_LIFE);
            assertEquals(2.0, ledger.learned().all(later).get("a").getFirst().count(later), 1e-9);
            ledger.learned().learn("a", List.of("pump", "oil"), later);
            assertEquals(3.0, ledger.learned().all(later).get("a").getFirst().count(later), 1e-9);
            var years = later.plus(LearnedWord.HALF_LIFE.multipliedBy(20));
            ledger.learned().learn("a", List.of("dome"), years);
            assertEquals(List.of("dome"), words(ledger, years));
        }
    }

    @Test
    void fiftyAreKeptAndWhatCameOftenOutlivesWhatCameOnce() {
        try (var ledger = opened()) {
            ledger.learned().learn("a", List.of("pump"), NOW);
            ledger.learned().learn("a", List.of("pump"), NOW);
            for (int i = 0; i < 80; i++) ledger.learned().learn("a", List.of("w" + i), NOW.plusSeconds(i));
            var words = words(ledger, NOW.plusSeconds(80));
            assertEquals(LearnedWords.MOST, words.size());
            assertEquals("pump", words.getFirst());
            assertTrue(words.contains("w79"));
            assertFalse(words.contains("w0"));
        }
    }

    @Test
    void severalWritersLoseNoCount() {
        try (var first = opened();
                var second = opened()) {
            var all = new ArrayList<CompletableFuture<Void>>();
            for (var ledger : List.of(first, second)) {
                all.add(CompletableFuture.runAsync(() ->
                        IntStream.range(0, 30).forEach(i -> ledger.learned().learn("a", List.of("pump"), NOW))));
            }
            all.forEach(CompletableFuture::join);
            assertEquals(60.0, first.learned().all(NOW).get("a").getFirst().count(NOW), 1e-9);
        }
    }

    @Test
    void oneCollectionIsForgottenAndRenamedWithoutTheOthers() {
        try (var ledger = opened()) {
            ledger.learned().learn("a", List.of("pump", "oil"), NOW);
            ledger.learned().learn("b", List.of("dome"), NOW);
            ledger.learned().rename("b", "c");
            assertEquals(2, ledger.learned().forget("a"));
            assertEquals(List.of("c"), List.copyOf(ledger.learned().all(NOW).keySet()));
        }
    }

    /** Opens the ledger under test, each time the same one. */
    Ledger opened() {
        return Ledger.open(data);
    }
}
