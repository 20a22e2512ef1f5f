package rag.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import rag.config.Settings;
import rag.model.Candidate;
import rag.model.Chunk;
import rag.model.Hit;
import rag.model.Query;
import rag.text.Counted;

/** A passage that is followed through a search: its places, and what they tell of where it was lost. */
final class Followed {

    /** The longest list that is advised. */
    private static final int MOST = 1000;

    private final Chunk chunk;
    private final List<String> more;
    private final Places places;

    Followed(Chunk chunk, List<String> more, Places places) {
        this.chunk = chunk;
        this.more = more;
        this.places = places;
    }

    Explanation at(String stage, String verdict, List<String> advice) {
        return at(stage, verdict, null, advice);
    }

    private Explanation at(String stage, String verdict, @Nullable Integer rank, List<String> advice) {
        return new Explanation(
                stage,
                verdict,
                chunk.id(),
                chunk.source(),
                Shown.text(chunk.text(), "preview"),
                places.dense(),
                places.sparse(),
                places.fused(),
                places.feedback(),
                places.reranked(),
                rank,
                advice,
                more);
    }

    /** Where it was lost, or found. */
    Explanation judged(SearchRun run, Settings.Retrieval settings) {
        var id = chunk.id();
        for (var hit : run.answer().hits()) {
            if (hit.chunk().id().equals(id)) {
                return at("returned", "it is hit " + hit.rank() + " of the answer", hit.rank(), List.of());
            }
            if (copies(hit, id)) {
                return at(
                        "folded",
                        "it is a near-duplicate of hit %d (%s) and is listed there"
                                .formatted(hit.rank(), hit.chunk().source()),
                        List.of());
            }
        }
        for (var hit : run.trimmed()) {
            boolean itself = hit.chunk().id().equals(id);
            if (itself || copies(hit, id)) return overBudget(hit, itself, run.query());
        }
        if (places.fused() == null) return lostInRecall(run, settings);
        return lostOnTheWay(run.query().topK());
    }

    private Explanation overBudget(Hit hit, boolean itself, Query query) {
        return at(
                "budget",
                "it %s hit %d, which the budget of %s left out"
                        .formatted(
                                itself ? "would be" : "is a near-duplicate of what would be",
                                hit.rank(),
                                Counted.of(Objects.requireNonNull(query.maxTokens()), "token")),
                List.of(query.expand() > 0 ? "allow more tokens, or ask for fewer neighbours" : "allow more tokens"));
    }

    /** It was found; a later stage let it sink below the last hit. */
    private Explanation lostOnTheWay(int topK) {
        int fused = Objects.requireNonNull(places.fused());
        int refined = Objects.requireNonNull(places.feedback());
        int last = places.reranked() == null ? refined : places.reranked();
        var place = "it stands at %d after fusion%s%s"
                .formatted(
                        fused,
                        refined == fused ? "" : ", at %d after feedback".formatted(refined),
                        places.reranked() == null ? "" : ", at %d after reranking".formatted(last));
        var advice = new ArrayList<>(List.of("ask for more hits: --top-k " + last));
        var stage = refined <= topK ? "rerank" : fused <= topK ? "feedback" : "cut";
        if (stage.equals("rerank")) advice.addFirst("ask without the reranker: --no-rerank");
        if (stage.equals("feedback")) advice.addFirst("keep the order of fusion: retrieval.feedback: false");
        return at(stage, "%s, and only %d hits were asked for".formatted(place, topK), advice);
    }

    private Explanation lostInRecall(SearchRun run, Settings.Retrieval settings) {
        if ((listed(run.dense()) || listed(run.sparse())) && settings.fusionTopK() != null) {
            return at(
                    "fusion",
                    "a route found it, but only the first %d fused candidates are kept"
                            .formatted(settings.fusionTopK()),
                    List.of("raise retrieval.fusion_top_k"));
        }
        var dense = places.dense();
        var sparse = places.sparse();
        var advice = new ArrayList<String>();
        if (sparse != null && !sparse.missing().isEmpty()) {
            advice.add("it lacks the words: " + String.join(", ", sparse.missing()));
        }
        var meaning = dense == null
                ? run.meant().isEmpty() ? "the dense route did not run" : "its collection was not searched by meaning"
                : new Reach("by meaning", dense.rank(), settings.denseTopK(), places.denseLists(), "dense_top_k")
                        .said(advice);
        var words = sparse == null
                ? "the sparse route did not run"
                : sparse.rank() == 0
                        ? "it has none of the question's words"
                        : new Reach(
                                        "by words",
                                        sparse.rank(),
                                        settings.sparseTopK(),
                                        places.sparseLists(),
                                        "sparse_top_k")
                                .said(advice);
        if (places.denseLists() > 1 || places.sparseLists() > 1)
            advice.add("ask its collection alone: -c " + chunk.collection());
        advice.add("ask with words that stand in the passage");
        return at("recall", "no route's list reaches it: " + meaning + ", " + words, advice);
    }

    /**
     * How far a route's list reaches beside a passage that is not in it.
     *
     * @param place of the passage among what shares its model
     * @param end of the list
     * @param lists that make one of that length
     */
    private record Reach(String way, int place, int end, int lists, String setting) {

        String said(List<String> advice) {
            if (place > end) {
                if (place <= MOST && lists == 1) advice.add("raise retrieval.%s to %d".formatted(setting, place));
                return "it is %d %s (the list ends at %d)".formatted(place, way, end);
            }
            if (lists > 1) {
                return "it is %d %s in its own collection, and %d collections with models of their own share the list of %d"
                        .formatted(place, way, lists, end);
            }
            if (way.equals("by words"))
                return "it is %d by words, but the end of the list has the same score".formatted(place);
            advice.add("raise retrieval.dense_top_k: a search for more passages looks wider");
            return "it is %d by meaning, but the approximate search passed it by".formatted(place);
        }
    }

    private boolean listed(List<Candidate> list) {
        return list.stream().anyMatch(candidate -> candidate.id().equals(chunk.id()));
    }

    private static boolean copies(Hit hit, String id) {
        return hit.alsoIn().stream().anyMatch(copy -> copy.chunkId().equals(id));
    }
}
