package rag.eval;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The backend "custom": measures of rankings against the truth of each level, with trec_eval's definitions. */
final class RankingMetrics implements Evaluator {

    private interface Measure {
        double of(List<String> ranking, Map<String, Integer> grades, int k);
    }

    private static final Map<String, Measure> MEASURES = new LinkedHashMap<>();

    static {
        MEASURES.put("hit_rate", Metrics::hit);
        MEASURES.put("recall", Metrics::recall);
        MEASURES.put("precision", Metrics::precision);
        MEASURES.put("mrr", Metrics::mrr);
        MEASURES.put("ndcg", Metrics::ndcg);
        MEASURES.put("map", Metrics::ap);
        MEASURES.put("judged", Metrics::judged);
    }

    @Override
    public String name() {
        return "custom";
    }

    @Override
    public Set<String> metrics() {
        return new LinkedHashSet<>(MEASURES.keySet());
    }

    @Override
    public List<Score> evaluate(CaseRun run, List<MetricName> wanted, int topK) {
        var scores = new ArrayList<Score>();
        for (var level : Level.values()) {
            for (var name : wanted) {
                int k = name.depth(topK);
                var metric = name.name() + "@" + k;
                if (!run.truth().measures(level)) {
                    scores.add(Score.notEvaluated(metric, level, "no " + level.key() + " to find"));
                } else if (!run.error().isEmpty()) {
                    scores.add(Score.failed(metric, level, run.error()));
                } else {
                    var ranking = run.rankings().getOrDefault(level, List.of());
                    var measure = MEASURES.get(name.name());
                    if (measure == null) throw new IllegalArgumentException("not a ranking measure: " + name.name());
                    scores.add(Score.measured(
                            metric, level, measure.of(ranking, run.truth().at(level), k)));
                }
            }
        }
        return scores;
    }
}
