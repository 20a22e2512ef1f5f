package rag.eval;

import java.util.Map;
import java.util.regex.Pattern;
import rag.model.Failure;

/**
 * A measure as it is asked for: "ndcg" at the run's depth, or "ndcg@5" at its own.
 *
 * @param k depth, 1 to 1,000; 0 takes the run's
 */
public record MetricName(String name, int k) {

    private static final Pattern WRITTEN = Pattern.compile("([a-z_]+)(?:@(\\d{1,4}))?");

    /** Names that others use for the same. */
    private static final Map<String, String> ALIASES = Map.of("hit", "hit_rate", "success", "hit_rate", "ap", "map");

    public static MetricName parse(String written) {
        var match = WRITTEN.matcher(
                written.strip().toLowerCase(java.util.Locale.ROOT).replace('-', '_'));
        if (!match.matches()) throw new Failure("a metric is written ndcg or ndcg@5, not '" + written + "'");
        int k = match.group(2) == null ? 0 : Integer.parseInt(match.group(2));
        if (k > 1000 || (match.group(2) != null && k < 1)) {
            throw new Failure("the depth of a metric is 1 to 1000, not " + k);
        }
        return new MetricName(ALIASES.getOrDefault(match.group(1), match.group(1)), k);
    }

    int depth(int topK) {
        return k == 0 ? topK : k;
    }
}
