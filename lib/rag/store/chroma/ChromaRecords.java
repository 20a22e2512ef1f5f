package rag.store.chroma;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import rag.config.Json;
import rag.config.StoreSettings;
import rag.model.Failure;

/** The records of a Chroma collection that somebody else made: ids, texts and metadata; their vectors are not read. */
public final class ChromaRecords implements AutoCloseable {

    private static final int PAGE = 500;

    private final ChromaClient client;
    private final String id;

    /** A record. @param text "" when it has none @param metadata texts, numbers and booleans by key */
    public record Chunk(String id, String text, Map<String, Object> metadata) {}

    /**
     * Finds a collection.
     *
     * @param settings key, tenant and patience
     * @param address {@code http://host:8000/collection}, or {@code http://host:8000/database/collection}
     * @throws Failure when there is none
     */
    public ChromaRecords(StoreSettings settings, String address) {
        var parts = parts(address);
        var names = parts.subList(1, parts.size());
        var database = names.size() == 2 ? names.getFirst() : "default_database";
        this.client =
                new ChromaClient(settings.with(Map.of("hosts", List.of(parts.getFirst()), "namespace", database)));
        try {
            var found = client.get(client.database("/collections/" + ChromaClient.encoded(names.getLast())));
            this.id = found.orElseThrow(() -> new Failure("Chroma at %s has no collection '%s' in the database '%s'"
                            .formatted(client.server(), names.getLast(), database)))
                    .path("id")
                    .asText();
        } catch (RuntimeException e) {
            client.close();
            throw e;
        }
    }

    /** Server, perhaps a database, collection. */
    private static List<String> parts(String address) {
        try {
            var uri = URI.create(address.contains("://") ? address : "http://" + address);
            var names = List.of(
                    String.valueOf(uri.getPath()).replaceAll("^/+|/+$", "").split("/+"));
            if (uri.getRawAuthority() != null
                    && names.size() <= 2
                    && !names.getLast().isEmpty()) {
                var server = uri.getScheme() + "://" + uri.getRawAuthority();
                return names.size() == 1
                        ? List.of(server, names.getFirst())
                        : List.of(server, names.getFirst(), names.getLast());
            }
        } catch (IllegalArgumentException e) {
            // said below
        }
        throw new Failure(("'%s' names no Chroma collection; write http://host:8000/collection, or "
                        + "http://host:8000/database/collection")
                .formatted(address));
    }

    public int size() {
        return client.get(client.database("/collections/" + id + "/count"))
                .map(JsonNode::asInt)
                .orElse(0);
    }

    public void each(Consumer<Chunk> each) {
        for (int offset = 0; ; offset += PAGE) {
            var page = client.post(
                    client.database("/collections/" + id + "/get"),
                    ChromaClient.map("limit", PAGE, "offset", offset, "include", List.of("documents", "metadatas")));
            var ids = page.path("ids");
            for (int i = 0; i < ids.size(); i++) {
                var text = page.path("documents").path(i);
                each.accept(new Chunk(
                        ids.path(i).asText(),
                        text.isTextual() ? text.asText() : "",
                        values(page.path("metadatas").path(i))));
            }
            if (ids.size() < PAGE) return;
        }
    }

    private static Map<String, Object> values(JsonNode metadata) {
        var values = new LinkedHashMap<String, Object>();
        metadata.properties().forEach(entry -> {
            var value = entry.getValue();
            if (!value.isNull() && !value.isObject()) {
                values.put(entry.getKey(), Json.convert(value, Object.class));
            }
        });
        return values;
    }

    @Override
    public void close() {
        client.close();
    }
}
