package rag.model;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A business's own rules for one collection, read from a profile and obeyed by ingestion and search alike.
 *
 * @param name lower case, such as "admissions"
 * @param tool name of the search tool that assistants see
 * @param description what the tool is for, to whoever chooses among tools
 * @param collection where its documents are
 * @param forced metadata that every document given by a manifest gets, and that every hit has
 * @param fields the metadata of its documents by key; a manifest may give these and no others
 * @param inOrder keys of dates that must not run backwards
 * @param validity from when until when a document holds; null for always
 * @param versions which documents are superseded; null for none
 * @param hint what to do when no reliable source answers
 */
public record Domain(
        String name,
        String tool,
        String title,
        String description,
        String collection,
        Map<String, String> forced,
        Map<String, Field> fields,
        List<String> inOrder,
        @Nullable Validity validity,
        @Nullable Versions versions,
        String hint) {

    /**
     * The days on which a document holds; at least one of them is named.
     *
     * @param from key of the first day; "" where documents hold from the beginning, as does one that does not say it
     * @param until key of the last day; "" where they hold for ever. One that does not say it has to be looked at
     */
    public record Validity(String from, String until) {

        public Validity {
            if (from.isEmpty() && until.isEmpty()) throw new IllegalArgumentException("validity names no day");
        }

        /** Whether a key is one of the two days. */
        public boolean names(String key) {
            return !key.isEmpty() && (key.equals(from) || key.equals(until));
        }
    }

    /**
     * Of the documents that agree in some keys, the one with the greatest number, the latest day or, of texts, the
     * latest {@link Revision} is in force.
     *
     * @param path where a document does not say a key itself, what its source says: a pattern with groups named like the
     *     keys, without "_"; null for none
     */
    public record Versions(
            List<String> of, String newest, @Nullable Pattern path) {

        public Versions {
            of = List.copyOf(of);
        }

        /** What a document says under a key, or else what its source does; null for neither. */
        public @Nullable Object value(String key, Map<String, Object> metadata, String source) {
            var own = metadata.get(key);
            if (own != null || path == null) return own;
            var group = group(key);
            var found = path.matcher(source);
            return path.namedGroups().containsKey(group) && found.find() ? found.group(group) : null;
        }

        /** The name of a key's group: Java takes letters and digits. */
        public static String group(String key) {
            return key.replace("_", "");
        }
    }

    public Domain {
        forced = Collections.unmodifiableMap(new LinkedHashMap<>(forced));
        fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
        inOrder = List.copyOf(inOrder);
    }

    /** The fields that a search offers as filters, in the profile's order. */
    public List<Field> filters() {
        return fields.values().stream().filter(Field::filter).toList();
    }

    /** All keys that its documents may have. */
    public Map<String, Field> keys() {
        var keys = new LinkedHashMap<String, Field>();
        for (var key : forced.keySet()) keys.put(key, Field.of(key, FieldType.TEXT));
        keys.putAll(fields);
        return keys;
    }
}
