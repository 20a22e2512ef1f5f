package rag.mcp;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Holds a value against a JSON Schema of the plain kind that tools use. */
final class SchemaCheck {

    private final List<String> problems = new ArrayList<>();

    private SchemaCheck() {}

    /** What does not fit; empty when all does. */
    static List<String> problems(Map<String, Object> schema, Object value) {
        var check = new SchemaCheck();
        check.value("$", schema, value);
        return check.problems;
    }

    private void value(String path, Map<String, Object> schema, Object value) {
        boolean fits = switch ("" + schema.get("type")) {
            case "string" -> value instanceof String;
            case "integer" -> value instanceof Integer || value instanceof Long;
            case "number" -> value instanceof Number;
            case "boolean" -> value instanceof Boolean;
            case "array" -> value instanceof List;
            case "object" -> value instanceof Map;
            default -> false;
        };
        if (!fits) {
            problems.add(path + " is no " + schema.get("type") + ": " + value);
            return;
        }
        if (schema.get("enum") instanceof List<?> allowed && !allowed.contains(value))
            problems.add(path + " is none of " + allowed + ": " + value);
        if (value instanceof List<?> list)
            for (var item : list) value(path + "[]", Talk.map(schema.get("items")), item);
        if (value instanceof Map<?, ?> map) object(path, schema, Talk.map(map));
    }

    private void object(String path, Map<String, Object> schema, Map<String, Object> value) {
        var properties = schema.get("properties") instanceof Map<?, ?> map ? Talk.map(map) : Map.<String, Object>of();
        if (schema.get("required") instanceof List<?> required)
            for (var name : required)
                if (!value.containsKey("" + name)) problems.add(path + "." + name + " is missing");
        value.forEach((name, item) -> {
            if (properties.containsKey(name)) value(path + "." + name, Talk.map(properties.get(name)), item);
            else if (schema.get("additionalProperties") instanceof Map<?, ?> other)
                value(path + "." + name, Talk.map(other), item);
            else if (!Boolean.TRUE.equals(schema.get("additionalProperties")))
                problems.add(path + "." + name + " is not in the schema");
        });
    }
}
