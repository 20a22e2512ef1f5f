package rag.eval;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One measure of one case.
 *
 * @param metric such as "ndcg@10" or "faithfulness"
 * @param level what the ranking is made of; null for what is no ranking measure
 * @param value 0 and more; null when it was not measured
 * @param reason why there is no value, "" when there is
 * @param details what led to the value: statements, verdicts
 */
public record Score(
        String metric,
        @Nullable Level level,
        @Nullable Double value,
        State state,
        String reason,
        Map<String, Object> details) {

    /** What the reason begins with where a limit kept a case from being measured. */
    static final String NOT_JUDGED = "not judged: ";

    /** Whether a value counts. */
    public enum State {
        MEASURED,
        /** The case has no truth or no text for it: outside the mean, and no fault. */
        NOT_EVALUATED,
        /** A limit kept it from being measured: outside the mean, and no word on the case. */
        SPARED,
        /** It should have been measured and could not be: counted, shown, never averaged. */
        FAILED
    }

    public static Score measured(String metric, @Nullable Level level, double value) {
        return new Score(metric, level, value, State.MEASURED, "", Map.of());
    }

    public static Score notEvaluated(String metric, @Nullable Level level, String reason) {
        return new Score(metric, level, null, State.NOT_EVALUATED, reason, Map.of());
    }

    public static Score spared(String metric, @Nullable Level level, String reason) {
        return new Score(metric, level, null, State.SPARED, NOT_JUDGED + reason, Map.of());
    }

    public static Score failed(String metric, @Nullable Level level, String reason) {
        return new Score(metric, level, null, State.FAILED, reason, Map.of());
    }

    Score with(Map<String, Object> more) {
        var all = new LinkedHashMap<>(details);
        all.putAll(more);
        return new Score(metric, level, value, state, reason, all);
    }

    /** "evidence/ndcg@10", or the metric alone. */
    public String key() {
        return level == null ? metric : level.key() + "/" + metric;
    }
}
