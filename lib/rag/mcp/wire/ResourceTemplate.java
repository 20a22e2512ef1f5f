package rag.mcp.wire;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A kind of resource. @param json uriTemplate (its only expression: {name}, one path segment), name, title, mimeType */
public record ResourceTemplate(
        Map<String, Object> json,
        ResourceReader reader,
        @Nullable Completer completer) {

    public String uriTemplate() {
        return String.valueOf(json.get("uriTemplate"));
    }
}
