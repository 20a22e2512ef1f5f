import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import rag.eval.BeirSet;
import rag.eval.Metrics;
import rag.eval.Significance;

/**
 * Ways of one kind beside each other. Means are over sets, each set counting the same; p is that of the paired randomisation
 * test in which a query weighs one over its set's number of queries.
 */
final class Sweep {

    private final String title;
    private final String shipped;

    /** nDCG@10 by query, by set, by way. */
    private final Map<String, Map<String, Map<String, Double>>> scores = new LinkedHashMap<>();

    /** @param shipped the way that is the default */
    Sweep(String title, String shipped) {
        this.title = title;
        this.shipped = shipped;
    }

    /** @param rankings the first ten of each query; what is not there found nothing */
    void add(String way, BeirSet set, Map<String, List<String>> rankings) {
        var ofSet = new LinkedHashMap<String, Double>();
        set.qrels()
                .forEach((query, grades) ->
                        ofSet.put(query, Metrics.ndcg(rankings.getOrDefault(query, List.of()), grades, 10)));
        scores.computeIfAbsent(way, w -> new LinkedHashMap<>()).put(set.name(), ofSet);
    }

    /** A table in Markdown; the best on the choosing half is bold. */
    List<String> lines() {
        var lines = new ArrayList<String>();
        var sets = new LinkedHashSet<String>();
        scores.values().forEach(ofSets -> sets.addAll(ofSets.keySet()));
        var best = scores.keySet().stream()
                .max(Comparator.comparingDouble(way -> mean(way, true)))
                .orElseThrow();
        lines.add("");
        lines.add("nDCG@10, " + title + "; shipped: " + shipped + "; best on the choosing half: " + best);
        lines.add("");
        lines.add("| way | choosing half | held-out half | - shipped | p | " + String.join(" | ", sets) + " |");
        lines.add("|---|---|---|---|---|" + "---|".repeat(sets.size()));
        for (var way : scores.keySet()) {
            var line = new StringBuilder(String.format(
                    Locale.ROOT,
                    way.equals(best)
                            ? "| **%s** | %.4f | %.4f | %+.4f | %.4f |"
                            : "| %s | %.4f | %.4f | %+.4f | %.4f |",
                    way,
                    mean(way, true),
                    mean(way, false),
                    mean(way, false) - mean(shipped, false),
                    Significance.randomisation(weighted(way), weighted(shipped))));
            for (var set : sets)
                line.append(String.format(Locale.ROOT, " %.4f |", Metrics.mean(half(way, set, false))));
            lines.add(line.toString());
        }
        lines.add("");
        lines.add("The columns of the sets are of the held-out half.");
        return lines;
    }

    private double mean(String way, boolean choosing) {
        var sets = scores.getOrDefault(way, Map.of()).keySet();
        return sets.stream()
                .mapToDouble(set -> Metrics.mean(half(way, set, choosing)))
                .average()
                .orElse(Double.NaN);
    }

    private double[] half(String way, String set, boolean choosing) {
        return scores.getOrDefault(way, Map.of()).getOrDefault(set, Map.of()).entrySet().stream()
                .filter(e -> Half.chooses(e.getKey()) == choosing)
                .mapToDouble(Map.Entry::getValue)
                .toArray();
    }

    private double[] weighted(String way) {
        return scores.getOrDefault(way, Map.of()).keySet().stream()
                .flatMapToDouble(set -> {
                    var half = half(way, set, false);
                    return Arrays.stream(half).map(score -> score / half.length);
                })
                .toArray();
    }
}
