package rag.engine;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import rag.model.Candidate;
import rag.model.Filter;
import rag.trace.Trace;

/** Runs the dense and the sparse route over a scope, and writes down what each found. */
final class Routes {

    /** The cosine of no candidate. */
    private static final double NONE = -1;

    private final Engine engine;
    private final Scope scope;
    private final Trace trace;

    /** The dense route's stage, and what it found, once it has run. */
    private Trace.@Nullable Running dense;

    private List<Map<String, Object>> found = List.of();

    /** What the dense route looked for in the first group of collections. */
    private float @Nullable [] wanted;

    Routes(Engine engine, Scope scope, Trace trace) {
        this.engine = engine;
        this.scope = scope;
        this.trace = trace;
    }

    /** What the sparse route found. @param coverage share of the question's term weight in the best candidate */
    record Sparse(List<Candidate> candidates, double coverage, List<String> notes) {}

    /**
     * What the dense route found.
     *
     * @param cosine the best cosine with the question itself; -1 when there is no candidate
     */
    record Dense(List<Candidate> candidates, double cosine) {}

    /** The vector that the dense route looked for in the first group of collections; null when it did not run, or failed. */
    float @Nullable [] wanted() {
        return wanted;
    }

    /**
     * Runs the dense route; a second time, it goes on in the stage of the first.
     *
     * @param hypothetical a made-up answer to look for beside the question; "" for none
     */
    Dense dense(String text, String hypothetical, Filter filter, int topK) throws IOException {
        try (var stage = dense == null ? trace.stage("dense_retrieval") : dense.resume()) {
            if (dense != null) stage.put("first_pass", found);
            dense = stage;
            stage.put("method", hypothetical.isEmpty() ? "knn" : "knn, hyde")
                    .put("store", engine.settings().vectorStore().provider())
                    .put("top_k", topK);
            try {
                var lists = new ArrayList<List<Candidate>>();
                double embedding = 0, cosine = NONE;
                float[] first = null;
                var models = new LinkedHashSet<String>();
                for (var group : scope.groups()) {
                    var reader = group.reader();
                    var print = reader.fingerprint();
                    models.add(print.provider() + "/" + print.model());
                    stage.put("provider", print.provider()).put("model", String.join(", ", models));
                    long start = System.nanoTime();
                    var embedder = engine.embedder(group.collections().getFirst(), print);
                    var question = embedder.query(text);
                    var looked = Hypothesis.beside(question, hypothetical, embedder);
                    if (first == null) first = looked;
                    embedding += (System.nanoTime() - start) / 1e6;
                    lists.add(reader.dense(looked, filter, topK));
                    var own = hypothetical.isEmpty() ? lists.getLast() : reader.dense(question, filter, 1);
                    if (cosine == NONE && !own.isEmpty())
                        cosine = own.getFirst().score();
                }
                var candidates = lists.size() == 1 ? lists.getFirst() : interleave(lists, topK);
                stage.put("embed_ms", round(embedding));
                found = report(stage, candidates);
                wanted = first;
                return new Dense(candidates, cosine);
            } catch (IOException | RuntimeException e) {
                stage.fail(words(e));
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
                double coverage = 0;
                for (var group : scope.groups()) {
                    var result = group.reader().sparse(text, filter, topK);
                    candidates.addAll(result.candidates());
                    coverage = Math.max(coverage, result.coverage());
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
                stage.put("coverage", round(coverage));
                var best = candidates.subList(0, Math.min(topK, candidates.size()));
                report(stage, best);
                return new Sparse(best, coverage, notes);
            } catch (IOException | RuntimeException e) {
                stage.fail(words(e));
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

    static String words(Throwable e) {
        return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }
}
