package rag.split;

import rag.model.TokenCounter;

/**
 * How long a passage may be.
 *
 * @param size most tokens of a passage together with the title and headings that are embedded with it
 * @param overlap tokens that a passage repeats of the one before, where text was cut inside a block; below size
 * @param tokens counts as the embedding model does
 */
public record ChunkLimits(int size, int overlap, TokenCounter tokens) {

    public ChunkLimits {
        if (size < 16) throw new IllegalArgumentException("chunk_size must be at least 16 tokens, not " + size);
        if (overlap < 0 || overlap > size / 2) {
            throw new IllegalArgumentException(
                    "chunk_overlap must be between 0 and half of chunk_size, not " + overlap);
        }
    }
}
