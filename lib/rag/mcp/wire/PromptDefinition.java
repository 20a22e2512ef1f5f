package rag.mcp.wire;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A prompt. @param json name, title, description, arguments [{name, description, required}] */
public record PromptDefinition(
        Map<String, Object> json,
        PromptWriter writer,
        @Nullable Completer completer) {

    public String name() {
        return String.valueOf(json.get("name"));
    }
}
