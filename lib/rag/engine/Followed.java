package rag.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import rag.config.Settings;
import rag.model.Chunk;
import rag.model.Hit;
import rag.store.ChunkReader.Place;
import rag.store.ChunkReader.SparsePlace;

/** A passage that is followed through a search: its places, and what they tell of where it was lost. */
final class Followed {

    private final Chunk chunk;
    private final List<String> more;

    @Nullable
    Place dense;

    @Nullable
    SparsePlace sparse;

    @Nullable
    Integer fusedRank;

    @Nullable
    Integer feedbackRank;

    @Nullable
    Integer rerankedRank;

    @Nullable
    Integer rank;

    Followed(Chunk chunk, List<String> more) {
        this.chunk = chunk;
        this.more = more;
    }

    Explanation at(String stage, String verdict, List<String> advice) {
        return new Explanation(
                stage,
                verdict,
                chunk.id(),
                chunk.source(),
                Shown.text(chunk.text(), "preview"),
                dense,
                sparse,
                fusedRank,
                feedbackRank,
                rerankedRank,
                rank,
                advice,
                more);
    }

    /** Where it was lost, or found. */
    Explanation judged(SearchRun run, Settings.Retrieval settings) {
        var id = chunk.id();
        for (var hit : run.answer().hits()) {
            if (hit.chunk().id().equals(id)) {
                rank = hit.rank();
                return at("returned", "it is hit " + hit.rank() + " of the answer", List.of());
            }
            if (copies(hit, id)) {
                return at(
                        "folded",
                        "it is a near-duplicate of hit %d (%s) and is listed there"
                                .formatted(hit.rank(), hit.chunk().source()),
                        List.of());
            }
        }
        if (fusedRank == null) return lostInRecall(settings);
        return lostOnTheWay(run.query().topK());
    }

    /** It was found; a later stage let it sink below the last hit, or the budget ended before it. */
    private Explanation lostOnTheWay(int topK) {
        int fused = Objects.requireNonNull(fusedRank);
        int refined = Objects.requireNonNull(feedbackRank);
        int last = rerankedRank == null ? refined : rerankedRank;
        var place = "it stands at %d after fusion%s%s"
                .formatted(
                        fused,
                        refined == fused ? "" : ", at %d after feedback".formatted(refined),
                        rerankedRank == null ? "" : ", at %d after reranking".formatted(last));
        if (last <= topK) {
            return at(
                    "budget",
                    place + ", but the token budget left it out",
                    List.of("allow more tokens, or ask for fewer neighbours"));
        }
        var advice = new ArrayList<>(List.of("ask for more hits: --top-k " + last));
        var stage = refined <= topK ? "rerank" : fused <= topK ? "feedback" : "cut";
        if (stage.equals("rerank")) advice.addFirst("ask without the reranker: --no-rerank");
        if (stage.equals("feedback")) advice.addFirst("keep the order of fusion: retrieval.feedback: false");
        return at(stage, "%s, and only %d hits were asked for".formatted(place, topK), advice);
    }

    private Explanation lostInRecall(Settings.Retrieval settings) {
        var advice = new ArrayList<String>();
        int depth = 0;
        if (dense != null) depth = Math.max(depth, dense.rank());
        if (sparse != null && sparse.rank() > 0) depth = Math.max(depth, sparse.rank());
        boolean inRoute = (dense != null && dense.rank() <= settings.denseTopK())
                || (sparse != null && sparse.rank() > 0 && sparse.rank() <= settings.sparseTopK());
        if (inRoute && settings.fusionTopK() != null) {
            return at(
                    "fusion",
                    "a route found it, but only the first %d fused candidates are kept"
                            .formatted(settings.fusionTopK()),
                    List.of("raise retrieval.fusion_top_k"));
        }
        if (sparse != null && !sparse.missing().isEmpty()) {
            advice.add("it lacks the words: " + String.join(", ", sparse.missing()));
        }
        if (depth > 0 && depth <= 1000) advice.add("raise retrieval.dense_top_k or sparse_top_k to " + depth);
        advice.add("ask with words that stand in the passage");
        return at(
                "recall", "no route's list reaches it: " + places(settings.denseTopK(), settings.sparseTopK()), advice);
    }

    private String places(int denseTopK, int sparseTopK) {
        var meaning = dense == null
                ? "the dense route did not run"
                : "it is %d by meaning (the list ends at %d)".formatted(dense.rank(), denseTopK);
        var words = sparse == null
                ? "the sparse route did not run"
                : sparse.rank() == 0
                        ? "it has none of the question's words"
                        : "it is %d by words (the list ends at %d)".formatted(sparse.rank(), sparseTopK);
        return meaning + ", " + words;
    }

    private static boolean copies(Hit hit, String id) {
        return hit.alsoIn().stream().anyMatch(copy -> copy.chunkId().equals(id));
    }
}
