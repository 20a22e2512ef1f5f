package rag.eval;

import java.util.List;
import java.util.Optional;
import rag.llm.ChatModel;
import rag.model.Query;

/**
 * What to measure.
 *
 * @param collection where cases are asked that name no other; for a test collection, where its documents are put
 * @param topK passages a query, 1 to 1,000
 * @param metrics empty takes the settings'
 * @param backends evaluators; empty takes the settings'
 * @param model who judges; empty for nobody
 * @param maxJudgeCalls most calls of the model
 */
public record EvaluationRequest(
        TestSet testSet,
        String collection,
        int topK,
        List<MetricName> metrics,
        List<String> backends,
        Optional<ChatModel> model,
        int maxJudgeCalls) {

    public EvaluationRequest {
        metrics = List.copyOf(metrics);
        backends = List.copyOf(backends);
        if (topK < 1 || topK > Query.MAX_TOP_K) {
            throw new rag.model.Failure("top_k must be between 1 and " + Query.MAX_TOP_K + ", not " + topK);
        }
    }

    /** How deep to search: what is shown, or what the deepest measure looks at. */
    int depth() {
        return Math.max(
                topK, metrics.stream().mapToInt(m -> m.depth(topK)).max().orElse(topK));
    }
}
