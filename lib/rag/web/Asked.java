package rag.web;

import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import rag.model.Failure;
import rag.model.Filter;
import rag.model.Mode;
import rag.model.Query;
import rag.retrieve.FilterText;
import rag.trace.Trace;

/**
 * What was asked for, as a trace keeps it.
 *
 * @param filter for the eye: long lists are cut; "" for none
 * @param conditions each as {@link FilterText#condition} reads it; null when the trace does not tell them
 */
record Asked(
        String query,
        List<String> collections,
        int topK,
        String mode,
        String filter,
        @Nullable List<String> conditions,
        boolean rerank) {

    /** A condition of a trace that kept its filter for the eye only, where that leaves no doubt. */
    private static final Pattern PLAIN = Pattern.compile("[^=!,]+=(?!.*\\.\\.)[^=|*,\"<>…]+");

    static Asked of(Trace.Finished trace) {
        var facts = trace.metadata();
        int topK = facts.get("top_k") instanceof Number n ? n.intValue() : 10;
        var filter = text(facts.get("filter"));
        return new Asked(
                text(facts.get("query")),
                texts(facts.get("collections")),
                topK,
                text(facts.get("mode")),
                filter,
                facts.get("conditions") instanceof List<?> told ? texts(told) : plain(filter),
                !Boolean.FALSE.equals(facts.get("rerank")));
    }

    private static @Nullable List<String> plain(String filter) {
        if (filter.isEmpty()) return List.of();
        var parts = List.of(filter.split(", ", -1));
        return parts.stream().allMatch(part -> PLAIN.matcher(part).matches()) ? parts : null;
    }

    private static String text(@Nullable Object value) {
        return value instanceof String text ? text : "";
    }

    private static List<String> texts(@Nullable Object value) {
        return value instanceof List<?> all ? all.stream().map(String::valueOf).toList() : List.of();
    }

    /** Whether it can be asked again as it was. */
    public boolean isWhole() {
        return conditions != null;
    }

    /** The query as it was asked. @throws Failure when its filter can't be read back */
    Query again() {
        return new Query(query, collections, topK, mode(mode), readFilter(), rerank, 0, null);
    }

    Filter readFilter() {
        if (conditions == null) {
            throw new Failure("an older version wrote down this query's filter, %s, in a form that can't be read back;"
                            .formatted(filter)
                    + " ask the question anew");
        }
        return new Filter(conditions.stream().map(FilterText::condition).toList());
    }

    /** @param name "" for what the settings say */
    static @Nullable Mode mode(String name) {
        if (name.isEmpty()) return null;
        for (var mode : Mode.values()) if (mode.key().equals(name)) return mode;
        throw new Failure("mode is one of hybrid, dense, sparse, auto, not '" + name + "'");
    }
}
