package rag.mcp;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a tool answers: the same facts as text and as data, since some clients show a model only the one and some only
 * the other.
 *
 * @param data null where the tool has no output schema
 * @param more pictures and links, shown behind the text
 * @param error whether the caller has to mend something before it can be done
 */
record Result(
        String text,
        @org.jspecify.annotations.Nullable Map<String, Object> data,
        List<Map<String, Object>> more,
        boolean error) {

    static Result of(Map<String, Object> data) {
        return new Result(Facts.text(data), data, List.of(), false);
    }

    static Result text(String text, List<Map<String, Object>> more) {
        return new Result(text, null, more, false);
    }

    Result asError() {
        return new Result(text, data, more, true);
    }

    /** As a CallToolResult. */
    Map<String, Object> json() {
        var content = new ArrayList<Map<String, Object>>();
        var block = new LinkedHashMap<String, Object>();
        block.put("type", "text");
        block.put("text", text);
        content.add(block);
        content.addAll(more);
        var json = new LinkedHashMap<String, Object>();
        json.put("content", content);
        if (data != null) json.put("structuredContent", data);
        if (error) json.put("isError", true);
        return json;
    }
}
