package rag.eval;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a run measured: what {@code --json} prints, {@code --save} writes and the history keeps.
 *
 * @param id of the run
 * @param testSetHash runs over the same hash compare case by case
 * @param builtWith the collection's model and analyzer
 * @param settings those that retrieval depends on
 * @param judge who judged, "" when nobody did
 * @param judgeCalls calls that were made, those answered from the cache not counted
 * @param backends evaluators with what was wrong with them, "" for nothing
 * @param verdicts how often the verdict was right
 * @param latency milliseconds by stage
 * @param problems truth that the collection does not know
 */
public record EvaluationReport(
        String id,
        String startedAt,
        double elapsedMs,
        String testSet,
        String testSetVersion,
        String testSetHash,
        String collection,
        String builtWith,
        int documents,
        int chunks,
        int topK,
        Map<String, Object> settings,
        String judge,
        int judgeCalls,
        Map<String, String> backends,
        List<MetricSummary> metrics,
        Verdicts verdicts,
        Map<String, Latency> latency,
        List<Problem> problems,
        List<String> notes,
        List<CaseReport> cases,
        @Nullable Comparison comparison) {

    /**
     * The verdict "weak" or "empty" against the truth.
     *
     * @param answerable cases with truth in the collection
     * @param falseAlarms those of them that were called weak or empty
     * @param unanswerable cases tagged "unanswerable"
     * @param misses those of them that were called ok
     */
    public record Verdicts(int answerable, int falseAlarms, int unanswerable, int misses) {}

    /**
     * One case.
     *
     * @param hits of a test collection only the first and those that are right
     * @param scores value by {@link Score#key}
     * @param notEvaluated reason by key, for what is outside the means
     * @param failed reason by key, for what should have been measured
     * @param details what led to a value, by key
     * @param degraded the stage that failed while another answered, and why; "" when none did
     */
    public record CaseReport(
            String id,
            String query,
            List<String> tags,
            String verdict,
            double elapsedMs,
            List<Found> hits,
            Map<String, Double> scores,
            Map<String, String> notEvaluated,
            Map<String, String> failed,
            Map<String, Map<String, Object>> details,
            String degraded) {

        @SuppressWarnings("UnusedMethod") // Jackson calls it: a run of an earlier version does not tell
        public CaseReport {
            degraded = degraded == null ? "" : degraded;
        }

        /** Whether a limit alone kept it from being measured. */
        boolean isSpared(String key) {
            return notEvaluated.getOrDefault(key, "").startsWith(Score.NOT_JUDGED);
        }
    }

    /** A hit in short. @param right whether it is among what was expected, on any level */
    public record Found(
            int rank,
            String chunkId,
            String source,
            @Nullable String pages,
            boolean right) {}

    /** Cases that a stage failed for, while another answered: they measure less than the settings say. */
    public long degraded() {
        return cases.stream().filter(c -> !c.degraded().isEmpty()).count();
    }

    public EvaluationReport with(@Nullable Comparison comparison) {
        return copy(cases, comparison);
    }

    /** Without hits and details: enough for trends and for comparing case by case. */
    EvaluationReport brief() {
        var brief = cases.stream()
                .map(c -> new CaseReport(
                        c.id(),
                        c.query(),
                        c.tags(),
                        c.verdict(),
                        c.elapsedMs(),
                        List.of(),
                        c.scores(),
                        spared(c),
                        c.failed(),
                        Map.of(),
                        c.degraded()))
                .toList();
        return copy(brief, comparison);
    }

    private static Map<String, String> spared(CaseReport c) {
        var spared = new LinkedHashMap<>(c.notEvaluated());
        spared.keySet().removeIf(key -> !c.isSpared(key));
        return spared;
    }

    private EvaluationReport copy(List<CaseReport> cases, @Nullable Comparison comparison) {
        return new EvaluationReport(
                id,
                startedAt,
                elapsedMs,
                testSet,
                testSetVersion,
                testSetHash,
                collection,
                builtWith,
                documents,
                chunks,
                topK,
                settings,
                judge,
                judgeCalls,
                backends,
                metrics,
                verdicts,
                latency,
                problems,
                notes,
                cases,
                comparison);
    }
}
