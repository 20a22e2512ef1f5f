package rag.mcp;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A JSON Schema of an object, in the part of the language that all clients take: no references, no unions, nothing but
 * an object at the root; always in the same order.
 */
final class Schema {

    private final Map<String, Object> properties = new LinkedHashMap<>();
    private final List<String> required = new ArrayList<>();

    private Schema() {}

    static Schema object() {
        return new Schema();
    }

    private Schema add(String name, String type, String description, Object... more) {
        var property = new LinkedHashMap<String, Object>();
        property.put("type", type);
        if (!description.isEmpty()) property.put("description", description);
        for (int i = 0; i < more.length; i += 2) property.put("" + more[i], more[i + 1]);
        properties.put(name, property);
        return this;
    }

    Schema text(String name, String description) {
        return add(name, "string", description);
    }

    Schema text(String name, String description, int longest) {
        return add(name, "string", description, "minLength", 1, "maxLength", longest);
    }

    Schema choice(String name, String description, List<String> values) {
        return add(name, "string", description, "enum", values);
    }

    Schema whole(String name, String description) {
        return add(name, "integer", description);
    }

    Schema whole(String name, String description, int least, int most, int usual) {
        return add(name, "integer", description, "minimum", least, "maximum", most, "default", usual);
    }

    Schema number(String name, String description) {
        return add(name, "number", description);
    }

    Schema flag(String name, String description) {
        return add(name, "boolean", description);
    }

    Schema flag(String name, String description, boolean usual) {
        return add(name, "boolean", description, "default", usual);
    }

    /** An object with keys of its own: values of any kind. */
    Schema open(String name, String description) {
        return add(name, "object", description, "additionalProperties", true);
    }

    /** An object from names to numbers. */
    Schema numbers(String name, String description) {
        return add(name, "object", description, "additionalProperties", typed("number"));
    }

    Schema texts(String name, String description) {
        return add(name, "array", description, "items", typed("string"));
    }

    Schema list(String name, String description, Schema items) {
        return add(name, "array", description, "items", items.json());
    }

    Schema part(String name, Schema part) {
        properties.put(name, part.json());
        return this;
    }

    Schema required(String... names) {
        required.addAll(List.of(names));
        return this;
    }

    private static Map<String, Object> typed(String type) {
        var json = new LinkedHashMap<String, Object>();
        json.put("type", type);
        return json;
    }

    Map<String, Object> json() {
        var json = typed("object");
        json.put("properties", properties);
        if (!required.isEmpty()) json.put("required", required);
        json.put("additionalProperties", false);
        return json;
    }
}
