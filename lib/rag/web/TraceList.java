package rag.web;

import io.javalin.http.Context;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import rag.engine.Maintenance;
import rag.trace.TraceFilter;

/** A page of a list of traces with its filters. */
final class TraceList {

    private static final int SIZE = 25;

    private TraceList() {}

    /** @param type ingestion or query @param outcomes what the filter offers */
    static Map<String, Object> model(Site site, Context ctx, String type, List<String> outcomes) throws IOException {
        var params = new Params(ctx);
        var filter = new TraceFilter(
                type,
                params.text("collection"),
                params.text("outcome"),
                params.text("text"),
                params.time("from"),
                params.time("to"),
                params.number("least_ms", 0, 0, Integer.MAX_VALUE));
        int page = params.page();
        long unread = site.unread();
        var found = site.traces().known(filter, (page - 1) * SIZE, SIZE);
        var paging = new Paging(page, SIZE, found.matching(), Url.of(ctx));
        if (paging.number() != page) found = site.traces().known(filter, paging.from(), SIZE);
        var model = new LinkedHashMap<String, Object>();
        model.put("traces", found.traces());
        model.put("found", found);
        model.put("unread", unread);
        model.put("paging", paging);
        model.put("outcomes", outcomes);
        model.put("collections", collections(site));
        model.put("filtered", Url.of(ctx).filtered());
        for (var name : List.of("collection", "outcome", "text", "from", "to", "least_ms")) {
            model.put(name, params.text(name));
        }
        return model;
    }

    /** The collection that is asked where none is chosen: the default one, or the first where that is not there. */
    static String usual(Site site) {
        var usual = site.engine().settings().vectorStore().collectionName();
        var all = collections(site);
        return all.isEmpty() || all.contains(usual) ? usual : all.getFirst();
    }

    static List<String> collections(Site site) {
        return new Maintenance(site.engine(), java.time.Duration.ZERO, "dashboard.java")
                .collections().stream().map(counts -> counts.collection()).toList();
    }
}
