package rag.eval;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Expected values come from scipy. */
class SignificanceTest {

    private static final double[] A = {0.5965, 0.6309, 0, 1, 0, 0.1357, 0.7654, 0.4307, 0.8869, 0.3333};
    private static final double[] B = {0.5, 0.6309, 0.2, 0.8772, 0, 0, 0.6131, 0.5, 0.75, 0.3333};

    @Test
    void upToTwentyQueriesTheRandomisationTestCountsEverySignPattern() {
        assertEquals(320.0 / 1024, Significance.randomisation(A, B));
        assertEquals(320.0 / 1024, Significance.randomisation(B, A));
    }

    @Test
    void drawnSignPatternsComeCloseToTheExactP() {
        // Twenty-one queries: the ten above, and eleven without a difference, which change no sum of signed
        // differences.
        var a = Arrays.copyOf(A, 21);
        var b = Arrays.copyOf(B, 21);
        assertEquals(320.0 / 1024, Significance.randomisation(a, b), 0.02);
    }

    @Test
    void equalSystemsHaveAPOfOne() {
        assertEquals(1, Significance.randomisation(A, A));
        assertEquals(1, Significance.randomisation(new double[300], new double[300]));
    }

    @Test
    void aDifferenceOnEveryOneOfManyQueriesIsNotChance() {
        var random = new Random(1);
        var worse = random.doubles(200, 0, 0.9).toArray();
        var better = Arrays.stream(worse).map(score -> score + 0.05).toArray();
        assertEquals(1.0 / 10_001, Significance.randomisation(better, worse), 1e-12);
    }

    @Test
    void theBootstrapIntervalOfTheDifferenceIsThatOfTwoHundredThousandResamples() {
        var interval = Significance.bootstrap(A, B, 0.95);
        assertEquals(0.037490, interval.mean(), 1e-6);
        assertEquals(-0.0330, interval.low(), 0.003);
        assertEquals(0.0989, interval.high(), 0.003);
    }

    @Test
    void theSameScoresGiveTheSameNumbers() {
        assertEquals(Significance.bootstrap(A, 0.95), Significance.bootstrap(A.clone(), 0.95));
    }

    @Test
    void noQueriesHaveNoInterval() {
        assertTrue(Double.isNaN(Significance.bootstrap(new double[0], 0.95).low()));
    }

    @Test
    void holmCorrectsForTheNumberOfComparisonsAndNeverTurnsTheOrder() {
        assertArrayEquals(new double[] {0.016, 0.06, 0.06, 0.2}, Significance.holm(0.004, 0.03, 0.02, 0.2), 1e-12);
        assertArrayEquals(new double[] {1, 1}, Significance.holm(0.9, 0.8));
    }

    @Test
    void scoresOfOtherQueriesAreRefused() {
        assertThrows(IllegalArgumentException.class, () -> Significance.randomisation(A, new double[3]));
    }
}
