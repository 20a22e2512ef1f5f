package rag.store.opensearch;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import rag.model.Filter;
import rag.store.FilterTerms;
import rag.store.FilterTerms.Match;
import rag.store.QuestionWords;
import rag.store.analysis.QueryTerms;

/** What is looked for, as the engine's queries. */
final class Queries {

    /** Most terms of one list, a limit of the engine. */
    private static final int TERMS = 65_000;

    private Queries() {}

    static Map<String, Object> term(String field, Object value) {
        return Map.of("term", Map.of(field, value));
    }

    static Map<String, Object> terms(String field, Collection<?> values) {
        return Map.of("terms", Map.of(field, values));
    }

    /** Whatever passes all of these, without a score. */
    static Map<String, Object> all(List<?> filters) {
        return Map.of("bool", Map.of("filter", filters));
    }

    /** What is published of a collection. */
    static Map<String, Object> published(State state) {
        var not = new ArrayList<Map<String, Object>>();
        var gaps = state.gaps().stream().map(State.Gap::number).toList();
        if (!gaps.isEmpty()) not.add(terms(Row.NUMBER, gaps));
        var replaced = state.versionsReplaced().toList();
        for (int i = 0; i < replaced.size(); i += TERMS) {
            not.add(terms(Row.VERSION, replaced.subList(i, Math.min(replaced.size(), i + TERMS))));
        }
        var upTo = Map.of("range", Map.of(Row.NUMBER, Map.of("lte", state.number())));
        return Map.of("bool", Map.of("filter", List.of(upTo), "must_not", not));
    }

    /** What is published of several collections. */
    static Map<String, Object> published(List<State> states) {
        if (states.size() == 1) return published(states.getFirst());
        var any = states.stream()
                .map(state -> all(List.of(term("_index", state.index()), published(state))))
                .toList();
        return Map.of("bool", Map.of("should", any));
    }

    /** The filter's conditions, of which each has to hold. */
    static List<Map<String, Object>> conditions(Filter filter) {
        var all = new ArrayList<Map<String, Object>>();
        for (var clause : FilterTerms.clauses(filter)) {
            var query = query(clause.match());
            all.add(clause.negated() ? Map.of("bool", Map.of("must_not", query)) : query);
        }
        return all;
    }

    private static Map<String, Object> query(Match match) {
        return switch (match) {
            case Match.AnyOf any -> terms(Row.FILTER, any.terms());
            case Match.Between(var lower, var upper) ->
                Map.of("range", Map.of(Row.ORDERED, Map.of("gte", lower, "lte", upper)));
            case Match.StartsWith(var starts) ->
                Map.of(
                        "bool",
                        Map.of(
                                "should",
                                starts.stream()
                                        .map(start -> Map.of("prefix", Map.of(Row.FILTER, start)))
                                        .toList()));
        };
    }

    /** Chunks with a word in any of its forms, scored as one word. */
    private static Map<String, Object> word(QuestionWords.Clause clause, String name) {
        return Map.of(
                "match",
                Map.of(
                        Row.WORDS,
                        Map.of(
                                "query", String.join(Row.BESIDE, clause.terms()),
                                "boost", clause.times(),
                                "_name", name)));
    }

    /** Chunks with any of the words, by BM25; each word has its place in {@link QuestionWords#occurring} as its name. */
    static List<Map<String, Object>> words(QuestionWords words) {
        var any = new ArrayList<Map<String, Object>>();
        for (var clause : words.occurring()) any.add(word(clause, String.valueOf(any.size())));
        return any;
    }

    /** Chunks that pass all filters, scored by the words they have; with none they do not pass. */
    static Map<String, Object> scored(List<?> words, int least, List<?> filters) {
        return Map.of("bool", Map.of("should", words, "minimum_should_match", least, "filter", filters));
    }

    /**
     * Chunks with the words one behind another, as far as the first few tell. Of several readings at one place each has to
     * be there: that makes as many phrases as one place has readings.
     */
    static Map<String, Object> phrase(List<QueryTerms.Word> words, List<?> filters) {
        var places = new LinkedHashMap<Integer, List<String>>();
        for (var word : words) {
            places.computeIfAbsent(word.position(), place -> new ArrayList<>())
                    .add(String.join(Row.BESIDE, word.variants()));
        }
        int readings = places.values().stream().mapToInt(List::size).max().orElse(0);
        var phrases = new ArrayList<Map<String, Object>>();
        for (int i = 0; i < readings; i++) {
            phrases.add(Map.of("match_phrase", Map.of(Row.WORDS, phrase(places, i))));
        }
        return Map.of("bool", Map.of("must", phrases, "filter", filters));
    }

    private static String phrase(Map<Integer, List<String>> places, int reading) {
        var text = new StringBuilder();
        int last = -1;
        for (var place : places.entrySet()) {
            if (last >= 0) text.append(Row.NEXT);
            for (int i = last + 1; last >= 0 && i < place.getKey(); i++)
                text.append(Row.EMPTY).append(Row.NEXT);
            text.append(place.getValue().get(Math.min(reading, place.getValue().size() - 1)));
            last = place.getKey();
        }
        return text.toString();
    }

    /** All that pass, scored by their vectors, each looked at. */
    static Map<String, Object> near(float[] vector, List<?> filters) {
        var script = Map.of(
                "lang",
                "knn",
                "source",
                "knn_score",
                "params",
                Map.of("field", Row.VECTOR, "query_value", vector, "space_type", "innerproduct"));
        return Map.of("script_score", Map.of("query", all(filters), "script", script));
    }

    /** Some of the nearest that pass, by the graph. */
    static Map<String, Object> near(float[] vector, List<?> filters, int k) {
        return Map.of("knn", Map.of(Row.VECTOR, Map.of("vector", vector, "k", k, "filter", all(filters))));
    }

    /** The engine scores an inner product s as s + 1, and below 0 as 1 / (1 - s). */
    static double cosine(double score) {
        return score >= 1 ? score - 1 : 1 - 1 / score;
    }
}
