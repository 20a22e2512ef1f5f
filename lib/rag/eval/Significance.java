package rag.eval;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Whether a difference between two systems on the same queries could be chance. Everything is drawn with a fixed seed:
 * the same scores give the same numbers.
 */
public final class Significance {

    /** Sign flips or resamples drawn. */
    public static final int DRAWS = 10_000;

    private static final long SEED = 20_240_229;
    private static final int EXACT = 20;

    private Significance() {}

    /** A mean and the interval that holds it with the wanted confidence; all NaN for no queries. */
    public record Interval(double mean, double low, double high) {}

    /**
     * Two-sided p of the paired randomisation test on the mean difference (Smucker, Allan, Carterette 2007): under no
     * difference each query's sign is free. All sign patterns for 20 queries or fewer, else 10,000 drawn, counting the
     * observed one among them.
     *
     * @param a scores of one system, one a query
     * @param b scores of the other, same queries, same order
     */
    public static double randomisation(double[] a, double[] b) {
        var d = difference(a, b);
        double observed = Math.abs(sum(d)) * (1 - 1e-12) - 1e-12;
        if (d.length <= EXACT) {
            int patterns = 1 << d.length, extreme = 0;
            for (int pattern = 0; pattern < patterns; pattern++) {
                if (Math.abs(flipped(d, pattern, 0)) >= observed) extreme++;
            }
            return (double) extreme / patterns;
        }
        var random = new SplittableRandom(SEED);
        int extreme = 0;
        for (int draw = 0; draw < DRAWS; draw++) {
            double sum = 0;
            for (int from = 0; from < d.length; from += Long.SIZE) sum += flipped(d, random.nextLong(), from);
            if (Math.abs(sum) >= observed) extreme++;
        }
        return (1.0 + extreme) / (DRAWS + 1.0);
    }

    /**
     * p-values of several measures of the same queries, each corrected for all (Westfall and Young 1993, the largest statistic
     * of one randomisation; for test collections Boytsov, Belova and Westfall 2013): a query's sign is the same for all its
     * measures, so that measures which move together count as the one that they are.
     *
     * @param differences one vector a measure, over the same queries; 0 where a query has no such measure
     */
    public static double[] joint(List<double[]> differences) {
        int queries = differences.isEmpty() ? 0 : differences.getFirst().length;
        var scaled = differences.stream().map(Significance::scaled).toList();
        var observed = scaled.stream()
                .mapToDouble(d -> Math.abs(sum(d)) * (1 - 1e-12) - 1e-12)
                .toArray();
        var extreme = new int[observed.length];
        boolean exact = queries <= EXACT;
        int draws = exact ? 1 << queries : DRAWS;
        var random = new SplittableRandom(SEED);
        var signs = new long[Math.ceilDiv(queries, Long.SIZE)];
        for (int draw = 0; draw < draws; draw++) {
            int pattern = draw;
            Arrays.setAll(signs, i -> exact ? pattern : random.nextLong());
            double largest = 0;
            for (var d : scaled) {
                double sum = 0;
                for (int i = 0; i < signs.length; i++) sum += flipped(d, signs[i], i * Long.SIZE);
                largest = Math.max(largest, Math.abs(sum));
            }
            for (int m = 0; m < observed.length; m++) if (largest >= observed[m]) extreme[m]++;
        }
        return Arrays.stream(extreme)
                .mapToDouble(n -> exact ? (double) n / draws : (1.0 + n) / (draws + 1.0))
                .toArray();
    }

    /** To the length 1: no measure may be the largest for its scale. */
    private static double[] scaled(double[] d) {
        double length = Math.sqrt(Arrays.stream(d).map(x -> x * x).sum());
        return length == 0 ? d : Arrays.stream(d).map(x -> x / length).toArray();
    }

    /** Percentile bootstrap of the mean over queries (Efron 1979): 10,000 resamples, {@code confidence} such as 0.95. */
    public static Interval bootstrap(double[] scores, double confidence) {
        if (scores.length == 0) return new Interval(Double.NaN, Double.NaN, Double.NaN);
        var random = new SplittableRandom(SEED);
        var means = new double[DRAWS];
        for (int draw = 0; draw < DRAWS; draw++) {
            double sum = 0;
            for (int i = 0; i < scores.length; i++) sum += scores[random.nextInt(scores.length)];
            means[draw] = sum / scores.length;
        }
        Arrays.sort(means);
        int tail = (int) Math.floor((1 - confidence) / 2 * DRAWS);
        return new Interval(sum(scores) / scores.length, means[tail], means[DRAWS - 1 - tail]);
    }

    /** The bootstrap interval of the mean of {@code a - b}. */
    public static Interval bootstrap(double[] a, double[] b, double confidence) {
        return bootstrap(difference(a, b), confidence);
    }

    /** p-values corrected for having made all these comparisons (Holm 1979), in the order given. */
    public static double[] holm(double... p) {
        var order = new Integer[p.length];
        Arrays.setAll(order, i -> i);
        Arrays.sort(order, (i, j) -> Double.compare(p[i], p[j]));
        var corrected = new double[p.length];
        double largest = 0;
        for (int rank = 0; rank < p.length; rank++) {
            largest = Math.max(largest, Math.min(1, p[order[rank]] * (p.length - rank)));
            corrected[order[rank]] = largest;
        }
        return corrected;
    }

    private static double[] difference(double[] a, double[] b) {
        if (a.length != b.length) {
            throw new IllegalArgumentException("not the same queries: " + a.length + " scores and " + b.length);
        }
        var d = new double[a.length];
        Arrays.setAll(d, i -> a[i] - b[i]);
        return d;
    }

    /** Sum of up to 64 differences from {@code from}, those with a set bit negated. */
    private static double flipped(double[] d, long signs, int from) {
        double sum = 0;
        for (int i = from; i < Math.min(d.length, from + Long.SIZE); i++) {
            sum += (signs >>> (i - from) & 1) == 0 ? d[i] : -d[i];
        }
        return sum;
    }

    private static double sum(double[] values) {
        double sum = 0;
        for (double value : values) sum += value;
        return sum;
    }
}
