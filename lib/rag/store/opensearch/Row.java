package rag.store.opensearch;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import rag.config.StoreSettings;
import rag.model.Chunk;
import rag.store.ChunkJson;
import rag.store.FilterTerms;
import rag.store.OrderedTerms;
import rag.store.SimHash;
import rag.store.analysis.TextAnalysis;

/**
 * A chunk as a document of an index, and back. Its words come analysed: the engine only parts them, so that an index here
 * holds the same terms at the same places as an embedded one, and texts of the same length.
 */
final class Row {

    static final String ID = "id", DOCUMENT = "document", VERSION = "version", NUMBER = "number";
    static final String LANGUAGE = "language", ORDER = "order", LIKENESS = "likeness";
    static final String WORDS = "words", CHUNK = "chunk";

    /** The vector to search by, and the same four bytes a number, to be read: the engine takes long to give a vector. */
    static final String VECTOR = "vector", FLOATS = "floats";

    static final String FILTER = "filter", ORDERED = "ordered";

    /** Keys of {@link #FILTER}, and of {@link #ORDERED} with the sign of their kind; names of files and folders. */
    static final String KEYS = "keys", ORDERED_KEYS = "ordered_keys", PLACES = "places";

    /** Parts places; joins terms of one place; a place left empty. No text's term has any of them. */
    static final String NEXT = "\u001e", BESIDE = "\u001f", EMPTY = "\u001d";

    private static final char NUL = 0;

    private Row() {}

    /** How an index is made. @param alias a second name, by which chunks are written: without it nothing is made unasked */
    static Map<String, Object> index(StoreSettings settings, int dimension, String alias) {
        var keyword = Map.of("type", "keyword");
        var asked = Map.of("type", "keyword", "doc_values", false);
        var counted = Map.of("type", "keyword", "index", false);
        var properties = new LinkedHashMap<String, Object>();
        for (var field : List.of(ID, DOCUMENT, VERSION, LANGUAGE)) properties.put(field, keyword);
        for (var field : List.of(FILTER, ORDERED)) properties.put(field, asked);
        for (var field : List.of(KEYS, ORDERED_KEYS, PLACES)) properties.put(field, counted);
        properties.put(NUMBER, Map.of("type", "long"));
        properties.put(ORDER, Map.of("type", "integer"));
        properties.put(LIKENESS, Map.of("type", "long", "index", false));
        properties.put(WORDS, Map.of("type", "text", "analyzer", WORDS, "similarity", WORDS));
        properties.put(CHUNK, Map.of("type", "text", "index", false, "norms", false));
        properties.put(FLOATS, Map.of("type", "binary", "doc_values", true));
        properties.put(VECTOR, Map.of("type", "knn_vector", "dimension", dimension, "method", graph(settings)));
        var index = new LinkedHashMap<String, Object>();
        index.put("knn", true);
        index.put("knn.algo_param.ef_search", settings.efSearch());
        index.put("number_of_shards", settings.shards());
        index.put("number_of_replicas", settings.replicas());
        index.put("refresh_interval", "-1"); // what is not published is not looked at, nor counted
        index.put("similarity", Map.of(WORDS, Map.of("type", "BM25", "k1", 1.2, "b", 0.75)));
        index.put("analysis", analysis());
        return Map.of(
                "settings",
                Map.of("index", index),
                "aliases",
                Map.of(alias, Map.of()),
                "mappings",
                Map.of("dynamic", "strict", "properties", properties));
    }

    /** Settings that count only while an index is made, by their names. @param index what the cluster says of it */
    static Map<String, String> made(JsonNode index) {
        var settings = index.path("settings");
        var method = index.path("mappings").path("properties").path(VECTOR).path("method");
        var parameters = method.path("parameters");
        return Map.of(
                "shards", settings.path("index.number_of_shards").asText(),
                "replicas", settings.path("index.number_of_replicas").asText(),
                "ef_search", settings.path("index.knn.algo_param.ef_search").asText(),
                "engine", method.path("engine").asText(),
                "hnsw_m", parameters.path("m").asText(),
                "ef_construction", parameters.path("ef_construction").asText());
    }

