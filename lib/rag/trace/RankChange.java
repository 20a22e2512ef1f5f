package rag.trace;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * How a stage moved one chunk.
 *
 * @param rank place in the list that the stage gives, from 1; null when it dropped the chunk
 * @param rankBefore place before the stage; null when the chunk is new
 * @param rankDelta {@code rankBefore - rank}: positive rose; null when either is missing
 * @param score what the stage gave it; null when it gave none
 */
@JsonInclude(JsonInclude.Include.ALWAYS)
public record RankChange(
        String chunkId,
        @Nullable Integer rank,
        @Nullable Integer rankBefore,
        @Nullable Integer rankDelta,
        @Nullable Integer denseRank,
        @Nullable Integer sparseRank,
        @Nullable Double score) {

    public static RankChange of(
            String chunkId,
            @Nullable Integer rank,
            @Nullable Integer before,
            @Nullable Integer denseRank,
            @Nullable Integer sparseRank,
            @Nullable Double score) {
        var delta = rank == null || before == null ? null : (Integer) (before - rank);
        return new RankChange(chunkId, rank, before, delta, denseRank, sparseRank, score);
    }
}
