package rag.eval;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A measure over all cases.
 *
 * @param mean numerator / denominator; null when no case could be measured
 * @param numerator sum of the values
 * @param denominator cases that were measured, n
 * @param low lower end of the mean's 95 % bootstrap interval over cases
 * @param notEvaluated cases without truth or text for it: outside the mean
 * @param spared cases that a limit kept from being measured: outside the mean
 * @param failed cases that could not be measured: outside the mean, and a reason to doubt it
 */
public record MetricSummary(
        String metric,
        @Nullable Level level,
        @Nullable Double mean,
        double numerator,
        int denominator,
        @Nullable Double low,
        @Nullable Double high,
        int notEvaluated,
        int spared,
        int failed) {

    public static final double CONFIDENCE = 0.95;

    /** As {@link Score#key}. */
    public String key() {
        return level == null ? metric : level.key() + "/" + metric;
    }

    /** One summary a metric and level, in the order they first come in; levels that no case has truth on are left out. */
    static List<MetricSummary> of(List<List<Score>> scores) {
        var byKey = new LinkedHashMap<String, List<Score>>();
        for (var ofCase : scores)
            for (var score : ofCase)
                byKey.computeIfAbsent(score.key(), k -> new ArrayList<>()).add(score);
        var summaries = new ArrayList<MetricSummary>();
        for (var one : byKey.values()) {
            var summary = summary(one);
            if (summary.level() == null || summary.denominator() + summary.failed() > 0) summaries.add(summary);
        }
        return summaries;
    }

    private static MetricSummary summary(List<Score> scores) {
        var first = scores.getFirst();
        var values = scores.stream()
                .filter(score -> score.value() != null)
                .mapToDouble(score -> score.value() == null ? 0 : score.value())
                .toArray();
        var interval = Significance.bootstrap(values, CONFIDENCE);
        double sum = 0;
        for (double value : values) sum += value;
        boolean any = values.length > 0;
        return new MetricSummary(
                first.metric(),
                first.level(),
                any ? sum / values.length : null,
                sum,
                values.length,
                any ? interval.low() : null,
                any ? interval.high() : null,
                count(scores, Score.State.NOT_EVALUATED),
                count(scores, Score.State.SPARED),
                count(scores, Score.State.FAILED));
    }

    private static int count(List<Score> scores, Score.State state) {
        return (int) scores.stream().filter(score -> score.state() == state).count();
    }
}
