package rag.web;

import io.javalin.http.Context;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import rag.model.Failure;
import rag.trace.Trace;

/** Two queries side by side: which passages rose, fell, came or went from the first to the second. */
final class Compare {

    private static final String FIRST = "first";
    private static final String SECOND = "second";
    private static final int ROWS = 12;
    private static final int TABLE = 100;
    private static final List<String> LISTS =
            List.of(Ranks.ANSWER, Ranks.RERANKED, Ranks.FEEDBACK, Ranks.FUSED, Ranks.DENSE, Ranks.SPARSE);

    private final Site site;
    private final QueryTraces queries;

    Compare(Site site, QueryTraces queries) {
        this.site = site;
        this.queries = queries;
    }

    void show(Context ctx) throws IOException {
        var ids = ctx.queryParams("trace").stream().filter(id -> !id.isBlank()).toList();
        if (ids.size() != 2) throw new Failure("mark two queries to compare, not " + ids.size());
        var params = new Params(ctx);
        var a = queries.trace(ids.getFirst());
        var b = queries.trace(ids.getLast());
        var lists = new ArrayList<>(LISTS);
        lists.removeIf(list -> !Ranks.of(a).has(list) && !Ranks.of(b).has(list));
        var list = params.text("list").isEmpty() ? Ranks.ANSWER : params.text("list");
        if (!LISTS.contains(list)) throw new Failure("there is no list '" + list + "'; there are: " + LISTS);
        var ranks = both(Ranks.of(a), Ranks.of(b), list);
        Asked askedA = Asked.of(a), askedB = Asked.of(b);
        var collections = new ArrayList<>(askedA.collections());
        collections.addAll(askedB.collections());
        var labels = Label.of(
                site.engine(),
                collections.stream().distinct().toList(),
                ranks.chunks().stream().map(Ranks.Chunk::id).toList());
        var model = new LinkedHashMap<String, Object>();
        model.put("a", a);
        model.put("b", b);
        model.put("askedA", askedA);
        model.put("askedB", askedB);
        model.put("lists", lists);
        model.put("list", list);
        model.put("flow", Flow.of(ranks, ROWS, labels, false));
        model.put("compact", Flow.of(ranks, ROWS, labels, true));
        model.put("rows", ROWS);
        model.put("table", Moves.of(ranks.byBest(), labels, TABLE));
        model.put("stages", stages(a, b));
        site.show(ctx, "compare", model);
    }

    /** One list of two queries, as two lists of one. */
    private static Ranks both(Ranks a, Ranks b, String list) {
        var places = new LinkedHashMap<String, Map<String, Ranks.Place>>();
        for (var chunk : a.chunks()) {
            var place = chunk.in(list);
            if (place != null && place.rank() != null)
                places.computeIfAbsent(chunk.id(), id -> new LinkedHashMap<>()).put(FIRST, place);
        }
        for (var chunk : b.chunks()) {
            var place = chunk.in(list);
            if (place == null || place.rank() == null) continue;
            var both = places.computeIfAbsent(chunk.id(), id -> new LinkedHashMap<>());
            var before = both.get(FIRST);
            both.put(SECOND, new Ranks.Place(place.rank(), before == null ? null : before.rank(), place.score()));
        }
        return Ranks.sorted(List.of(FIRST, SECOND), places);
    }

    /** How long a stage took in each; null where it did not run. */
    record Stage(
            String name, @Nullable Double first, @Nullable Double second) {}

    private static List<Stage> stages(Trace.Finished a, Trace.Finished b) {
        var names = new java.util.LinkedHashSet<String>();
        a.stages().forEach(stage -> names.add(stage.stage()));
        b.stages().forEach(stage -> names.add(stage.stage()));
        return names.stream()
                .map(name -> new Stage(name, elapsed(a, name), elapsed(b, name)))
                .toList();
    }

    private static @Nullable Double elapsed(Trace.Finished trace, String name) {
        for (var stage : trace.stages()) if (stage.stage().equals(name)) return stage.elapsedMs();
        return null;
    }
}
