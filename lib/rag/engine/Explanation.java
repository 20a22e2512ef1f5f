package rag.engine;

import java.util.List;
import org.jspecify.annotations.Nullable;
import rag.store.ChunkReader.Place;
import rag.store.ChunkReader.SparsePlace;

/**
 * Where a passage was lost, or found.
 *
 * @param stage the stage that decided it, of {@link #STAGES}
 * @param verdict one sentence that says so
 * @param chunkId the passage that was looked for; "" when there is none
 * @param dense its place in the whole dense list, however deep; null when the route did not run
 * @param sparse its place in the whole sparse list, with the words it has and lacks; null when the route did not run
 * @param fusedRank place after fusion, from 1; null when it did not get there
 * @param feedbackRank place after feedback, from 1; null when it did not get there
 * @param rerankedRank place after reranking; null when it did not get there, or none ran
 * @param rank place in the answer, from 1; null when it is not there
 * @param advice what would bring it in
 * @param more other passages that fit what was looked for, by id, {@link #MOST_OTHERS} at most
 */
public record Explanation(
        String stage,
        String verdict,
        String chunkId,
        String source,
        String preview,
        @Nullable Place dense,
        @Nullable SparsePlace sparse,
        @Nullable Integer fusedRank,
        @Nullable Integer feedbackRank,
        @Nullable Integer rerankedRank,
        @Nullable Integer rank,
        List<String> advice,
        List<String> more) {

    public static final int MOST_OTHERS = 20;

    /**
     * In the order that a passage goes through them. "routing": another collection was chosen; "verdict": a domain gives no
     * passages that nothing speaks for.
     */
    public static final List<String> STAGES = List.of(
            "not_ingested",
            "routing",
            "filter",
            "recall",
            "fusion",
            "feedback",
            "rerank",
            "folded",
            "cut",
            "budget",
            "verdict",
            "returned");

    public Explanation {
        if (!STAGES.contains(stage)) throw new IllegalArgumentException("no stage " + stage);
        advice = List.copyOf(advice);
        more = List.copyOf(more);
    }

    /** Of a passage that no collection has. @param source its document, "" where none is known */
    static Explanation notIngested(String verdict, String source, List<String> advice) {
        return new Explanation(
                "not_ingested", verdict, "", source, "", null, null, null, null, null, null, advice, List.of());
    }
}
