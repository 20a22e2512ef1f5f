package rag.store;

import java.time.Duration;
import java.time.Instant;

/**
 * A word of questions that a collection answered.
 *
 * @param count how often it came, faded, as of {@code at}
 */
public record LearnedWord(String word, double count, Instant at) {

    /** After this time without a question, a word counts half. */
    public static final Duration HALF_LIFE = Duration.ofDays(30);

    /** How often it came, faded to a moment. */
    public double count(Instant now) {
        double age = Math.max(0, Duration.between(at, now).toMillis());
        return count * Math.pow(0.5, age / HALF_LIFE.toMillis());
    }
}
