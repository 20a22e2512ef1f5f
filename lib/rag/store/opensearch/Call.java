package rag.store.opensearch;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import rag.config.Json;

/**
 * A request.
 *
 * @param path from "/" on, its parts encoded
 * @param text the body, "" for none
 */
record Call(String method, String path, Map<String, String> parameters, String text) {

    Call(String method, String path, Object body) {
        this(method, path, Map.of(), Json.line(body));
    }

    Call(String method, String path) {
        this(method, path, Map.of(), "");
    }

    /** The same with one more parameter behind the path. */
    Call with(String name, Object value) {
        var more = new LinkedHashMap<>(parameters);
        more.put(name, value.toString());
        return new Call(method, path, more, text);
    }

    byte[] bytes() {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** Lines of JSON are what only a bulk request has. */
    String type() {
        return path.endsWith("_bulk") ? "application/x-ndjson" : "application/json";
    }
}
