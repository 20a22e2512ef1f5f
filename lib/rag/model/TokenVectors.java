package rag.model;

/**
 * What a model makes of a text's single tokens, in their order: one vector of unit length each.
 *
 * @param dimension length of a vector
 * @param values the vectors one after another
 */
public record TokenVectors(int dimension, float[] values) {

    public TokenVectors {
        if (dimension < 1 || values.length % dimension != 0) {
            throw new IllegalArgumentException(values.length + " values are no vectors of " + dimension);
        }
    }

    public int count() {
        return values.length / dimension;
    }
}
