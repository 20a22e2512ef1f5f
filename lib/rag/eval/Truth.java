package rag.eval;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * What a case expects, as far as the collection knows it.
 *
 * @param grades grade by name for each level that can be measured; names are chunk ids, sources as the case writes them, and
 *     "evidence 1", "evidence 2" …
 * @param namesOf the expected names that a passage stands for, by chunk id, for each of these levels
 */
record Truth(Map<Level, Map<String, Integer>> grades, Map<Level, Function<Passage, List<String>>> namesOf) {

    /** A passage as far as truth looks at it. */
    record Passage(String chunkId, String source) {}

    static final Truth NONE = new Truth(Map.of(), Map.of());

    Map<String, Integer> at(Level level) {
        return grades.getOrDefault(level, Map.of());
    }

    boolean measures(Level level) {
        return at(level).values().stream().anyMatch(grade -> grade > 0);
    }

    /** The expected names of a passage; empty when it is none that was expected. */
    List<String> names(Level level, Passage passage) {
        var names = namesOf.get(level);
        return names == null ? List.of() : names.apply(passage);
    }

    static Truth of(Map<Level, Map<String, Integer>> grades, Map<Level, Function<Passage, List<String>>> namesOf) {
        return new Truth(new LinkedHashMap<>(grades), new LinkedHashMap<>(namesOf));
    }
}
