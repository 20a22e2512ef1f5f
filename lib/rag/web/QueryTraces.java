package rag.web;

import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import io.javalin.http.NotFoundResponse;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import rag.engine.Explain;
import rag.engine.Explanation;
import rag.engine.Learning;
import rag.engine.Search;
import rag.model.Query;
import rag.retrieve.FilterText;
import rag.trace.Trace;

/** Queries: asked, listed, and each shown stage by stage. */
final class QueryTraces {

    private static final List<String> OUTCOMES = List.of("ok", "weak", "empty", "degraded", "failed");
    private static final int TABLE = 25;
    private static final int MOST_TABLE = 400;

    private final Site site;
    private final Recent recent;

    QueryTraces(Site site, Recent recent) {
        this.site = site;
        this.recent = recent;
    }

    void list(Context ctx) throws IOException {
        var model = TraceList.model(site, ctx, "query", OUTCOMES);
        model.put("form", form(new Params(ctx)));
        site.show(ctx, "queries", model);
    }

    /** The fields of the form that asks, filled with what is known, or with what was asked before. */
    private Map<String, Object> form(Params params) throws IOException {
        var form = new LinkedHashMap<String, Object>();
        var again = params.text("again");
        if (again.isEmpty()) {
            form.put("query", params.text("query"));
            form.put("collection", params.text("in"));
            form.put("top_k", params.number("top_k", 10, 1, Query.MAX_TOP_K));
            form.put("mode", params.text("mode"));
            form.put("filter", params.text("filter"));
            form.put("no_rerank", !params.text("no_rerank").isEmpty());
        } else {
            var asked = Asked.of(trace(again));
            form.put("query", asked.query());
            form.put(
                    "collection",
                    asked.collections().size() == 1 ? asked.collections().getFirst() : "");
            form.put("top_k", asked.topK());
            form.put("mode", asked.mode());
            form.put("filter", FilterText.line(asked.readFilter()));
            form.put("no_rerank", !asked.rerank());
        }
        form.put("default", TraceList.usual(site));
        form.put("reranks", site.engine().settings().rerank().enabled());
        return form;
    }

    /** Asks, and leads to what came of it. */
    void run(Context ctx) {
        site.guard().checkToken(ctx);
        var query = query(new Params(ctx));
        var run = new Search(site.engine()).run(query);
        Learning.from(site.engine(), run);
        recent.add(run.trace());
        ctx.redirect(Url.path("queries", run.trace().traceId()), HttpStatus.SEE_OTHER);
    }

    private static Query query(Params params) {
        var collection = params.text("in");
        return new Query(
                params.text("query"),
                collection.isEmpty() ? List.of() : List.of(collection),
                params.number("top_k", 10, 1, Query.MAX_TOP_K),
                Asked.mode(params.text("mode")),
                FilterText.read(params.text("filter")),
                params.text("no_rerank").isEmpty(),
                0,
                null);
    }

    void show(Context ctx) throws IOException {
        page(ctx, trace(ctx.pathParam("id")), null, "");
    }

    /** Answers why a passage was not returned; the question is asked again, now. */
    void explain(Context ctx) throws IOException {
        site.guard().checkToken(ctx);
        var trace = trace(ctx.pathParam("id"));
        var wanted = new Params(ctx).text("passage");
        page(ctx, trace, new Explain(site.engine()).explain(Asked.of(trace).again(), wanted), wanted);
    }

    private void page(Context ctx, Trace.Finished trace, @Nullable Explanation explanation, String wanted)
            throws IOException {
        var params = new Params(ctx);
        int rows = params.number("rows", 8, 1, 100);
        int most = params.number("table", TABLE, 1, MOST_TABLE);
        var asked = Asked.of(trace);
        var ranks = Ranks.of(trace);
        var labels = Label.of(
                site.engine(),
                asked.collections(),
                ranks.chunks().stream().map(Ranks.Chunk::id).toList());
        var model = new LinkedHashMap<String, Object>();
        model.put("trace", trace);
        model.put("metadata", trace.metadata());
        model.put("waterfall", Waterfall.of(trace));
        model.put("ranks", ranks);
        model.put("rows", rows);
        model.put("flow", Flow.of(ranks, rows, labels, false));
        model.put("compact", Flow.of(ranks, rows, labels, true));
        model.put("table", Moves.of(ranks, labels, most));
        model.put("hits", Moves.hits(trace, labels));
        model.put("asked", asked);
        model.put("explanation", explanation);
        model.put("explanationSteps", explanation == null ? List.of() : Step.of(explanation));
        model.put("wanted", wanted);
        model.put("fusion", fusion(trace));
        model.put(
                "url",
                Url.of(ctx).at(Url.path("queries", trace.traceId()))); // also where the answer to a form is shown
        model.put(
                "previous",
                site.traces().known(rag.trace.TraceFilter.of("query"), 0, 20).traces());
        site.show(ctx, "query", model);
    }

    private static String fusion(Trace.Finished trace) {
        return trace.stages().stream()
                .filter(stage -> stage.stage().equals("fusion"))
                .map(stage -> String.valueOf(stage.data().getOrDefault("method", "")))
                .findFirst()
                .orElse("");
    }

    Trace.Finished trace(String id) throws IOException {
        var known = recent.get(id);
        return (known.isPresent() ? known : site.trace(id))
                .filter(trace -> trace.traceType().equals("query"))
                .orElseThrow(() -> new NotFoundResponse("There is no query trace " + id
                        + ". Old traces go when the log is full (observability.max_mb)."));
    }
}
