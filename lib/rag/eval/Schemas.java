package rag.eval;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** JSON Schemas of what judges answer, in the strict form that endpoints ask for. */
final class Schemas {

    static final Map<String, Object> TEXT = Map.of("type", "string");
    static final Map<String, Object> VERDICT = Map.of("type", "integer", "enum", List.of(0, 1));

    private Schemas() {}

    static Map<String, Object> list(Map<String, Object> items) {
        return Map.of("type", "array", "items", items);
    }

    static Map<String, Object> object(Map<String, Object> properties) {
        var sorted = new TreeMap<>(properties);
        return Map.of(
                "type",
                "object",
                "properties",
                sorted,
                "required",
                List.copyOf(sorted.keySet()),
                "additionalProperties",
                false);
    }
}
