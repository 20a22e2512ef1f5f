package rag.model;

import java.util.List;

/**
 * A declared key of metadata.
 *
 * @param required every document must have it
 * @param filter a search of the domain offers it as a filter
 * @param values the values that are allowed; empty allows all
 * @param description what it means, for whoever fills it in or asks by it
 */
public record Field(
        String name, FieldType type, boolean required, boolean filter, List<String> values, String description) {

    public Field {
        values = List.copyOf(values);
    }

    public static Field of(String name, FieldType type) {
        return new Field(name, type, false, false, List.of(), "");
    }
}
