package rag.retrieve;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import rag.config.Nearest;
import rag.model.Failure;
import rag.model.Filter;
import rag.model.Filter.Condition;
import rag.model.Filter.Operator;
import rag.model.Misuse;

/**
 * Finds the filters in a question: {@code type:pdf}, {@code tag:"on call"}, {@code source:guide.md}, {@code
 * year:2020..2024}, as {@link FilterValue} reads them. Only known keys make a
 * filter; {@code http://x}, {@code 10:30}, {@code std::vector} and {@code c:\temp} stay text.
 *
 * @param text the question without its filters
 * @param collections named by {@code collection:}, {@code col:} or {@code c:}
 */
public record QueryFilters(String text, Filter filter, List<String> collections) {

    private static final Pattern CANDIDATE =
            Pattern.compile("(?<!\\S)([\\p{L}_][\\p{L}\\p{N}_.-]*):(\"[^\"]+\"|[^\\s:/\\\\\"][^\\s]*)(?!\\S)");

    /** Of the keys that are known, an error names so many. */
    private static final int SHOWN = 50;

    private static final Map<String, String> ALIASES = Map.ofEntries(
            Map.entry("collection", "collection"),
            Map.entry("col", "collection"),
            Map.entry("c", "collection"),
            Map.entry("type", "type"),
            Map.entry("t", "type"),
            Map.entry("doc_type", "type"),
            Map.entry("source", "source"),
            Map.entry("s", "source"),
            Map.entry("source_path", "source"),
            Map.entry("tag", "tag"),
            Map.entry("tags", "tag"),
            Map.entry("lang", "lang"),
            Map.entry("document", "document"));

    public QueryFilters {
        collections = List.copyOf(collections);
    }

    /** @param metadataKeys keys of the documents' metadata that may be filtered by */
    public static QueryFilters parse(String question, Collection<String> metadataKeys) {
        var conditions = new ArrayList<Condition>();
        var collections = new LinkedHashSet<String>();
        var matcher = CANDIDATE.matcher(question);
        var rest = new StringBuilder();
        int end = 0;
        while (matcher.find()) {
            var key = key(matcher.group(1), metadataKeys);
            var condition = key.isEmpty() ? Optional.<Condition>empty() : condition(key, matcher.group(2));
            if (condition.isEmpty()) continue;
            rest.append(question, end, matcher.start());
            end = matcher.end();
            if (key.equals("collection")) collections.addAll(condition.get().values());
            else conditions.add(condition.get());
        }
        if (end == 0) return new QueryFilters(question, Filter.NONE, List.of());
        var text = rest.append(question.substring(end))
                .toString()
                .replaceAll("\\s{2,}", " ")
                .strip();
        if (text.isEmpty()) throw new Misuse("the query holds only filters; add the words to search for");
        return new QueryFilters(text, new Filter(conditions), List.copyOf(collections));
    }

    /** A filter given by a caller, with its keys as the store knows them; an unknown key is a failure, never ignored. */
    public static Filter checked(Filter given, Collection<String> metadataKeys) {
        return new Filter(given.conditions().stream()
                .map(condition ->
                        new Condition(checked(condition.key(), metadataKeys), condition.operator(), condition.values()))
                .toList());
    }

    private static String checked(String written, Collection<String> metadataKeys) {
        var key = key(written, metadataKeys);
        if (!key.isEmpty() && !key.equals("collection")) return key;
        var known = List.copyOf(known(metadataKeys));
        var meant = Nearest.to(written, known)
                .map(near -> "did you mean '" + near + "'? ")
                .orElse("");
        var more = known.size() > SHOWN ? " and %d more".formatted(known.size() - SHOWN) : "";
        throw new Misuse("unknown filter key '%s'; %sknown are %s%s"
                .formatted(written, meant, String.join(", ", known.subList(0, Math.min(SHOWN, known.size()))), more));
    }

    private static Set<String> known(Collection<String> metadataKeys) {
        var keys = new LinkedHashSet<>(List.of("type", "source", "tag", "lang", "document"));
        keys.addAll(metadataKeys);
        return keys;
    }

    private static String key(String written, Collection<String> metadataKeys) {
        var folded = written.toLowerCase(Locale.ROOT); // as the store keeps the keys of metadata
        var alias = ALIASES.get(folded);
        if (alias != null) return alias;
        return metadataKeys.contains(folded) ? folded : "";
    }

    /** Empty where it is no way to write a filter: then it is meant as text. */
    private static Optional<Condition> condition(String key, String written) {
        try {
            return Optional.of(FilterValue.condition(key, written))
                    .filter(condition -> !key.equals("collection") || condition.operator() == Operator.ANY_OF);
        } catch (Failure e) {
            return Optional.empty();
        }
    }
}
