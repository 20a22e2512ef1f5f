package rag.store.pgvector;

import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.TreeMap;
import rag.store.FilterTerms;
import rag.store.OrderedTerms;

/**
 * What a collection's chunks hold in sum, kept in step with every change: a question asks for it, and to look through all
 * chunks would take longer than the answer.
 *
 * @param languages chunks by language code
 * @param keys chunks by key that a filter may name
 * @param ordered chunks by key and kind of value, "key NUL NUMBER" or "key NUL DATE"
 */
record Facts(Map<String, Integer> languages, Map<String, Integer> keys, Map<String, Integer> ordered) {

    Facts {
        languages = new TreeMap<>(languages);
        keys = new TreeMap<>(keys);
        ordered = new TreeMap<>(ordered);
    }

    static Facts none() {
        return new Facts(Map.of(), Map.of(), Map.of());
    }

    /** @param by 1 for a chunk more, -1 for one less */
    void count(String language, Collection<String> filter, Collection<String> order, int by) {
        count(languages, language, by);
        var own = new HashSet<String>();
        for (var term : filter) own.add(FilterTerms.key(term));
        for (var key : own) count(keys, key, by);
        own.clear();
        for (var term : order) own.add(FilterTerms.key(term) + '\0' + OrderedTerms.type(term));
        for (var key : own) count(ordered, key, by);
    }

    private static void count(Map<String, Integer> counts, String key, int by) {
        counts.merge(key, by, (a, b) -> a + b == 0 ? null : a + b);
    }

    void add(Facts other) {
        other.languages.forEach((key, n) -> count(languages, key, n));
        other.keys.forEach((key, n) -> count(keys, key, n));
        other.ordered.forEach((key, n) -> count(ordered, key, n));
    }
}
