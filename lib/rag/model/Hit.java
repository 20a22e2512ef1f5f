package rag.model;

import java.util.List;
import java.util.Map;

/**
 * A passage that answers.
 *
 * @param rank from 1
 * @param chunk the passage
 * @param scores by name: dense (cosine), sparse (BM25), fused, rerank; only those that the passage got
 * @param alsoIn near-duplicates of the passage that were folded into it
 * @param before neighbours that stand before it in the document, in reading order
 * @param after neighbours that follow it
 */
public record Hit(
        int rank,
        Chunk chunk,
        Map<String, Double> scores,
        List<Duplicate> alsoIn,
        List<Chunk> before,
        List<Chunk> after) {

    /** A folded copy: which chunk, of which source. */
    public record Duplicate(String chunkId, String source) {}

    public Hit {
        alsoIn = List.copyOf(alsoIn);
        before = List.copyOf(before);
        after = List.copyOf(after);
    }
}
