package rag.engine;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import rag.config.Secrets;
import rag.model.Failure;
import rag.model.Query;
import rag.rerank.Judged;
import rag.rerank.Listed;
import rag.rerank.Order;
import rag.rerank.RerankException;
import rag.rerank.Reranker;
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

    static Reranking of(Engine engine, Query query, QueryPlan plan, Scope scope, List<Fused> fused, Trace trace)
            throws IOException {
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
                return reranked(engine, new RerankModels(engine, scope, plan), plan.text(), listed(scope, head), fused, stage);
            } catch (RerankException | Failure e) {
                var reason = Secrets.mask(Routes.words(e));
                stage.fail(reason).put("fallback", "fusion");
                report(stage, head, head, Map.of());
                return new Reranking(fused, Map.of(), List.of("not reranked, the order is fusion's: " + reason));
            }
        }
    }

    private static List<Listed> listed(Scope scope, List<Fused> head) throws IOException {
        var scores = head.stream().collect(Collectors.toMap(Fused::id, Fused::score));
        return scope.chunks(head.stream().map(Fused::id).toList()).stream()
                .map(chunk -> new Listed(chunk.id(), chunk.searchText(), scores.get(chunk.id())))
                .toList();
    }

    private static Reranking reranked(
            Engine engine,
            RerankModels models,
            String question,
            List<Listed> listed,
            List<Fused> fused,
            Trace.Running stage)
            throws RerankException {
        var reranker = engine.reranker(models);
        stage.put("model", reranker.name());
        var judged = judged(engine, reranker, question, listed);
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

    /** Waits no longer than the setting says, whatever the reranker does. */
    private static Judged judged(Engine engine, Reranker reranker, String question, List<Listed> listed)
            throws RerankException {
        int seconds = Rerankers.timeoutS(engine.settings().rerank());
        var judging = engine.threads().submit(() -> reranker.judge(question, listed));
        try {
            return judging.get(seconds, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new RerankException(
                    "%s gave no answer within %d s (rerank.timeout_s)".formatted(reranker.name(), seconds), e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RerankException reason) throw reason;
            throw new RerankException(reranker.name() + " failed: " + e.getCause(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RerankException("the query was interrupted", e);
        } finally {
            judging.cancel(true);
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
