package rag.retrieve;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import rag.model.Candidate;

/** Makes one list of the two routes' lists. Ties go by chunk id, so the order never depends on the order of ingestion. */
public sealed interface Fusion permits ReciprocalRank, Convex {

    /** Name in settings and traces, with its parameters. */
    String name();

    /**
     * What each candidate of one route's list adds to the fused score.
     *
     * @param scores of the list, best first
     */
    double[] contributions(double[] scores, double weight);

    /**
     * Fuses; best first.
     *
     * @param weights of the two routes
     */
    default List<Fused> fuse(List<Candidate> dense, List<Candidate> sparse, RouteWeights weights) {
        return fuse(dense, scores(dense), sparse, weights);
    }

    /** As above. @param comparable scores of the dense list, where several models with ranges of their own gave it */
    default List<Fused> fuse(List<Candidate> dense, double[] comparable, List<Candidate> sparse, RouteWeights weights) {
        var parts = new HashMap<String, Part>(2 * (dense.size() + sparse.size()));
        var denseParts = contributions(comparable, weights.dense());
        for (int i = 0; i < dense.size(); i++) {
            var part = parts.computeIfAbsent(dense.get(i).id(), id -> new Part());
            part.dense = dense.get(i);
            part.denseRank = i + 1;
            part.score += denseParts[i];
        }
        var sparseParts = contributions(scores(sparse), weights.sparse());
        for (int i = 0; i < sparse.size(); i++) {
            var part = parts.computeIfAbsent(sparse.get(i).id(), id -> new Part());
            part.sparse = sparse.get(i);
            part.sparseRank = i + 1;
            part.score += sparseParts[i];
        }
        return sorted(parts);
    }

    private static double[] scores(List<Candidate> route) {
        var scores = new double[route.size()];
        for (int i = 0; i < scores.length; i++) scores[i] = route.get(i).score();
        return scores;
    }

    private static List<Fused> sorted(Map<String, Part> parts) {
        var fused = new ArrayList<Fused>(parts.size());
        parts.forEach((id, part) -> fused.add(part.fused(id)));
        fused.sort(Fused.BEST_FIRST);
        return fused;
    }

    /** What is known of one chunk while the lists are read. */
    final class Part {

        private @Nullable Candidate dense;
        private @Nullable Candidate sparse;
        private int denseRank;
        private int sparseRank;
        private double score;

        private Fused fused(String id) {
            var any = dense != null ? dense : sparse;
            return new Fused(
                    id,
                    score,
                    dense == null ? null : denseRank,
                    dense == null ? null : dense.score(),
                    sparse == null ? null : sparseRank,
                    sparse == null ? null : sparse.score(),
                    any == null ? 0 : any.likeness());
        }
    }
}
