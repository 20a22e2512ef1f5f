package rag.engine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import rag.engine.Scope.Group;
import rag.model.Failure;
import rag.model.Hyde;
import rag.model.Verdict;
import rag.trace.Trace;

/**
 * Both routes of a query at once, and a second pass of the dense one where the first was weak. One route failing leaves the
 * other's list as the answer, and says so; both failing is a failure.
 */
final class Retrieval {

    private final Engine engine;
    private final QueryPlan plan;
    private final Scope scope;
    private final Routes routes;
    private final Trace.Running processing;

    private final List<String> notes = new ArrayList<>();

    /** Why a route has no list, once it has failed. */
    private String denseError = "", sparseError = "";

    Retrieval(Engine engine, QueryPlan plan, Scope scope, Routes routes, Trace.Running processing) {
        this.engine = engine;
        this.plan = plan;
        this.scope = scope;
        this.routes = routes;
        this.processing = processing;
    }

    Lists run(Hyde hyde) throws IOException {
        var asked = plan.sparse() ? CompletableFuture.supplyAsync(this::words, engine.threads()) : null;
        var made = hyde == Hyde.ALWAYS ? Hypothesis.ask(engine, plan, "asked for", processing) : Hypothesis.NONE;
        notes.addAll(made.notes());
        var dense = plan.dense() ? dense(made.text()) : Routes.Dense.NONE;
        var words = asked == null ? Routes.Sparse.NONE : words(asked);
        boolean nothing = dense.candidates().isEmpty() && words.candidates().isEmpty();
        boolean failed = !denseError.isEmpty() || !sparseError.isEmpty();
        boolean lastResort = nothing && !failed && !plan.leftOut().isEmpty();
        if (lastResort) {
            dense = meaning(scope.groups(), "");
            notes.add((plan.sparse() ? "no passage holds a word of the question" : "nothing else is found")
                    + ": these come by meaning alone, from a model that is not made for the question's language");
        }
        boolean denseLost = (!plan.dense() && !lastResort) || !denseError.isEmpty();
        boolean sparseLost = !plan.sparse() || !sparseError.isEmpty();
        if (denseLost && sparseLost) {
            throw new Failure("no route could answer: " + (denseError + " " + sparseError).strip());
        }
        var lists = Lists.of(made.text(), dense, words, plan.weights(), notes);
        boolean again = hyde == Hyde.WEAK && !denseLost && engine.chat().isPresent();
        return again && lists.judged(plan.text(), scope, 1).verdict() == Verdict.WEAK ? again(lists) : lists;
    }

    private Routes.Dense dense(String hypothetical) {
        try {
            return meaning(plan.asked(), hypothetical);
        } catch (IOException | RuntimeException e) {
            denseError = Failure.words(e);
            notes.add("the dense route failed, the sparse route alone answers: " + denseError);
            return Routes.Dense.NONE;
        }
    }

    private Routes.Sparse words(CompletableFuture<Routes.Sparse> asked) {
        try {
            var words = asked.join();
            notes.addAll(words.notes());
            return words;
        } catch (CompletionException e) {
            sparseError = Failure.words(e.getCause() instanceof Exception cause ? cause : e);
            notes.add("the sparse route failed, the dense route alone answers: " + sparseError);
            return Routes.Sparse.NONE;
        }
    }

    /** A second pass of the dense route, for a made-up answer beside the question. The verdict stays with the first. */
    private Lists again(Lists first) {
        var made = Hypothesis.ask(engine, plan, "the first pass was weak", processing);
        notes.addAll(made.notes());
        var dense = first.meaning();
        if (!made.text().isEmpty()) {
            try {
                var second = meaning(List.copyOf(dense.looked().keySet()), made.text());
                dense = new Routes.Dense(second.candidates(), second.stretched(), second.looked(), dense.cosine());
            } catch (IOException | RuntimeException e) {
                notes.add("HyDE failed, the dense route looked for the question alone: " + Failure.words(e));
                made = Hypothesis.NONE;
            }
        }
        return Lists.of(made.text(), dense, first.words(), plan.weights(), notes);
    }

    private Routes.Dense meaning(List<Group> groups, String hypothetical) throws IOException {
        int topK = engine.settings().retrieval().denseTopK();
        return routes.dense(groups, plan.text(), hypothetical, plan.filter(), topK);
    }

    private Routes.Sparse words() {
        try {
            return routes.sparse(
                    plan.text(), plan.filter(), engine.settings().retrieval().sparseTopK());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
