package rag.engine;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import rag.retrieve.Feedback;
import rag.retrieve.Fused;
import rag.trace.RankChange;
import rag.trace.RankChanges;
import rag.trace.Trace;

/**
 * The fused list ordered anew by {@link Feedback}, where both routes found something in one kind of vectors.
 *
 * @param list all of the fused list in its new order
 * @param scores by id; empty when the order is fusion's
 */
record Refining(List<Fused> list, Map<String, Double> scores) {

    /** @param question the vector that the dense route looked for; null when it did not run */
    static Refining of(
            Engine engine, QueryPlan plan, Scope scope, float @Nullable [] question, List<Fused> fused, Trace trace)
            throws IOException {
        try (var stage = trace.stage("feedback")) {
            var settings = engine.settings().retrieval();
            var reason = !settings.feedback()
                    ? "retrieval.feedback is off"
                    : question == null || !plan.sparse()
                            ? "only one route answered"
                            : scope.groups().size() > 1
                                    ? "the collections' vectors do not compare"
                                    : fused.size() < 2 ? "there is nothing to order" : "";
            if (question == null || !reason.isEmpty()) {
                stage.put("method", "none").put("reason", reason);
                return new Refining(fused, Map.of());
            }
            var vectors = scope.groups()
                    .getFirst()
                    .reader()
                    .vectors(fused.stream().map(Fused::id).toList());
            var scores = Feedback.MEASURED.scores(
                    question, fused, vectors, plan.fusion(), plan.weights(), settings.denseTopK());
            var list = new ArrayList<>(fused);
            var places = new LinkedHashMap<String, Integer>();
            for (var id : scores.keySet()) places.put(id, places.size());
            list.sort(Comparator.comparing(f -> places.get(f.id())));
            report(stage, fused, list, scores);
            return new Refining(list, scores);
        }
    }

    private static void report(Trace.Running stage, List<Fused> before, List<Fused> after, Map<String, Double> scores) {
        var places = new LinkedHashMap<String, Integer>();
        for (var f : before) places.put(f.id(), places.size() + 1);
        var changes = new ArrayList<RankChange>();
        for (var f : after) {
            changes.add(RankChange.of(
                    f.id(),
                    changes.size() + 1,
                    places.get(f.id()),
                    f.denseRank(),
                    f.sparseRank(),
                    Routes.round(Objects.requireNonNull(scores.get(f.id())))));
        }
        var taken = before.subList(0, Math.min(Feedback.MEASURED.passages(), before.size()));
        stage.put("method", "rocchio, neighbours")
                .put("taken_as_right", taken.stream().map(Fused::id).toList())
                .put("weight", Feedback.MEASURED.weight())
                .put("neighbours_share", Feedback.MEASURED.share())
                .put("candidates", after.size())
                .put("results", changes)
                .put("rank_changes", RankChanges.of(changes));
    }
}
