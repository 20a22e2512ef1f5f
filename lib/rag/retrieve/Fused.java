package rag.retrieve;

import org.jspecify.annotations.Nullable;

/**
 * A chunk in the fused list.
 *
 * @param score what the fusion gives; comparable within one query only
 * @param denseRank place in the dense route's list, from 1; null when it is not there
 * @param denseScore cosine
 * @param sparseRank place in the sparse route's list, from 1; null when it is not there
 * @param sparseScore BM25
 * @param likeness SimHash of the text
 */
public record Fused(
        String id,
        double score,
        @Nullable Integer denseRank,
        @Nullable Double denseScore,
        @Nullable Integer sparseRank,
        @Nullable Double sparseScore,
        long likeness) {

    /** The better of the two places: where the chunk stood before fusion. */
    public int bestRank() {
        int dense = denseRank == null ? Integer.MAX_VALUE : denseRank;
        int sparse = sparseRank == null ? Integer.MAX_VALUE : sparseRank;
        return Math.min(dense, sparse);
    }
}
