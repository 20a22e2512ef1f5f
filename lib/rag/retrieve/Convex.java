package rag.retrieve;

import java.util.List;
import rag.model.Candidate;

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
    public double[] contributions(List<Candidate> route, double weight) {
        double min = Double.POSITIVE_INFINITY, max = Double.NEGATIVE_INFINITY;
        for (var candidate : route) {
            min = Math.min(min, candidate.score());
            max = Math.max(max, candidate.score());
        }
        double width = max - min;
        var parts = new double[route.size()];
        for (int i = 0; i < parts.length; i++) {
            parts[i] = weight * (width > 0 ? (route.get(i).score() - min) / width : 1);
        }
        return parts;
    }
}
