package rag.store.opensearch;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import rag.model.FieldType;
import rag.store.FilterTerms;
import rag.store.OrderedTerms;

/** What a published state holds in sum. Every query asks, and the answer changes with the state alone: it is kept. */
final class Facts {

    /** Most values of a field that are listed; a limit of the engine is a little above. */
    private static final int MOST = 60_000;

    final int size;
    final Map<String, Integer> languages;
    final List<String> filterKeys;
    final Map<String, Set<FieldType>> orderedKeys;
    private final Map<Integer, List<String>> places = new HashMap<>();

    private Facts(JsonNode answer) {
        size = answer.path("hits").path("total").path("value").asInt();
        var sums = answer.path("aggregations");
        languages = Collections.unmodifiableMap(counts(sums.path(Row.LANGUAGE)));
        var keys = new TreeSet<>(FilterTerms.KEYS);
        keys.addAll(counts(sums.path(Row.KEYS)).keySet());
        filterKeys = List.copyOf(keys);
        var types = new TreeMap<String, Set<FieldType>>();
        for (var term : counts(sums.path(Row.ORDERED_KEYS)).keySet()) {
            types.computeIfAbsent(FilterTerms.key(term), key -> EnumSet.noneOf(FieldType.class))
                    .add(OrderedTerms.type(term));
        }
        orderedKeys = Collections.unmodifiableMap(types);
    }

    static Facts of(Snapshot snapshot) {
        var sums = new LinkedHashMap<String, Object>();
        for (var field : List.of(Row.LANGUAGE, Row.KEYS, Row.ORDERED_KEYS)) {
            sums.put(field, Map.of("terms", Map.of("field", field, "size", MOST)));
        }
        var body = Map.<String, Object>of(
                "query", Queries.published(snapshot.states()), "size", 0, "track_total_hits", true, "aggs", sums);
        return new Facts(snapshot.search(body, About.other("facts")));
    }

    /** Values of a field with the number of chunks, most first, of equal ones the smaller value. */
    private static Map<String, Integer> counts(JsonNode sum) {
        var counts = new LinkedHashMap<String, Integer>();
        for (var value : sum.path("buckets")) {
            counts.put(value.path("key").asText(), value.path("doc_count").asInt());
        }
        return counts;
    }

    synchronized List<String> places(Snapshot snapshot, int limit) {
        return places.computeIfAbsent(limit, most -> {
            var names = Map.of("field", Row.PLACES, "size", Math.min(MOST, most), "order", Map.of("_key", "asc"));
            var body = Map.<String, Object>of(
                    "query",
                    Queries.published(snapshot.states()),
                    "size",
                    0,
                    "track_total_hits",
                    false,
                    "aggs",
                    Map.of(Row.PLACES, Map.of("terms", names)));
            var sum = snapshot.search(body, About.other("facts"))
                    .path("aggregations")
                    .path(Row.PLACES);
            return List.copyOf(new ArrayList<>(counts(sum).keySet()));
        });
    }
}
