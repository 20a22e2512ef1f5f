package rag.engine;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import rag.model.Query;
import rag.model.Verdict;
import rag.retrieve.QueryFilters;
import rag.trace.Trace;

/**
 * A search in the collections that {@link Router} chooses. Where they turn out to hold nothing about the question, all are
 * searched: no answer is lost by the choice.
 */
final class Routed {

    private Routed() {}

    /** One search. */
    interface Pass {

        /**
         * @param asked the question with its collections
         * @param said what the reader must know of their choice
         */
        SearchRun run(Query asked, List<String> said) throws IOException;
    }

    static SearchRun run(Engine engine, Query query, Trace trace, Pass pass) throws IOException {
        var named = QueryFilters.parse(query.text(), List.of()).collections();
        if (!named.isEmpty()) return pass.run(query.with(query.text(), named), List.of());
        Routing routing;
        try (var stage = trace.stage("routing")) {
            routing = engine.router().route(query);
            put(stage, routing);
        }
        var run = run(query, routing, pass);
        if (run.answer().verdict() == Verdict.OK || routing.all()) return run;
        var wide = routing.everywhere("what was chosen first holds nothing that is clearly about the question");
        try (var stage = trace.stage("routing")) {
            put(stage, wide);
        }
        return run(query, wide, pass);
    }

    private static SearchRun run(Query query, Routing routing, Pass pass) throws IOException {
        var notes = new ArrayList<>(List.of(routing.told()));
        notes.addAll(routing.notes());
        return pass.run(query.with(routing.text(), routing.chosen()), notes);
    }

    private static void put(Trace.Running stage, Routing routing) {
        stage.put("method", "probe")
                .put("understood", routing.understood())
                .put("chosen", routing.chosen())
                .put("reason", routing.reason())
                .put("collections", routing.ranked());
        if (!routing.notes().isEmpty()) stage.put("notes", routing.notes());
    }
}
