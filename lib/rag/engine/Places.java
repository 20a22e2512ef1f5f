package rag.engine;

import org.jspecify.annotations.Nullable;
import rag.store.ChunkReader.Place;
import rag.store.ChunkReader.SparsePlace;

/**
 * Where a passage stands in the lists of a search.
 *
 * @param dense in the whole list of its model; null when its collection was not asked by meaning
 * @param denseLists how many lists, each of a model of its own, make the one of the route
 * @param sparse in the whole list of its model's collections; null when the route did not run
 * @param fused after fusion, from 1; null when it did not get there, as of the next two
 * @param feedback after feedback
 * @param reranked after reranking; null also when none ran
 */
record Places(
        @Nullable Place dense,
        int denseLists,
        @Nullable SparsePlace sparse,
        int sparseLists,
        @Nullable Integer fused,
        @Nullable Integer feedback,
        @Nullable Integer reranked) {

    /** Of a passage that was looked for in no list. */
    static final Places NONE = new Places(null, 1, null, 1, null, null, null);
}
