package rag.store.chroma;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import rag.config.StoreSettings;
import rag.store.VectorKey;

/** The Chroma collections of a database: vectors under their keys, without texts, and whose they are as metadata. */
final class ChromaVectors {

    /** Vectors a request: some 2 MB, so that a request is answered in seconds. */
    private static final int BATCH = 500;

    /** Keys a request where all are listed. */
    private static final int PAGE = 10_000;

    private final ChromaClient client;
    private final StoreSettings settings;

    ChromaVectors(ChromaClient client, StoreSettings settings) {
        this.client = client;
        this.settings = settings;
    }

    /** The id of a Chroma collection; empty when there is none of this name. */
    Optional<String> find(String name) {
        return client.get(client.database("/collections/" + name)).map(ChromaVectors::id);
    }

    /** A Chroma collection. @param graph what its graph was made with, by the names of the settings, as far as is said */
    record Made(String id, Map<String, Integer> graph) {}

    /** What a graph would be made with now. */
    Map<String, Integer> graph() {
        return Map.of(
                "hnsw_m", settings.hnswM(),
                "ef_construction", settings.efConstruction(),
                "ef_search", settings.efSearch());
    }

    /** Chroma's word for a setting. */
    private static String word(String setting) {
        return setting.equals("hnsw_m") ? "max_neighbors" : setting;
    }

    /** A Chroma collection, which is made when it is not there. */
    Made make(String name, Map<String, String> metadata) {
        client.makeDatabase();
        var graph = new LinkedHashMap<String, Object>();
        graph.put(
                "space",
                "ip"); // the dot product of unit vectors, which Chroma keeps to the last bit; cosine scales them
        graph().forEach((setting, value) -> graph.put(word(setting), value));
        return made(client.post(
                client.database("/collections"),
                ChromaClient.map(
                        "name",
                        name,
                        "get_or_create",
                        true,
                        "metadata",
                        metadata,
                        "configuration",
                        Map.of("hnsw", graph))));
    }

    private Made made(JsonNode collection) {
        var there = collection.path("configuration_json").path("hnsw");
        var graph = new HashMap<String, Integer>();
        for (var setting : graph().keySet()) {
            var value = there.path(word(setting));
            if (value.isInt()) graph.put(setting, value.asInt());
        }
        return new Made(id(collection), graph);
    }

    private static String id(JsonNode collection) {
        return collection.path("id").asText();
    }

    /** Names of the Chroma collections with these metadata. */
    List<String> named(Map<String, String> metadata) {
        var names = new ArrayList<String>();
        for (int offset = 0; ; offset += 100) {
            var page = client.get(client.database("/collections?limit=100&offset=" + offset));
            if (page.isEmpty() || page.get().isEmpty()) return names;
            for (var collection : page.get()) {
                var said = collection.path("metadata");
                boolean fits = metadata.entrySet().stream()
                        .allMatch(entry -> said.path(entry.getKey()).asText().equals(entry.getValue()));
                if (fits) names.add(collection.path("name").asText());
            }
        }
    }

    void remove(String name) {
        client.delete(client.database("/collections/" + name));
    }

    /** Number of vectors; empty when the collection is gone. */
    Optional<Integer> count(String id) {
        return client.get(records(id, "/count")).map(JsonNode::asInt);
    }

    /** Keys of the nearest; empty when the collection is gone. */
    Optional<List<String>> nearest(String id, float[] query, int n) {
        var body = ChromaClient.map("query_embeddings", List.of(query), "n_results", n, "include", List.of());
        return client.ask(records(id, "/query"), body)
                .map(answer -> texts(answer.path("ids").path(0)));
    }

    /** All keys. */
    List<String> keys(String id) {
        var keys = new ArrayList<String>();
        while (true) {
            var body = ChromaClient.map("limit", PAGE, "offset", keys.size(), "include", List.of());
            var page = texts(client.post(records(id, "/get"), body).path("ids"));
            if (page.isEmpty()) return keys;
            keys.addAll(page);
        }
    }

    private static List<String> texts(JsonNode list) {
        var texts = new ArrayList<String>();
        list.forEach(text -> texts.add(text.asText()));
        return texts;
    }

    void delete(String id, Collection<String> keys) {
        var all = List.copyOf(keys);
        int size = batch();
        for (int i = 0; i < all.size(); i += size) {
            client.post(records(id, "/delete"), Map.of("ids", all.subList(i, Math.min(all.size(), i + size))));
        }
    }

    private int batch() {
        return Math.min(BATCH, client.limits().batch());
    }

    private String records(String id, String what) {
        return client.database("/collections/" + id + what);
    }

    /** Vectors on their way to a collection. */
    final class Batch {

        private final String id;
        private final ChromaClient.Limits limits;
        private final Map<String, float[]> waiting = new LinkedHashMap<>();

        Batch(String id) {
            this.id = id;
            this.limits = client.limits();
        }

        void add(String chunkId, float[] vector) {
            waiting.put(VectorKey.of(chunkId, vector), vector);
            if (waiting.size() >= Math.min(BATCH, limits.batch())) send();
        }

        void send() {
            if (waiting.isEmpty()) return;
            List<?> vectors = limits.base64()
                    ? waiting.values().stream()
                            .map(vector -> Base64.getEncoder().encodeToString(VectorKey.bytes(vector)))
                            .toList()
                    : List.copyOf(waiting.values());
            client.post(records(id, "/upsert"), Map.of("ids", List.copyOf(waiting.keySet()), "embeddings", vectors));
            waiting.clear();
        }
    }
}
