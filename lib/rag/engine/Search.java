package rag.engine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import rag.answer.Budget;
import rag.answer.Folding;
import rag.answer.Folding.Ranked;
import rag.answer.Neighbours;
import rag.model.Answer;
import rag.model.Failure;
import rag.model.Filter;
import rag.model.Hit;
import rag.model.Hyde;
import rag.model.Misuse;
import rag.model.Mode;
import rag.model.Query;
import rag.retrieve.FilterText;
import rag.retrieve.Fused;
import rag.retrieve.QueryFilters;
import rag.trace.RankChange;
import rag.trace.RankChanges;
import rag.trace.Trace;

/**
 * Answers a query: {@code query_processing → dense_retrieval ∥ sparse_retrieval → fusion → rerank}, then the hits are put
 * together.
 */
public final class Search {

    private final Engine engine;

    public Search(Engine engine) {
        this.engine = engine;
    }

    public Answer ask(Query query) {
        return run(query).answer();
    }

    /** Asks something that is not recorded, so that model, index and code are there when somebody asks. */
    void warm(String collection) throws IOException {
        var query = new Query("warm", List.of(collection), 1, Mode.HYBRID, Filter.NONE, false, Hyde.NEVER, 0, null);
        run(query, query, List.of(), engine.trace(Trace.Type.QUERY));
    }

    /** The answer with all that led to it. */
    public SearchRun run(Query query) {
        return run(query, Map.of());
    }

    /** @param about what the trace says beside: who asked, by what */
    public SearchRun run(Query query, Map<String, String> about) {
        var trace = engine.trace(Trace.Type.QUERY);
        trace.put("query", query.text()).put("top_k", query.topK()).put("rerank", query.rerank());
        if (query.mode() != null) trace.put("mode", query.mode().key());
        if (!query.filter().none()) {
            trace.put("filter", query.filter().toString()).put("conditions", FilterText.written(query.filter()));
        }
        about.forEach(trace::put);
        try {
            var run = Router.wanted(query)
                    ? Routed.run(engine, query, trace, (asked, said) -> run(query, asked, said, trace))
                    : run(query, query, List.of(), trace);
            engine.scribe().write(trace);
            return run;
        } catch (IOException e) {
            throw failed(trace, new Failure("the query could not be answered: " + Failure.words(e), e));
        } catch (Misuse e) {
            throw e; // a slip in what was asked is no run
        } catch (RuntimeException e) {
            throw failed(trace, e);
        }
    }

    private RuntimeException failed(Trace trace, RuntimeException e) {
        trace.put("error", Failure.words(e));
        engine.scribe().write(trace);
        return e;
    }

    /** @param asked the question as it is searched for @param said what the reader must know of its choice */
    private SearchRun run(Query query, Query asked, List<String> said, Trace trace) throws IOException {
        long start = System.nanoTime();
        var processing = trace.stage("query_processing");
        var scopeNames = collections(asked);
        try (var scope = open(scopeNames, processing)) {
            var plan = QueryPlan.of(engine, asked, scope, processing);
            var routes = new Routes(engine, scope, trace);
            var hyde = query.hyde() == null ? engine.settings().retrieval().hyde() : query.hyde();
            var lists = new Retrieval(engine, plan, scope, routes, processing).run(hyde);
            var fused = fuse(plan, lists, trace);
            var refined = Refining.of(engine, plan, scope, lists, fused, trace);
            var reranked = Reranking.of(engine, query, plan, scope, refined, trace);
            var notes = new ArrayList<>(said);
            notes.addAll(lists.notes());
            notes.addAll(reranked.notes());
            notes.addAll(scope.notes());
            if (lists.meaning().looked().size() < scope.groups().size()) notes.addAll(plan.leftOut());
            notes.addAll(ended(query, lists, reranked.list().size()));
            var put = put(query, scope, refined, reranked);
            notes.addAll(put.notes());
            var judged = lists.judged(plan.text(), scope, put.hits().size());
            double elapsed = (System.nanoTime() - start) / 1e6;
            var meant = lists.meaning().looked().keySet().stream()
                    .flatMap(group -> group.collections().stream())
                    .toList();
            var answer = new Answer(
                    query.text(),
                    scopeNames,
                    judged.verdict(),
                    judged.reason(),
                    put.hits(),
                    notes,
                    elapsed,
                    trace.id());
            Shown.put(trace, answer, engine.settings().observability().traceText());
            return new SearchRun(
                    query,
                    plan.text(),
                    plan.filter(),
                    lists.hypothetical(),
                    lists.dense(),
                    lists.sparse(),
                    fused,
                    refined.list(),
                    reranked.list(),
                    Set.copyOf(meant),
                    put.left(),
                    answer,
                    trace.finish());
        }
    }