    /** The same as an index would be made now. */
    static Map<String, String> wanted(StoreSettings settings) {
        return Map.of(
                "shards", "" + settings.shards(),
                "replicas", "" + settings.replicas(),
                "ef_search", "" + settings.efSearch(),
                "engine", settings.engine(),
                "hnsw_m", "" + settings.hnswM(),
                "ef_construction", "" + settings.efConstruction());
    }

    /** Vectors have length 1: their inner product is the cosine. */
    private static Map<String, Object> graph(StoreSettings settings) {
        return Map.of(
                "name",
                "hnsw",
                "space_type",
                "innerproduct",
                "engine",
                settings.engine(),
                "parameters",
                Map.of("m", settings.hnswM(), "ef_construction", settings.efConstruction()));
    }

    private static Map<String, Object> analysis() {
        return Map.of(
                "tokenizer",
                Map.of("places", Map.of("type", "pattern", "pattern", NEXT)),
                "filter",
                Map.of(
                        "beside",
                        Map.of(
                                "type",
                                "pattern_capture",
                                "preserve_original",
                                false,
                                "patterns",
                                List.of("([^" + BESIDE + "]+)")),
                        "empty",
                        Map.of("type", "stop", "stopwords", List.of(EMPTY))),
                "analyzer",
                Map.of(WORDS, Map.of("type", "custom", "tokenizer", "places", "filter", List.of("beside", "empty"))));
    }

    /** A document's version: all of its chunks of one publication. */
    static String version(String documentId, long number) {
        return documentId + "#" + number;
    }

    /** The id of a chunk's document. */
    static String id(String chunkId, long number) {
        return chunkId + "#" + number;
    }

    static Map<String, Object> of(Chunk chunk, float[] vector, long number) {
        var filter = List.copyOf(FilterTerms.of(chunk));
        var ordered = List.copyOf(OrderedTerms.of(chunk));
        var row = new LinkedHashMap<String, Object>();
        row.put(ID, chunk.id());
        row.put(DOCUMENT, chunk.documentId());
        row.put(VERSION, version(chunk.documentId(), number));
        row.put(NUMBER, number);
        row.put(LANGUAGE, chunk.language());
        row.put(ORDER, chunk.index());
        row.put(LIKENESS, SimHash.of(chunk.text()));
        row.put(WORDS, words(TextAnalysis.tokens(chunk.searchText(), chunk.language())));
        row.put(FILTER, filter);
        row.put(ORDERED, ordered);
        row.put(KEYS, filter.stream().map(FilterTerms::key).distinct().toList());
        row.put(
                ORDERED_KEYS,
                ordered.stream()
                        .map(term -> term.substring(0, term.indexOf(NUL) + 2))
                        .distinct()
                        .toList());
        row.put(
                PLACES,
                filter.stream()
                        .filter(FilterTerms::isName)
                        .map(FilterTerms::value)
                        .toList());
        row.put(VECTOR, vector);
        row.put(FLOATS, base64(vector));
        row.put(CHUNK, ChunkJson.of(chunk));
        return row;
    }

    /** The terms in one text, from which the index's analyzer makes them again. */
    static String words(List<TextAnalysis.Token> tokens) {
        var text = new StringBuilder();
        for (var token : tokens) {
            if (!text.isEmpty()) text.append(token.step() == 0 ? BESIDE : NEXT);
            for (int i = 1; i < token.step(); i++) text.append(EMPTY).append(NEXT);
            text.append(token.term());
        }
        return text.toString();
    }

    /** The chunk of a hit. @param stale documents of which an older version answers */
    static Chunk chunk(JsonNode hit, Set<String> stale) throws IOException {
        var chunk = ChunkJson.chunk(hit.path("_source").path(CHUNK).asText(), false);
        return stale.contains(chunk.documentId()) ? chunk.withStale(true) : chunk;
    }

    private static String base64(float[] vector) {
        var bytes = ByteBuffer.allocate(vector.length * Float.BYTES);
        bytes.asFloatBuffer().put(vector);
        return Base64.getEncoder().encodeToString(bytes.array());
    }

    static float[] vector(JsonNode hit) {
        var bytes = Base64.getDecoder()
                .decode(hit.path("fields").path(FLOATS).path(0).asText());
        var vector = new float[bytes.length / Float.BYTES];
        ByteBuffer.wrap(bytes).asFloatBuffer().get(vector);
        return vector;
    }
}
