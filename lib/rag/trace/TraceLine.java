package rag.trace;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import rag.model.Ids;
import rag.text.Texts;

/** Reads the summary of a trace off its line without building the rest of it, which is a hundred times as large. */
final class TraceLine {

    private static final int LONGEST_SUBJECT = 300;

    private static final JsonFactory JSON = new JsonFactory();

    private final Map<String, String> facts = new LinkedHashMap<>();
    private List<String> collections = List.of();
    private List<String> documents = List.of();
    private double elapsedMs;
    private String stageError = "";
    private boolean stages;

    private TraceLine() {}

    /** Null when the bytes hold no whole trace. */
    static @Nullable TraceSummary read(byte[] bytes, int from, int length) {
        try (var json = JSON.createParser(bytes, from, length)) {
            var line = new TraceLine();
            if (json.nextToken() != JsonToken.START_OBJECT) return null;
            line.trace(json);
            return json.nextToken() == null ? line.summary() : null;
        } catch (IOException | DateTimeException e) {
            return null;
        }
    }

    private void trace(JsonParser json) throws IOException {
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            var name = json.currentName();
            var token = json.nextToken();
            switch (name) {
                case "trace_id", "trace_type", "started_at" -> facts.put(name, json.getText());
                case "total_elapsed_ms" -> elapsedMs = json.getDoubleValue();
                case "metadata" -> metadata(json);
                case "stages" -> {
                    stages = token == JsonToken.START_ARRAY;
                    stages(json);
                }
                default -> json.skipChildren();
            }
        }
    }

    private void metadata(JsonParser json) throws IOException {
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            var name = json.currentName();
            json.nextToken();
            switch (name) {
                case "query", "source", "state", "verdict", "reason", "error", "action", "tool" ->
                    facts.put(name, json.getText());
                case "collection" -> collections = List.of(json.getText().intern());
                case "collections" -> collections = texts(json);
                case "hits" -> documents = documents(json);
                default -> json.skipChildren();
            }
        }
    }

    private static List<String> texts(JsonParser json) throws IOException {
        var texts = new ArrayList<String>();
        while (json.nextToken() == JsonToken.VALUE_STRING)
            texts.add(json.getText().intern());
        return List.copyOf(texts);
    }

    /** Of an array of hits the documents that they are of. */
    private static List<String> documents(JsonParser json) throws IOException {
        var documents = new LinkedHashSet<String>();
        if (json.currentToken() != JsonToken.START_ARRAY) {
            json.skipChildren();
            return List.of();
        }
        while (json.nextToken() != JsonToken.END_ARRAY) {
            if (json.currentToken() != JsonToken.START_OBJECT) {
                json.skipChildren();
                continue;
            }
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                boolean id = json.currentName().equals("chunk_id");
                if (json.nextToken() == JsonToken.VALUE_STRING && id && json.getTextLength() > 20) {
                    documents.add(Ids.documentOf(json.getText()).intern());
                } else json.skipChildren();
            }
        }
        return List.copyOf(documents);
    }

    private void stages(JsonParser json) throws IOException {
        while (json.nextToken() == JsonToken.START_OBJECT) {
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                boolean error = json.currentName().equals("error");
                if (json.nextToken() == JsonToken.VALUE_STRING && error) stageError = json.getText();
                else json.skipChildren();
            }
        }
    }

    private @Nullable TraceSummary summary() {
        var id = facts.get("trace_id");
        var type = facts.get("trace_type");
        var started = facts.get("started_at");
        if (id == null || type == null || started == null || !stages) return null;
        var note = facts.getOrDefault("error", stageError.isEmpty() ? facts.getOrDefault("reason", "") : stageError);
        return new TraceSummary(
                id,
                type.intern(),
                Instant.parse(started),
                elapsedMs,
                Texts.cut(facts.getOrDefault("query", facts.getOrDefault("source", "")), LONGEST_SUBJECT),
                collections,
                outcome().intern(),
                note.intern(),
                facts.getOrDefault("tool", "").intern(),
                documents);
    }

    private String outcome() {
        if (facts.containsKey("state")) return facts.get("state");
        if (facts.containsKey("error") || !facts.containsKey("verdict")) return TraceSummary.FAILED;
        return stageError.isEmpty() ? facts.get("verdict") : TraceSummary.DEGRADED;
    }
}
