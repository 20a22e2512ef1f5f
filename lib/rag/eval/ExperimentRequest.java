package rag.eval;

import java.nio.file.Path;
import java.util.List;
import rag.model.Failure;
import rag.model.Query;

/**
 * Variants to try on the same cases.
 *
 * @param collection where a golden set is asked; for a test collection where its documents go
 * @param temporary whether that collection is removed afterwards
 * @param repeat how often each question is asked, for its latency
 * @param metrics ranking measures
 * @param output folder of the reports, and of what is done so far
 */
public record ExperimentRequest(
        TestSet testSet,
        String collection,
        boolean temporary,
        int topK,
        int repeat,
        List<Variant> variants,
        List<MetricName> metrics,
        Path output) {

    public ExperimentRequest {
        variants = List.copyOf(variants);
        metrics = List.copyOf(metrics);
        if (variants.isEmpty()) throw new Failure("name at least one variant: --variants dense,sparse,hybrid");
        var known = new RankingMetrics().metrics();
        for (var metric : metrics) {
            if (!known.contains(metric.name()))
                throw new Failure("'%s' can't be measured in an experiment, which compares rankings; there are: %s"
                        .formatted(metric.name(), String.join(", ", known)));
        }
        if (topK < 1 || topK > Query.MAX_TOP_K)
            throw new Failure("--top-k must be between 1 and " + Query.MAX_TOP_K + ", not " + topK);
        if (repeat < 1 || repeat > 100) throw new Failure("--repeat must be between 1 and 100, not " + repeat);
    }

    int depth() {
        return Math.max(
                topK, metrics.stream().mapToInt(m -> m.depth(topK)).max().orElse(topK));
    }
}
