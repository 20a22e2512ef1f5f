package rag.engine;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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

    static Refining of(Engine engine, QueryPlan plan, Scope scope, Lists lists, List<Fused> fused, Trace trace)
            throws IOException {
        try (var stage = trace.stage("feedback")) {
            var settings = engine.settings().retrieval();
            var reason = !settings.feedback() ? "retrieval.feedback is off" : whyNot(scope, lists, fused);
            if (!reason.isEmpty()) {
                stage.put("method", "none").put("reason", reason);
                return new Refining(fused, Map.of());
            }
            var group = scope.groups().getFirst();
            var reader = group.reader();
            var question = Objects.requireNonNull(lists.meaning().looked().get(group));
            var vectors = reader.vectors(fused.stream().map(Fused::id).toList());
            var scores = Feedback.MEASURED.scores(
                    question, fused, vectors, reader::dot, plan.fusion(), lists.weights(), settings.denseTopK());
            return new Refining(report(stage, fused, scores), scores);
        }
    }

    /** Why the list stays as it is; "" where it does not. */
    private static String whyNot(Scope scope, Lists lists, List<Fused> fused) {
        if (!lists.denseAnswered() || !lists.sparseAnswered()) return "only one route answered";
        if (scope.groups().size() > 1) return "the collections' vectors do not compare";
        if (fused.size() < 2) return "there is nothing to order";
        boolean both = !lists.dense().isEmpty() && !lists.sparse().isEmpty();
        return both ? "" : "only one route found something";
    }

    /** Writes down every move. @return the candidates in their new order */
    private static List<Fused> report(Trace.Running stage, List<Fused> before, Map<String, Double> scores) {
        var places = HashMap.<String, Integer>newHashMap(before.size());
        for (var f : before) places.put(f.id(), places.size());
        var after = new ArrayList<Fused>(before.size());
        var changes = new ArrayList<RankChange>(before.size());
        scores.forEach((id, score) -> {
            int place = Objects.requireNonNull(places.get(id));
            var f = before.get(place);
            after.add(f);
            changes.add(RankChange.of(
                    id, changes.size() + 1, place + 1, f.denseRank(), f.sparseRank(), Routes.round(score)));
        });
        var taken = before.subList(0, Math.min(Feedback.MEASURED.passages(), before.size()));
        stage.put("method", "rocchio, neighbours")
                .put("taken_as_right", taken.stream().map(Fused::id).toList())
                .put("weight", Feedback.MEASURED.weight())
                .put("neighbours_share", Feedback.MEASURED.share())
                .put("candidates", after.size())
                .put("results", changes)
                .put("rank_changes", RankChanges.of(changes));
        return after;
    }
}
