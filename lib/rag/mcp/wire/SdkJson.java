package rag.mcp.wire;

import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.TypeRef;
import java.io.IOException;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import rag.config.Json;

/** JSON for the SDK, by the library that everything else here uses too. */
final class SdkJson implements McpJsonMapper {

    @SuppressWarnings("TypeParameterUnusedInFormals") // the SDK names the type
    private static <T> T read(String text, Type type) throws IOException {
        var value = Json.value(text);
        return Json.convert(value == null ? Map.of() : value, type);
    }

    @Override
    public <T> T readValue(String text, Class<T> type) throws IOException {
        return read(text, type);
    }

    @Override
    public <T> T readValue(byte[] utf8, Class<T> type) throws IOException {
        return read(new String(utf8, StandardCharsets.UTF_8), type);
    }

    @Override
    public <T> T readValue(String text, TypeRef<T> type) throws IOException {
        return read(text, type.getType());
    }

    @Override
    public <T> T readValue(byte[] utf8, TypeRef<T> type) throws IOException {
        return read(new String(utf8, StandardCharsets.UTF_8), type.getType());
    }

    @Override
    public <T> T convertValue(Object value, Class<T> type) {
        return Json.convert(value, type);
    }

    @Override
    @SuppressWarnings("unchecked")
    public <T> T convertValue(Object value, TypeRef<T> type) {
        // The server asks for results as maps: ours are, and need no copy.
        return value instanceof StatelessFeature.Answer answer
                ? (T) answer.json()
                : Json.convert(value, type.getType());
    }

    @Override
    public String writeValueAsString(Object value) {
        return Json.line(value);
    }

    @Override
    public byte[] writeValueAsBytes(Object value) {
        return Json.line(value).getBytes(StandardCharsets.UTF_8);
    }
}
