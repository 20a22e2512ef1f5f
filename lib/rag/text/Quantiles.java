package rag.text;

import java.util.List;

/** Medians and the like of measured values. */
public final class Quantiles {

    private Quantiles() {}

    /**
     * The smallest value that at least a share of all do not exceed (nearest rank); not a number when there is none.
     *
     * @param sorted from the smallest
     */
    public static double at(List<Double> sorted, double share) {
        if (sorted.isEmpty()) return Double.NaN;
        int rank = (int) Math.ceil(share * sorted.size());
        return sorted.get(Math.max(1, rank) - 1);
    }
}
