package rag.engine;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import rag.config.Secrets;
import rag.model.Failure;
import rag.model.Query;
import rag.rerank.Judged;
import rag.rerank.Listed;
import rag.rerank.Models;
import rag.rerank.Order;
import rag.rerank.RerankException;
import rag.rerank.Rerankers;
import rag.retrieve.Fused;
import rag.trace.RankChange;
import rag.trace.RankChanges;
import rag.trace.Trace;

/**
 * Lets a reranker judge the head of the fused list. Whatever goes wrong with it, the fused order stands and the answer
 * says so.
 *
 * @param list the whole list in its new order
 * @param scores the reranker's, by id
 * @param notes what the reader must know
 */
record Reranking(List<Fused> list, Map<String, Double> scores, List<String> notes) {

    /** @param refined the list to judge, in its order */
    static Reranking of(Engine engine, Query query, QueryPlan plan, Scope scope, Refining refined, Trace trace)
            throws IOException {
        var fused = refined.list();
        var settings = engine.settings().rerank();
        try (var stage = trace.stage("rerank")) {
            if (!query.rerank() || !settings.enabled() || fused.isEmpty()) {
                stage.put("method", "none");
                return new Reranking(fused, Map.of(), List.of());
            }
            int places = Math.max(query.topK(), settings.topK());
            int size = Math.min(fused.size(), Math.max(settings.candidates(), 2 * places));
            var head = fused.subList(0, size);
            stage.put("method", settings.provider()).put("candidates", size);
            try {
                var models = new RerankModels(engine, scope, plan);
                var listed = listed(scope, head, refined.scores());
                return reranked(engine, models, plan.text(), listed, fused, stage);
            } catch (RerankException | Failure e) {
                var reason = Secrets.mask(Failure.words(e));
                stage.fail(reason).put("fallback", "fusion");
                report(stage, head, head, Map.of());
                return new Reranking(fused, Map.of(), List.of("not reranked, the order is fusion's: " + reason));
            }
        }
    }

    private static List<Listed> listed(Scope scope, List<Fused> head, Map<String, Double> scores) throws IOException {
        var byId = new LinkedHashMap<String, Fused>();
        for (var fused : head) byId.put(fused.id(), fused);
        var listed = new ArrayList<Listed>();
        for (var chunk : scope.chunks(List.copyOf(byId.keySet()))) {
            var fused = Objects.requireNonNull(byId.get(chunk.id()));
            listed.add(new Listed(chunk.id(), chunk.searchText(), scores.getOrDefault(chunk.id(), fused.score())));
        }
        return listed;
    }

    private static Reranking reranked(
            Engine engine,
            RerankModels models,
            String question,
            List<Listed> listed,
            List<Fused> fused,
            Trace.Running stage)
            throws RerankException {
        var judged = judged(engine, models, question, listed, name -> stage.put("model", name));
        var order = Order.of(listed, judged.scores());
        judged.facts().forEach(stage::put);
        var rest = new LinkedHashMap<String, Fused>();
        for (var f : fused) rest.put(f.id(), f);
        var head = order.ids().stream().map(rest::remove).toList();
        var list = new ArrayList<>(head);
        list.addAll(rest.values());
        stage.put("judged", order.scores().size());
        report(stage, fused.subList(0, head.size()), head, order.scores());
        return new Reranking(list, order.scores(), judged.note().isEmpty() ? List.of() : List.of(judged.note()));
    }

    /**
     * Waits no longer than the setting says, whatever the reranker does, and be it for its model.
     *
     * @param named hears the reranker's name before it is asked
     */
    static Judged judged(Engine engine, Models models, String question, List<Listed> listed, Consumer<String> named)
            throws RerankException {
        int seconds = Rerankers.timeoutS(engine.settings().rerank());
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        var reranker = within(
                engine.reranker().get(models), end, "its model is not there within %d s (rerank.timeout_s)", seconds);
        named.accept(reranker.name());
        var judging = engine.threads().submit(() -> reranker.judge(question, listed));
        try {
            return within(judging, end, reranker.name() + " gave no answer within %d s (rerank.timeout_s)", seconds);
        } finally {
            judging.cancel(true);
        }
    }

    private static <T> T within(Future<T> future, long end, String late, int seconds) throws RerankException {
        try {
            return future.get(end - System.nanoTime(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            throw new RerankException(late.formatted(seconds), e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RerankException reason) throw reason;
            if (e.getCause() instanceof Failure reason) throw reason;
            throw new RerankException("it failed: " + e.getCause(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RerankException("the query was interrupted", e);
        }
    }

    private static void report(Trace.Running stage, List<Fused> before, List<Fused> after, Map<String, Double> scores) {
        var places = new LinkedHashMap<String, Integer>();
        for (var fused : before) places.put(fused.id(), places.size() + 1);
        var changes = new ArrayList<RankChange>();
        for (var fused : after) {
            var score = scores.get(fused.id());
            changes.add(RankChange.of(
                    fused.id(),
                    changes.size() + 1,
                    places.get(fused.id()),
                    fused.denseRank(),
                    fused.sparseRank(),
                    score == null ? null : Routes.round(score)));
        }
        stage.put("results", changes).put("rank_changes", RankChanges.of(changes));
    }
}
