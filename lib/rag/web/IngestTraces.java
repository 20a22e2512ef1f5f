package rag.web;

import io.javalin.http.Context;
import io.javalin.http.NotFoundResponse;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import rag.model.DocumentState;
import rag.model.Ids;
import rag.trace.Trace;

/** Documents on their way in: each ingestion with its stages, and what they made of the text. */
final class IngestTraces {

    private static final int CHUNKS = 20;

    private final Site site;

    IngestTraces(Site site) {
        this.site = site;
    }

    void list(Context ctx) throws IOException {
        var outcomes = new ArrayList<String>();
        for (var state : DocumentState.values()) outcomes.add(state.key());
        site.show(ctx, "ingestions", TraceList.model(site, ctx, "ingestion", outcomes));
    }

    /** What the transform stage did to one passage. @param before null when it was left as it was cut */
    record Changed(String id, List<String> tags, List<String> rules, TextDiff text) {}

    void show(Context ctx) throws IOException {
        var id = ctx.pathParam("id");
        var trace = site.trace(id)
                .filter(t -> t.traceType().equals("ingestion"))
                .orElseThrow(() -> new NotFoundResponse("There is no ingestion trace " + id
                        + ". Old traces go when the log is full (observability.max_mb)."));
        var chunks = chunks(trace, !new Params(ctx).text("changed").isEmpty());
        var paging = new Paging(new Params(ctx).page(), CHUNKS, chunks.size(), Url.of(ctx));
        var model = new LinkedHashMap<String, Object>();
        var facts = trace.metadata();
        var collection = String.valueOf(facts.getOrDefault("collection", ""));
        var source = String.valueOf(facts.getOrDefault("source", ""));
        model.put("trace", trace);
        model.put("metadata", facts);
        model.put("source", source);
        model.put("collection", collection);
        model.put("waterfall", Waterfall.of(trace));
        model.put("diagnostics", Diagnosis.of(trace));
        model.put("chunks", chunks.subList(paging.from(), paging.to()));
        model.put("changed", !new Params(ctx).text("changed").isEmpty());
        model.put("paging", paging);
        model.put("url", Url.of(ctx));
        model.put("document", Url.path("data", collection, Ids.document(collection, source)));
        site.show(ctx, "ingestion", model);
    }

    private static List<Changed> chunks(Trace.Finished trace, boolean changedOnly) {
        var chunks = new ArrayList<Changed>();
        for (var stage : trace.stages()) {
            if (!stage.stage().equals("transform") || !(stage.data().get("results") instanceof List<?> rows)) continue;
            for (var row : rows) {
                if (!(row instanceof Map<?, ?> facts)) continue;
                boolean changed = facts.get("before") instanceof String;
                if (changedOnly && !changed) continue;
                var after = facts.get("text") instanceof String text ? text : "";
                chunks.add(new Changed(
                        String.valueOf(facts.get("chunk_id")),
                        texts(facts.get("tags")),
                        texts(facts.get("rules")),
                        TextDiff.of(facts.get("before") instanceof String before ? before : after, after)));
            }
        }
        return chunks;
    }

    private static List<String> texts(@org.jspecify.annotations.Nullable Object list) {
        return list instanceof List<?> values
                ? values.stream().map(String::valueOf).toList()
                : List.of();
    }
}
