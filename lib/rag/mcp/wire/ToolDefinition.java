package rag.mcp.wire;

import java.util.Map;

/**
 * A tool as a client sees it, and what it does.
 *
 * @param json name, title, description, inputSchema, outputSchema (optional), annotations; sent as it is, in its order
 */
public record ToolDefinition(Map<String, Object> json, ToolHandler handler) {

    public ToolDefinition {
        if (!(json.get("inputSchema") instanceof Map)) throw new IllegalArgumentException("no inputSchema: " + json);
    }

    public String name() {
        return String.valueOf(json.get("name"));
    }

    Map<String, Object> inputSchema() {
        return Rpc.object(json, "inputSchema");
    }
}
