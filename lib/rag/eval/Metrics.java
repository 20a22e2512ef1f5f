package rag.eval;

import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * Ranking measures of one query, equal to trec_eval where both define them. A ranking is a list of document ids, best
 * first, each at most once: collapse chunks to documents before. A grade above 0 is relevant; what has no grade counts
 * as 0. Every measure lies in 0..1, and is 0 for a query without relevant documents.
 */
public final class Metrics {

    private Metrics() {}

    /** 1 when a relevant document stands in the first k (trec_eval: success.k). */
    public static double hit(List<String> ranking, Map<String, Integer> grades, int k) {
        return found(ranking, grades, k) > 0 ? 1 : 0;
    }

    /** Share of the relevant documents that stand in the first k (recall.k). */
    public static double recall(List<String> ranking, Map<String, Integer> grades, int k) {
        long relevant = relevant(grades);
        return relevant == 0 ? 0 : (double) found(ranking, grades, k) / relevant;
    }

    /** Relevant documents in the first k, over k even when fewer were returned (P.k). */
    public static double precision(List<String> ranking, Map<String, Integer> grades, int k) {
        return (double) found(ranking, grades, k) / k;
    }

    /** One over the rank of the first relevant document when that is k or better (recip_rank with a cut). */
    public static double mrr(List<String> ranking, Map<String, Integer> grades, int k) {
        var top = top(ranking, k);
        for (int i = 0; i < top.size(); i++) {
            if (grade(grades, top.get(i)) > 0) return 1.0 / (i + 1);
        }
        return 0;
    }

    /**
     * Normalised discounted cumulative gain with linear gain: grade / log2(rank + 1), over the same sum of the best
     * order of all judged documents (ndcg_cut.k; Järvelin and Kekäläinen 2002).
     */
    public static double ndcg(List<String> ranking, Map<String, Integer> grades, int k) {
        var best = grades.values().stream().sorted(Comparator.reverseOrder()).toList();
        double ideal = dcg(best.subList(0, Math.min(k, best.size())));
        return ideal == 0
                ? 0
                : dcg(top(ranking, k).stream().map(id -> grade(grades, id)).toList()) / ideal;
    }

    /** Mean of the precisions at the relevant documents of the first k, over all relevant ones (map_cut.k). */
    public static double ap(List<String> ranking, Map<String, Integer> grades, int k) {
        long relevant = relevant(grades);
        if (relevant == 0) return 0;
        double sum = 0;
        int found = 0;
        var top = top(ranking, k);
        for (int i = 0; i < top.size(); i++) {
            if (grade(grades, top.get(i)) > 0) sum += (double) ++found / (i + 1);
        }
        return sum / relevant;
    }

    /** Share of the first k that were judged at all; a low value says that the other measures are not to be trusted. */
    public static double judged(List<String> ranking, Map<String, Integer> grades, int k) {
        return (double) top(ranking, k).stream().filter(grades::containsKey).count() / k;
    }

    /** A measure of each query of the qrels, in their order; a query without a ranking has an empty one. */
    public static double[] perQuery(
            Map<String, Map<String, Integer>> qrels, Map<String, List<String>> rankings, Measure measure) {
        ToDoubleFunction<Map.Entry<String, Map<String, Integer>>> one =
                q -> measure.of(rankings.getOrDefault(q.getKey(), List.of()), q.getValue());
        return qrels.entrySet().stream().mapToDouble(one).toArray();
    }

    /** The mean; NaN of nothing. */
    public static double mean(double[] values) {
        return Arrays.stream(values).average().orElse(Double.NaN);
    }

    /** One of the measures above at a fixed k, such as {@code (r, g) -> Metrics.ndcg(r, g, 10)}. */
    @FunctionalInterface
    public interface Measure {
        double of(List<String> ranking, Map<String, Integer> grades);
    }

    private static List<String> top(List<String> ranking, int k) {
        if (k < 1) throw new IllegalArgumentException("k must be at least 1, not " + k);
        var top = ranking.subList(0, Math.min(k, ranking.size()));
        if (new HashSet<>(top).size() < top.size()) {
            throw new IllegalArgumentException("a document stands twice in the ranking: " + top);
        }
        return top;
    }

    private static long found(List<String> ranking, Map<String, Integer> grades, int k) {
        return top(ranking, k).stream().filter(id -> grade(grades, id) > 0).count();
    }

    private static long relevant(Map<String, Integer> grades) {
        return grades.values().stream().filter(grade -> grade > 0).count();
    }

    private static int grade(Map<String, Integer> grades, String id) {
        return Math.max(0, grades.getOrDefault(id, 0));
    }

    private static double dcg(List<Integer> gains) {
        double sum = 0;
        for (int i = 0; i < gains.size(); i++) sum += Math.max(0, gains.get(i)) / (Math.log(i + 2) / Math.log(2));
        return sum;
    }
}
