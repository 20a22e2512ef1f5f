package rag.retrieve;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * What a question looks like. Paths, identifiers, version numbers, error codes and quoted words are matched letter by
 * letter or not at all, which is what the sparse route does; a sentence is matched by meaning.
 *
 * @param signs what was found, in words, for the trace
 * @param exactness 0 for plain language, 1 when all of the words are exact signs
 */
public record QueryShape(List<String> signs, double exactness) {

    private static final Pattern PATH = Pattern.compile("(?:[\\w.-]+)?[/\\\\][\\w.-]+\\S*");
    private static final Pattern IDENTIFIER = Pattern.compile(
            "[a-z]+[A-Z]\\w*|[A-Z][a-z0-9]+[A-Z]\\w*|\\w+_\\w+|\\w+::\\w+|\\w+\\(\\)|[A-Z]+-?\\d+\\w*|\\w+\\.\\w+:\\d+");
    private static final Pattern NUMBER = Pattern.compile("v?\\d[\\d.,:-]*\\w*");
    private static final Pattern QUOTED = Pattern.compile("\"[^\"]+\"|“[^”]+”|「[^」]+」");

    public static QueryShape of(String text) {
        var signs = new ArrayList<String>();
        var quoted = QUOTED.matcher(text).results().toList();
        int exact = 0;
        for (var quote : quoted) {
            exact += quote.group().split("\\s+").length;
            signs.add("quoted " + quote.group());
        }
        var words = text.strip().split("\\s+");
        for (var word : words) {
            var core = word.replaceAll("^[(\\[\"'“]+|[)\\]\"'”?!.,;]+$", "");
            var kind = kind(core);
            if (kind.isEmpty()) continue;
            exact++;
            signs.add(kind + " " + core);
        }
        return new QueryShape(List.copyOf(signs), Math.min(1, exact / (double) words.length));
    }

    private static String kind(String word) {
        if (PATH.matcher(word).matches()) return "path";
        if (IDENTIFIER.matcher(word).matches()) return "identifier";
        if (NUMBER.matcher(word).matches()) return "number";
        return "";
    }

    /** The weights of mode auto: up to three quarters of the dense weight move to the sparse route. */
    public RouteWeights weigh(RouteWeights weights) {
        return weights.lessDense(1 - 0.75 * exactness);
    }
}
