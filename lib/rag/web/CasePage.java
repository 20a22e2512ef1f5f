package rag.web;

import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import rag.model.Chunk;
import rag.model.Failure;
import rag.retrieve.FilterText;
import rag.text.Counted;

/** Makes cases of a golden set from queries and their hits. */
final class CasePage {

    private final Site site;
    private final QueryTraces queries;
    private final GoldenCases cases;

    CasePage(Site site, QueryTraces queries, GoldenCases cases) {
        this.site = site;
        this.queries = queries;
        this.cases = cases;
    }

    void add(Context ctx) throws IOException {
        site.guard().checkToken(ctx);
        var params = new Params(ctx);
        var trace = queries.trace(params.text("trace"));
        var asked = Asked.of(trace);
        var chunks = chunks(asked.collections(), params.texts("chunk"));
        var id = cases.add(asked.query(), collection(asked, chunks), FilterText.written(asked.readFilter()), chunks);
        var said = site.say("Case “%s” is in the golden set, with %s as its truth and the words there as evidence."
                .formatted(id, Counted.of(chunks.size(), "passage")));
        ctx.redirect("/evaluation?set=mine&" + said, HttpStatus.SEE_OTHER);
    }

    /** Where the truth lies, which is one collection of those that were asked. */
    private static String collection(Asked asked, List<Chunk> answers) {
        var holding = answers.stream().map(Chunk::collection).distinct().toList();
        if (holding.size() > 1)
            throw new Failure("the marked passages lie in %s; a case asks one collection: make one for each"
                    .formatted(String.join(" and ", holding)));
        if (holding.size() == 1) return holding.getFirst();
        return asked.collections().isEmpty() ? "" : asked.collections().getFirst();
    }

    private List<Chunk> chunks(List<String> collections, List<String> ids) throws IOException {
        var chunks = new ArrayList<Chunk>();
        for (var collection : collections) {
            try (var reader = site.engine().store().reader(List.of(collection))) {
                chunks.addAll(reader.chunks(ids));
            }
        }
        return chunks;
    }
}
