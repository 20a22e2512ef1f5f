package rag.trace;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import rag.config.Json;
import rag.model.Ids;

/**
 * A trace as spans of OpenTelemetry: one for the whole, one below it for each stage, with the attribute names of
 * OpenInference, so that their viewers show retrieved documents and what a reranker got and gave.
 *
 * @see <a href="https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding">OTLP in JSON</a>
 * @see <a href="https://github.com/Arize-ai/openinference/blob/main/spec/semantic_conventions.md">OpenInference</a>
 */
final class OtlpSpans {

    private static final int INTERNAL = 1;
    private static final int OK = 1;
    private static final int ERROR = 2;

    /** As many documents a span: viewers show no more, and each is several attributes. */
    private static final int DOCUMENTS = 100;

    private final Trace.Finished trace;
    private final Map<String, String> texts = new LinkedHashMap<>();

    private OtlpSpans(Trace.Finished trace) {
        this.trace = trace;
        if (trace.metadata().get("hits") instanceof List<?> hits) {
            for (var hit : hits) {
                if (hit instanceof Map<?, ?> facts && facts.get("text") instanceof String text) {
                    texts.put(String.valueOf(facts.get("chunk_id")), text);
                }
            }
        }
    }

    /** What is sent: an ExportTraceServiceRequest. Names are OTLP's own, in camel case. */
    static Map<String, Object> of(Trace.Finished trace) {
        var spans = new OtlpSpans(trace).spans();
        var scope = Map.of("scope", Map.of("name", "knowledge-hub"), "spans", spans);
        var resource = Map.of("attributes", List.of(attribute("service.name", "knowledge-hub")));
        return Map.of("resourceSpans", List.of(Map.of("resource", resource, "scopeSpans", List.of(scope))));
    }

    private List<Map<String, Object>> spans() {
        var spans = new ArrayList<Map<String, Object>>();
        var root = id("root");
        var begin = Instant.parse(trace.startedAt());
        var error = trace.metadata().get("error") instanceof String text ? text : null;
        spans.add(span(
                trace.traceType(),
                root,
                "",
                begin,
                begin.plusNanos((long) (trace.totalElapsedMs() * 1e6)),
                whole(),
                error));
        for (int i = 0; i < trace.stages().size(); i++) {
            var stage = trace.stages().get(i);
            var from = Instant.parse(stage.timestamp());
            var to = from.plusNanos((long) (stage.elapsedMs() * 1e6));
            spans.add(span(stage.stage(), id("" + i), root, from, to, facts(stage), stage.error()));
        }
        return spans;
    }

    private String id(String part) {
        return Ids.sha256((trace.traceId() + part).getBytes(StandardCharsets.UTF_8))
                .substring(0, 16);
    }

    private Map<String, Object> span(
            String name,
            String id,
            String parent,
            Instant from,
            Instant to,
            Map<String, Object> facts,
            @Nullable String error) {
        var span = new LinkedHashMap<String, Object>();
        span.put("traceId", trace.traceId().replace("-", ""));
        span.put("spanId", id);
        if (!parent.isEmpty()) span.put("parentSpanId", parent);
        span.put("name", name);
        span.put("kind", INTERNAL);
        span.put("startTimeUnixNano", nanos(from));
        span.put("endTimeUnixNano", nanos(to));
        span.put(
                "attributes",
                facts.entrySet().stream()
                        .map(e -> attribute(e.getKey(), e.getValue()))
                        .toList());
        span.put("status", error == null ? Map.of("code", OK) : Map.of("code", ERROR, "message", error));
        return span;
    }

    private static String nanos(Instant time) {
        return String.format(Locale.ROOT, "%d%09d", time.getEpochSecond(), time.getNano());
    }

    private static Map<String, Object> attribute(String key, Object value) {
        return Map.of(
                "key",
                key,
                "value",
                switch (value) {
                    case Boolean yes -> Map.of("boolValue", yes);
                    case Integer n -> Map.of("intValue", n.toString());
                    case Long n -> Map.of("intValue", n.toString());
                    case Number n -> Map.of("doubleValue", n);
                    default -> Map.of("stringValue", value instanceof String text ? text : Json.line(value));
                });
    }

    private Map<String, Object> whole() {
        var facts = new LinkedHashMap<String, Object>();
        facts.put("openinference.span.kind", "CHAIN");
        var about = new LinkedHashMap<>(trace.metadata());
        about.remove("hits");
        for (var input : List.of("query", "source")) {
            if (about.get(input) instanceof String text) facts.put("input.value", text);
        }
        if (!texts.isEmpty()) facts.put("output.value", String.join("\n\n", texts.values()));
        facts.put("metadata", Json.line(about));
        return facts;
    }

    private Map<String, Object> facts(Trace.Stage stage) {
        var facts = new LinkedHashMap<String, Object>();
        var query = trace.metadata().get("query");
        var data = new LinkedHashMap<>(stage.data());
        var results = data.remove("results");
        data.remove("rank_changes");
        switch (stage.stage()) {
            case "dense_retrieval", "sparse_retrieval", "fusion" -> {
                facts.put("openinference.span.kind", "RETRIEVER");
                if (query != null) facts.put("input.value", query);
                documents("retrieval.documents.", rows(results, "rank"), facts);
            }
            case "rerank" -> {
                facts.put("openinference.span.kind", "RERANKER");
                if (query != null) facts.put("reranker.query", query);
                if (data.get("model") != null) facts.put("reranker.model_name", data.get("model"));
                documents("reranker.input_documents.", rows(results, "rank_before"), facts);
                var given = rows(results, "rank");
                documents("reranker.output_documents.", given, facts);
                facts.put("reranker.top_k", given.size());
            }
            case "embed" -> {
                facts.put("openinference.span.kind", "EMBEDDING");
                if (data.get("model") != null) facts.put("embedding.model_name", data.get("model"));
            }
            default -> facts.put("openinference.span.kind", "CHAIN");
        }
        facts.put("metadata", Json.line(data));
        return facts;
    }

    /** Rows of a list by one of their ranks; those without it are left out. */
    private static List<Map<String, Object>> rows(@Nullable Object results, String rank) {
        var rows = new ArrayList<Map<String, Object>>();
        if (!(results instanceof List<?> list)) return rows;
        for (var one : list) {
            var row = new LinkedHashMap<String, Object>();
            if (one instanceof RankChange change) {
                row.put("chunk_id", change.chunkId());
                row.put("score", change.score());
                row.put("at", rank.equals("rank") ? change.rank() : change.rankBefore());
            } else if (one instanceof Map<?, ?> facts) {
                row.put("chunk_id", facts.get("chunk_id"));
                row.put("score", facts.get("score"));
                row.put("at", facts.get(rank));
            }
            if (row.get("at") != null) rows.add(row);
        }
        rows.sort(Comparator.comparingInt(row -> row.get("at") instanceof Number n ? n.intValue() : 0));
        return rows.subList(0, Math.min(DOCUMENTS, rows.size()));
    }

    private void documents(String prefix, List<Map<String, Object>> rows, Map<String, Object> facts) {
        for (int i = 0; i < rows.size(); i++) {
            var id = String.valueOf(rows.get(i).get("chunk_id"));
            facts.put(prefix + i + ".document.id", id);
            if (rows.get(i).get("score") instanceof Number score)
                facts.put(prefix + i + ".document.score", score.doubleValue());
            if (texts.get(id) != null) facts.put(prefix + i + ".document.content", texts.get(id));
        }
    }
}
