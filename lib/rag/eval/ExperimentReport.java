package rag.eval;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What an experiment found; the first variant is what the others are compared with.
 *
 * @param primary the measure that plots and sentences are about, as {@link Score#key}
 * @param machine what latencies were measured on
 */
public record ExperimentReport(
        String id,
        String startedAt,
        String testSet,
        String testSetVersion,
        String testSetHash,
        int cases,
        String collection,
        int topK,
        int repeat,
        String machine,
        String primary,
        List<Result> variants,
        List<String> notes) {

    /**
     * One variant.
     *
     * @param settings what it changes
     * @param error why it could not be tried, "" when it could
     * @param latency milliseconds by stage, "total" first
     * @param differences from the first variant; empty for the first
     */
    public record Result(
            String name,
            Map<String, String> settings,
            String error,
            Index index,
            List<MetricSummary> metrics,
            Map<String, Latency> latency,
            Cost cost,
            List<Comparison.Difference> differences,
            List<Case> cases) {

        /** Whether it was tried on every case, with all its stages. */
        public boolean whole() {
            return error.isEmpty() && cases.stream().allMatch(Case::isDone);
        }

        Optional<MetricSummary> metric(String key) {
            return metrics.stream().filter(m -> m.key().equals(key)).findFirst();
        }

        Optional<Comparison.Difference> difference(String key) {
            return differences.stream().filter(d -> d.key().equals(key)).findFirst();
        }

        Map<String, Map<String, Double>> scores() {
            var scores = new LinkedHashMap<String, Map<String, Double>>();
            for (var c : cases) scores.put(c.id(), c.scores());
            return scores;
        }
    }

    /**
     * What a variant searched in.
     *
     * @param collection its name; several variants may share it
     * @param builtWith model, analyzer and splitter
     * @param seconds it took to build for this experiment; 0 when it was there
     */
    public record Index(String collection, String builtWith, int documents, int chunks, double seconds) {

        static final Index NONE = new Index("", "", 0, 0, 0);
    }

    /**
     * What its questions cost beside time.
     *
     * @param modelCalls calls of language models
     */
    public record Cost(long modelCalls, long promptTokens, long completionTokens) {}

    /**
     * A case as one variant answered it.
     *
     * @param ms time of each asking
     * @param stages milliseconds by stage, of the first asking
     * @param first sources of the first hits
     * @param degraded the stage that failed while another answered, and why; "" when none did
     */
    public record Case(
            String id,
            String query,
            Map<String, Double> scores,
            String error,
            List<Double> ms,
            Map<String, Double> stages,
            List<String> first,
            Cost cost,
            String degraded) {

        /** Whether it tells what its variant can do: an asking that failed, or of which a stage did, may go better next time. */
        boolean isDone() {
            return error.isEmpty() && degraded.isEmpty();
        }

        /** Why it is not done. */
        String trouble() {
            return error.isEmpty() ? degraded : error;
        }
    }
}
