package rag.store;

/**
 * What a publication did to one document. Every chunk has one vector, so chunks are counted for both.
 *
 * @param row the history row as it is now; of a deletion, as it was
 * @param known whether the ledger knew the source before
 */
public record Effect(
        HistoryRow row, boolean known, int chunksBefore, int chunksAfter, int imagesBefore, int imagesAfter) {}
