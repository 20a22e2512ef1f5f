package rag.engine;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import rag.config.Json;
import rag.model.Chunk;
import rag.model.Ids;
import rag.transform.MetadataEnricher;

/**
 * Metadata that comes from outside a document and goes before what the document says of itself. A chunk keeps beside it
 * what it stands over ({@link Chunk#PROVENANCE}), so that it can be changed or taken back without reading the document.
 */
final class GivenMetadata {

    private static final String TITLE = "title";
    private static final String TAGS = "tags";

    private GivenMetadata() {}

    /**
     * What a chunk remembers.
     *
     * @param given keys from outside, in their order
     * @param own what the document says under these keys, as it writes them; its title under "title"
     */
    private record Provenance(List<String> given, Map<String, Object> own) {

        private static final Provenance NONE = new Provenance(List.of(), Map.of());

        static Provenance of(Chunk chunk) {
            if (!(chunk.metadata().get(Chunk.PROVENANCE) instanceof String json)) return NONE;
            try {
                return Json.read(json, Provenance.class);
            } catch (JsonProcessingException e) {
                return NONE; // a document's own word of that name
            }
        }
    }

    /** 64 hex digits; the same for the same entries in any order. "" for none. */
    static String hash(Map<String, Object> given) {
        if (given.isEmpty()) return "";
        return Ids.sha256(Json.line(new TreeMap<>(given)).getBytes(StandardCharsets.UTF_8));
    }

    /** What was given to a chunk's document. */
    static Map<String, Object> of(Chunk chunk) {
        var given = new LinkedHashMap<String, Object>();
        for (var key : Provenance.of(chunk).given())
            given.put(key, chunk.metadata().get(key));
        return given;
    }

    /** The chunk with this and nothing else given to it; id, text and place stay. */
    static Chunk over(Chunk chunk, Map<String, Object> given) {
        var plain = without(chunk);
        if (given.isEmpty()) return plain;
        var own = new LinkedHashMap<String, Object>();
        var metadata = new LinkedHashMap<>(plain.metadata());
        for (var key : given.keySet()) {
            for (var known : plain.metadata().keySet()) {
                if (known.toLowerCase(Locale.ROOT).equals(key.toLowerCase(Locale.ROOT))) {
                    own.put(known, metadata.remove(known)); // one key to whoever filters
                }
            }
        }
        metadata.putAll(given);
        var title = plain.title();
        if (given.get(TITLE) instanceof String other) {
            own.put(TITLE, title);
            title = other;
        }
        var tags = plain.tags();
        if (given.containsKey(TAGS)) tags = replaced(tags, tags(own), tags(given));
        metadata.put(Chunk.PROVENANCE, Json.line(new Provenance(List.copyOf(given.keySet()), own)));
        return plain.described(title, tags, metadata);
    }

    /** The chunk as its document describes it. */
    private static Chunk without(Chunk chunk) {
        var before = Provenance.of(chunk);
        var metadata = new LinkedHashMap<>(chunk.metadata());
        metadata.remove(Chunk.PROVENANCE);
        before.given().forEach(metadata::remove);
        metadata.putAll(before.own());
        var title = chunk.title();
        if (before.given().contains(TITLE) && before.own().get(TITLE) instanceof String own) {
            title = own;
            metadata.remove(TITLE);
        }
        var tags = chunk.tags();
        if (before.given().contains(TAGS)) tags = replaced(tags, tags(chunk.metadata()), tags(before.own()));
        return chunk.described(title, tags, metadata);
    }

    private static List<String> tags(Map<String, Object> metadata) {
        return MetadataEnricher.tags(metadata.get(TAGS));
    }

    /** Tags of the document come first; those that rules found stay behind them. */
    private static List<String> replaced(List<String> tags, List<String> old, List<String> now) {
        var rest = new ArrayList<>(tags);
        rest.removeAll(old);
        var all = new LinkedHashSet<>(now);
        all.addAll(rest);
        return List.copyOf(all);
    }
}
