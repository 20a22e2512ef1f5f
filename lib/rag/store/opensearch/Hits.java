package rag.store.opensearch;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import rag.model.Candidate;

/** In which order hits come, what of each, and how it is read. */
final class Hits {

    static final List<Map<String, String>> BEST_FIRST = List.of(Map.of("_score", "desc"), Map.of(Row.ID, "asc"));
    static final List<Map<String, String>> BY_ID = List.of(Map.of(Row.ID, "asc"));
    static final List<Map<String, String>> READING_ORDER = List.of(Map.of(Row.ORDER, "asc"), Map.of(Row.ID, "asc"));

    /** Without what lies in rows, which takes longer to read than to find: no source, and not even the row's id. */
    static final Map<String, Object> BARE = Map.of("stored_fields", "_none_");

    static final Map<String, Object> COLUMNS = columns(Row.LIKENESS);
    static final Map<String, Object> VECTORS = columns(Row.FLOATS);
    static final Map<String, Object> EXPLAINED = Map.of("_source", false, "explain", true);
    static final Map<String, Object> WHOLE = Map.of("_source", List.of(Row.CHUNK));

    private Hits() {}

    private static Map<String, Object> columns(String field) {
        return Map.of("stored_fields", "_none_", "docvalue_fields", List.of(field));
    }

    /** The engine's score of a hit of a list that has its best first. */
    static float score(JsonNode hit) {
        return hit.path("sort").path(0).floatValue();
    }

    /** A hit of a list that has its best first. */
    static Candidate candidate(JsonNode hit, double score) {
        return new Candidate(hit.path("sort").path(1).asText(), score, likeness(hit));
    }

    static long likeness(JsonNode hit) {
        return hit.path("fields").path(Row.LIKENESS).path(0).asLong();
    }

    /** The chunk's id in a list by id. */
    static String id(JsonNode hit) {
        return hit.path("sort").path(0).asText();
    }
}
