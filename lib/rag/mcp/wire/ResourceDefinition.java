package rag.mcp.wire;

import java.util.Map;

/** A resource. @param json uri, name, title, description, mimeType, size, annotations */
public record ResourceDefinition(Map<String, Object> json, ResourceReader reader) {

    public String uri() {
        return String.valueOf(json.get("uri"));
    }
}
