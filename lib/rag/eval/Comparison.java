package rag.eval;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import rag.model.Failure;

/**
 * Two runs case by case. Only cases that both could measure are compared.
 *
 * @param baseline id of the earlier run
 * @param lost cases that the earlier run measured and the later can't any more: their truth has left the collection, or they
 *     fail
 * @param notes what makes the two less comparable than they seem
 */
public record Comparison(String baseline, List<Difference> metrics, List<String> lost, List<String> notes) {

    /** A difference below this chance, corrected for all that is compared, is believed. */
    public static final double ALPHA = 0.05;

    /**
     * One measure of both runs.
     *
     * @param key as {@link Score#key}
     * @param n cases that both measured
     * @param difference after - before
     * @param low lower end of the difference's 95 % bootstrap interval
     * @param p two-sided, of the paired randomisation test
     * @param corrected p corrected for all that was compared with it
     * @param wins cases that are better now
     * @param losses cases that are worse now, worst first
     */
    public record Difference(
            String key,
            int n,
            double before,
            double after,
            double difference,
            double low,
            double high,
            double p,
            double corrected,
            List<String> wins,
            List<String> losses,
            int ties) {

        Difference withCorrected(double corrected) {
            return new Difference(key, n, before, after, difference, low, high, p, corrected, wins, losses, ties);
        }

        /** Worse, and hardly by chance. */
        public boolean regression() {
            return difference < 0 && corrected < ALPHA;
        }

        /** Better, and hardly by chance. */
        public boolean improvement() {
            return difference > 0 && corrected < ALPHA;
        }
    }

    /** @throws Failure when there is nothing that both measured */
    public static Comparison of(EvaluationReport before, EvaluationReport after) {
        var earlier = new HashMap<String, EvaluationReport.CaseReport>();
        for (var c : before.cases()) earlier.put(c.id(), c);
        var keys = after.metrics().stream()
                .map(MetricSummary::key)
                .filter(key -> before.metrics().stream().anyMatch(m -> m.key().equals(key)))
                .toList();
        var then = scores(before.cases());
        var now = scores(after.cases());
        var drafts = differences(keys, then, now);
        if (drafts.isEmpty()) {
            throw new Failure("the baseline measured none of these metrics on these cases: it has %s at depth %d"
                    .formatted(
                            String.join(
                                    ", ",
                                    before.metrics().stream()
                                            .map(MetricSummary::key)
                                            .toList()),
                            before.topK()));
        }
        return new Comparison(
                before.id(),
                corrected(drafts, then, now),
                lost(earlier, after),
                ComparisonNotes.of(before, after, drafts));
    }

    public boolean regressed() {
        return !lost.isEmpty() || metrics.stream().anyMatch(Difference::regression);
    }

    private record Pairs(List<String> ids, List<Double> before, List<Double> after) {

        Difference difference(String key) {
            var a = after.stream().mapToDouble(Double::doubleValue).toArray();
            var b = before.stream().mapToDouble(Double::doubleValue).toArray();
            var interval = Significance.bootstrap(a, b, MetricSummary.CONFIDENCE);
            var wins = new ArrayList<Integer>();
            var losses = new ArrayList<Integer>();
            for (int i = 0; i < a.length; i++) {
                if (a[i] > b[i]) wins.add(i);
                else if (a[i] < b[i]) losses.add(i);
            }
            wins.sort((i, j) -> Double.compare(a[j] - b[j], a[i] - b[i]));
            losses.sort((i, j) -> Double.compare(a[i] - b[i], a[j] - b[j]));
            double p = Significance.randomisation(a, b);
            return new Difference(
                    key,
                    a.length,
                    Metrics.mean(b),
                    Metrics.mean(a),
                    interval.mean(),
                    interval.low(),
                    interval.high(),
                    p,
                    p,
                    wins.stream().map(ids::get).toList(),
                    losses.stream().map(ids::get).toList(),
                    a.length - wins.size() - losses.size());
        }
    }

    private static Map<String, Map<String, Double>> scores(List<EvaluationReport.CaseReport> cases) {
        var scores = new LinkedHashMap<String, Map<String, Double>>();
        for (var c : cases) scores.put(c.id(), c.scores());
        return scores;
    }

    /** Measures that both have on a case at least, by scores by case. */
    static List<Difference> differences(
            List<String> keys, Map<String, Map<String, Double>> before, Map<String, Map<String, Double>> after) {
        var differences = new ArrayList<Difference>();
        for (var key : keys) {
            var pairs = new Pairs(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
            after.forEach((id, scores) -> {
                Double a = scores.get(key),
                        b = before.getOrDefault(id, Map.of()).get(key);
                if (a == null || b == null) return;
                pairs.ids.add(id);
                pairs.before.add(b);
                pairs.after.add(a);
            });
            if (!pairs.ids.isEmpty()) differences.add(pairs.difference(key));
        }
        return differences;
    }

    /** Of the measures together: most of them say the same of a case, and that costs nothing. */
    private static List<Difference> corrected(
            List<Difference> drafts, Map<String, Map<String, Double>> before, Map<String, Map<String, Double>> after) {
        var gaps = new ArrayList<double[]>();
        for (var draft : drafts) {
            gaps.add(after.entrySet().stream()
                    .mapToDouble(now -> {
                        Double a = now.getValue().get(draft.key()),
                                b = before.getOrDefault(now.getKey(), Map.of()).get(draft.key());
                        return a == null || b == null ? 0 : a - b;
                    })
                    .toArray());
        }
        var joint = Significance.joint(gaps);
        var all = new ArrayList<Difference>();
        for (int i = 0; i < drafts.size(); i++) {
            all.add(drafts.get(i).withCorrected(Math.max(drafts.get(i).p(), joint[i])));
        }
        return all;
    }

    /** Only measures that the later run asked for, and cases that its test set still holds. */
    private static List<String> lost(Map<String, EvaluationReport.CaseReport> earlier, EvaluationReport after) {
        var asked = after.metrics().stream().map(MetricSummary::metric).toList();
        var lost = new LinkedHashSet<String>();
        for (var now : after.cases()) {
            var then = earlier.get(now.id());
            if (then == null) continue;
            boolean gone = then.scores().keySet().stream()
                    .anyMatch(key -> asked.contains(key.substring(key.indexOf('/') + 1))
                            && !now.scores().containsKey(key)
                            && !now.isSpared(key));
            if (gone) lost.add(now.id());
        }
        return List.copyOf(lost);
    }
}
