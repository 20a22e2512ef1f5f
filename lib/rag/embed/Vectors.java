package rag.embed;

import rag.model.Failure;

/** What every vector must be before anybody sees it. */
final class Vectors {

    private Vectors() {}

    /**
     * Scales to unit length, in place.
     *
     * @param from whose vector it is, for the message
     * @throws Failure when a component is not finite or all are zero: such a vector has no direction
     */
    static float[] unit(float[] vector, String from) {
        double sum = 0;
        for (float x : vector) sum += (double) x * x;
        if (!Double.isFinite(sum) || sum == 0) {
            throw new Failure(from + " gave a vector " + (sum == 0 ? "of zeros" : "with values that are no numbers")
                    + ": nothing was kept of it. Try another embedding.model");
        }
        double scale = 1 / Math.sqrt(sum);
        for (int i = 0; i < vector.length; i++) vector[i] *= (float) scale;
        return vector;
    }
}
