package rag.model;

import java.util.List;
import java.util.stream.Collectors;

/** Conditions that every hit fulfils; all of them hold, in both routes, before the cut. */
public record Filter(List<Condition> conditions) {

    public static final Filter NONE = new Filter(List.of());

    /**
     * One key with the values that are allowed.
     *
     * @param key type, source, tag, lang, document, or a key of the documents' metadata
     */
    public record Condition(String key, List<String> anyOf) {

        public Condition {
            if (key.isBlank()) throw new IllegalArgumentException("a filter needs a key");
            if (anyOf.isEmpty()) throw new IllegalArgumentException("filter " + key + " has no value");
            anyOf = List.copyOf(anyOf);
        }

        @Override
        public String toString() {
            return key + "=" + String.join("|", anyOf);
        }
    }

    public Filter {
        conditions = List.copyOf(conditions);
    }

    public boolean isNone() {
        return conditions.isEmpty();
    }

    @Override
    public String toString() {
        return conditions.stream().map(Condition::toString).collect(Collectors.joining(", "));
    }
}
