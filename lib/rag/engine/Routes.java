package rag.engine;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import rag.engine.Scope.Group;
import rag.model.Candidate;
import rag.model.Failure;
import rag.model.Filter;
import rag.retrieve.Convex;
import rag.trace.Trace;

/** Runs the dense and the sparse route over a scope, and writes down what each found. */
final class Routes {

    private final Engine engine;
    private final Scope scope;
    private final Trace trace;

    /** The dense route's stage, and what it found, once it has run. */
    private Trace.@Nullable Running dense;

    private List<Map<String, Object>> found = List.of();

    Routes(Engine engine, Scope scope, Trace trace) {
        this.engine = engine;
        this.scope = scope;
        this.trace = trace;
    }

    /**
     * What the sparse route found.
     *
     * @param coverage by group: share of the question's term weight in its best candidate; empty where the route gave no answer
     */
    record Sparse(List<Candidate> candidates, Map<Group, Double> coverage, List<String> notes) {

        static final Sparse NONE = new Sparse(List.of(), Map.of(), List.of());
    }

    /**
     * What the dense route found.
     *
     * @param stretched by chunk id: scores of several models as fusion may compare them; empty where one model gave all
     * @param looked by group: the vector that it looked for; empty where the route gave no answer
     * @param cosine by group: the best with the question itself; none where there is no candidate
     */
    record Dense(
            List<Candidate> candidates,
            Map<String, Double> stretched,
            Map<Group, float[]> looked,
            Map<Group, Double> cosine) {

        static final Dense NONE = new Dense(List.of(), Map.of(), Map.of(), Map.of());

        /** The candidates' scores, each comparable with the others. */
        double[] comparable() {
            return candidates.stream()
                    .mapToDouble(one -> stretched.getOrDefault(one.id(), one.score()))
                    .toArray();
        }
    }

    /**
     * Runs the dense route; a second time, it goes on in the stage of the first.
     *
     * @param groups of the scope to look in
     * @param hypothetical a made-up answer to look for beside the question; "" for none
     */
    Dense dense(List<Group> groups, String text, String hypothetical, Filter filter, int topK) throws IOException {
        try (var stage = dense == null ? trace.stage("dense_retrieval") : dense.resume()) {
            if (dense != null) stage.put("first_pass", found);
            dense = stage;
            stage.put("method", hypothetical.isEmpty() ? "knn" : "knn, hyde")
                    .put("store", engine.settings().vectorStore().provider())
                    .put("top_k", topK);
            try {
                var lists = new ArrayList<List<Candidate>>();
                var looked = new LinkedHashMap<Group, float[]>();
                var cosine = new LinkedHashMap<Group, Double>();
                double embedding = 0;
                var models = new LinkedHashSet<String>();
                for (var group : groups) {
                    var reader = group.reader();
                    var print = reader.fingerprint();
                    models.add(print.provider() + "/" + print.model());
                    stage.put("provider", print.provider()).put("model", String.join(", ", models));
                    long start = System.nanoTime();
                    var embedder = engine.embedder(group.collections().getFirst(), print);
                    var question = embedder.query(text);
                    var vector = Hypothesis.beside(question, hypothetical, embedder);
                    looked.put(group, vector);
                    embedding += (System.nanoTime() - start) / 1e6;
                    lists.add(reader.dense(vector, filter, topK));
                    var own = hypothetical.isEmpty() ? lists.getLast() : reader.dense(question, filter, 1);
                    if (!own.isEmpty()) cosine.put(group, own.getFirst().score());
                }
                var candidates = lists.size() == 1 ? lists.getFirst() : interleave(lists, topK);
                stage.put("embed_ms", round(embedding));
                found = report(stage, candidates);
                return new Dense(candidates, stretched(lists, candidates), looked, cosine);
            } catch (IOException | RuntimeException e) {
                stage.fail(Failure.words(e));
                throw e;
            }
        }
    }

    Sparse sparse(String text, Filter filter, int topK) throws IOException {
        try (var stage = trace.stage("sparse_retrieval")) {
            var provider = engine.settings().vectorStore().wordsProvider();
            stage.put("method", "bm25").put("provider", provider).put("top_k", topK);
            try {
                var candidates = new ArrayList<Candidate>();
                var notes = new ArrayList<String>();
                var coverage = new LinkedHashMap<Group, Double>();
                for (var group : scope.groups()) {
                    var result = group.reader().sparse(text, filter, topK);
                    candidates.addAll(result.candidates());
                    coverage.put(group, result.coverage());
                    stage.put("terms", result.terms()).put("dropped", result.dropped());
                    if (result.cut()) {
                        stage.put("cut", true);
                        notes.add("the question is longer than what is searched for words: only its weightiest words"
                                + " count");
                    }
                    if (result.candidates().isEmpty()) stage.put("reason", result.reason());
                }
                if (scope.groups().size() > 1) {
                    candidates.sort(Candidate.BEST_FIRST);
                }
                stage.put("coverage", round(Collections.max(coverage.values())));
                var best = candidates.subList(0, Math.min(topK, candidates.size()));
                report(stage, best);
                return new Sparse(best, coverage, notes);
            } catch (IOException | RuntimeException e) {
                stage.fail(Failure.words(e));
                throw e;
            }
        }
    }

    /** Cosines of two models do not compare: take the first of each, then the second of each. */
    private static List<Candidate> interleave(List<List<Candidate>> lists, int topK) {
        var merged = new ArrayList<Candidate>();
        for (int i = 0; merged.size() < topK; i++) {
            int rank = i;
            var row = lists.stream().filter(list -> rank < list.size()).toList();
            if (row.isEmpty()) break;
            for (var list : row) merged.add(list.get(rank));
        }
        return merged.subList(0, Math.min(topK, merged.size()));
    }

    /** Each model's cosines over their own range, of what came into the list: one model's 0.4 may be another's 0.8. */
    private static Map<String, Double> stretched(List<List<Candidate>> lists, List<Candidate> merged) {
        if (lists.size() == 1) return Map.of();
        var kept = new HashSet<>(merged);
        var stretched = new HashMap<String, Double>();
        for (var list : lists) {
            var own = list.stream().filter(kept::contains).toList();
            var scores =
                    Convex.stretched(own.stream().mapToDouble(Candidate::score).toArray());
            for (int i = 0; i < scores.length; i++) stretched.put(own.get(i).id(), scores[i]);
        }
        return stretched;
    }

    private static List<Map<String, Object>> report(Trace.Running stage, List<Candidate> candidates) {
        var rows = new ArrayList<Map<String, Object>>(candidates.size());
        for (int i = 0; i < candidates.size(); i++) {
            var row = new LinkedHashMap<String, Object>();
            row.put("chunk_id", candidates.get(i).id());
            row.put("rank", i + 1);
            row.put("score", round(candidates.get(i).score()));
            rows.add(row);
        }
        stage.put("candidates", candidates.size()).put("results", rows);
        return rows;
    }

    static double round(double value) {
        return Math.round(value * 1e6) / 1e6;
    }
}
