package rag.retrieve;

/**
 * Convex combination: {@code score(d) = Σ w_r · minmax_r(score_r(d))}, each route's scores stretched to 0..1 over its own
 * list for this query; what a list lacks counts 0 (Bruch, Gai, Ingber: An Analysis of Fusion Functions for Hybrid
 * Retrieval, TOIS 2023). A list of one score only is all 1: nothing in it says that any candidate is worse.
 */
public record Convex() implements Fusion {

    @Override
    public String name() {
        return "convex";
    }

    @Override
    public double[] contributions(double[] scores, double weight) {
        var parts = stretched(scores);
        for (int i = 0; i < parts.length; i++) parts[i] *= weight;
        return parts;
    }

    /** Scores over their own range, from 0 to 1. */
    public static double[] stretched(double[] scores) {
        double min = Double.POSITIVE_INFINITY, max = Double.NEGATIVE_INFINITY;
        for (double score : scores) {
            min = Math.min(min, score);
            max = Math.max(max, score);
        }
        double width = max - min;
        var stretched = new double[scores.length];
        for (int i = 0; i < stretched.length; i++) stretched[i] = width > 0 ? (scores[i] - min) / width : 1;
        return stretched;
    }
}
