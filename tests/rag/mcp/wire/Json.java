package rag.mcp.wire;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** JSON for tests, as short as it can be written in Java. */
final class Json {

    private Json() {}

    /** An object of keys and values by turns. */
    static Map<String, Object> of(Object... keysAndValues) {
        var json = new LinkedHashMap<String, Object>();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            json.put((String) keysAndValues[i], keysAndValues[i + 1]);
        }
        return json;
    }

    static Map<String, Object> text(String text) {
        return of("type", "text", "text", text);
    }

    /** A result of these content blocks. */
    static Map<String, Object> content(Object... blocks) {
        return of("content", List.of(blocks));
    }

    /** A schema of an object; its properties by names and types ("string") or schemas by turns, all required. */
    static Map<String, Object> schema(Object... namesAndTypes) {
        var properties = of(namesAndTypes);
        properties.replaceAll((name, type) -> type instanceof String ? of("type", type) : type);
        return of("type", "object", "properties", properties, "required", List.copyOf(properties.keySet()));
    }

    static ToolDefinition tool(String name, Map<String, Object> schema, ToolHandler handler) {
        return new ToolDefinition(of("name", name, "description", "Fixture " + name, "inputSchema", schema), handler);
    }
}
