package rag.store;

/** Refuses what would spoil a search by cosine: Lucene's dot product trusts that vectors have length 1. */
public final class UnitVector {

    /** How far a squared length may be from 1; single precision alone gives some 1e-6. */
    private static final double TOLERANCE = 1e-3;

    private UnitVector() {}

    /**
     * @param of whose vector it is, for the message
     * @throws IllegalArgumentException when it has another dimension, a NaN or an infinity, or is not of length 1
     */
    public static void check(float[] vector, int dimension, String of) {
        if (vector.length != dimension) {
            throw new IllegalArgumentException(
                    "%s has %d dimensions, the collection has %d".formatted(of, vector.length, dimension));
        }
        double squares = 0;
        for (int i = 0; i < vector.length; i++) {
            if (!Float.isFinite(vector[i])) {
                throw new IllegalArgumentException("%s holds %s at %d".formatted(of, vector[i], i));
            }
            squares += (double) vector[i] * vector[i];
        }
        if (squares == 0) throw new IllegalArgumentException(of + " is all zeros");
        if (Math.abs(squares - 1) > TOLERANCE) {
            throw new IllegalArgumentException("%s has length %.6f, not 1".formatted(of, Math.sqrt(squares)));
        }
    }
}
