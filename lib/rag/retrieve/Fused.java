package rag.retrieve;

import java.util.Comparator;
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

    /** By score, ties by id. */
    public static final Comparator<Fused> BEST_FIRST = (a, b) -> {
        int order = Double.compare(b.score, a.score);
        return order != 0 ? order : a.id.compareTo(b.id);
    };

    /** The better of the two places: where the chunk stood before fusion. */
    public int bestRank() {
        int dense = denseRank == null ? Integer.MAX_VALUE : denseRank;
        int sparse = sparseRank == null ? Integer.MAX_VALUE : sparseRank;
        return Math.min(dense, sparse);
    }
}