    /** Where more passages are wanted than the lists hold, and the lists were cut. */
    private List<String> ended(Query query, Lists lists, int found) {
        var settings = engine.settings().retrieval();
        boolean cut = lists.dense().size() >= settings.denseTopK()
                || lists.sparse().size() >= settings.sparseTopK()
                || (settings.fusionTopK() != null && found >= settings.fusionTopK());
        if (!cut || found >= query.topK()) return List.of();
        return List.of(("no more than %d passages, though %d are asked for: the routes' lists end at"
                        + " retrieval.dense_top_k, retrieval.sparse_top_k and retrieval.fusion_top_k")
                .formatted(found, query.topK()));
    }

    private List<String> collections(Query query) {
        var named = new LinkedHashSet<>(query.collections());
        named.addAll(QueryFilters.parse(query.text(), List.of()).collections());
        return named.isEmpty() ? List.of(engine.settings().vectorStore().collectionName()) : List.copyOf(named);
    }

    private Scope open(List<String> collections, Trace.Running processing) throws IOException {
        try {
            return Scope.open(engine.store(), collections);
        } catch (IOException | RuntimeException e) {
            processing.fail(Failure.words(e)).close();
            throw e;
        }
    }

    private List<Fused> fuse(QueryPlan plan, Lists lists, Trace trace) {
        try (var stage = trace.stage("fusion")) {
            var fused =
                    plan.fusion().fuse(lists.dense(), lists.meaning().comparable(), lists.sparse(), lists.weights());
            var limit = engine.settings().retrieval().fusionTopK();
            var kept = limit == null ? fused : fused.subList(0, Math.min(limit, fused.size()));
            var changes = new ArrayList<RankChange>(fused.size());
            for (int i = 0; i < fused.size(); i++) {
                var f = fused.get(i);
                Integer rank = i < kept.size() ? i + 1 : null;
                changes.add(RankChange.of(
                        f.id(), rank, f.bestRank(), f.denseRank(), f.sparseRank(), Routes.round(f.score())));
            }
            stage.put("method", plan.fusion().name())
                    .put("dense_weight", Routes.round(lists.weights().dense()))
                    .put("sparse_weight", Routes.round(lists.weights().sparse()))
                    .put("candidates", kept.size())
                    .put("results", changes)
                    .put("rank_changes", RankChanges.of(changes));
            return kept;
        }
    }

    /** Folds, numbers and trims the hits. */
    private Budget.Trimmed put(Query query, Scope scope, Refining refined, Reranking reranked) {
        var byId = new LinkedHashMap<String, Fused>();
        for (var f : reranked.list()) byId.put(f.id(), f);
        var ranked = reranked.list().stream()
                .map(f -> new Ranked(f.id(), f.likeness()))
                .toList();
        var folded = Folding.fold(ranked, query.topK(), ids -> unchecked(() -> scope.chunks(ids)));
        var hits = new ArrayList<Hit>();
        for (var fold : folded) {
            var around = Neighbours.of(fold.chunk(), query.expand(), id -> unchecked(() -> scope.document(id)));
            hits.add(new Hit(
                    hits.size() + 1,
                    fold.chunk(),
                    scores(Objects.requireNonNull(byId.get(fold.chunk().id())), refined, reranked),
                    fold.copies(),
                    around.before(),
                    around.after()));
        }
        var trimmed = Budget.trim(hits, query.maxTokens());
        if (hits.stream().noneMatch(hit -> hit.chunk().stale())) return trimmed;
        var notes = new ArrayList<>(trimmed.notes());
        notes.add("some passages come from an older version of their document: the newer one could not be read");
        return new Budget.Trimmed(trimmed.hits(), trimmed.left(), notes);
    }

    private static Map<String, Double> scores(Fused fused, Refining refined, Reranking reranked) {
        var scores = new LinkedHashMap<String, Double>();
        if (fused.denseScore() != null) scores.put("dense", Routes.round(fused.denseScore()));
        if (fused.sparseScore() != null) scores.put("sparse", Routes.round(fused.sparseScore()));
        scores.put("fused", Routes.round(fused.score()));
        var feedback = refined.scores().get(fused.id());
        if (feedback != null) scores.put("feedback", Routes.round(feedback));
        var rerank = reranked.scores().get(fused.id());
        if (rerank != null) scores.put("rerank", Routes.round(rerank));
        return scores;
    }

    private interface Call<T> {
        T get() throws IOException;
    }

    private static <T> T unchecked(Call<T> call) {
        try {
            return call.get();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
