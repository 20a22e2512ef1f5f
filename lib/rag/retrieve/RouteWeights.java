package rag.retrieve;

/** How much each route counts in fusion; both are at least 0 and their sum is 1. */
public record RouteWeights(double dense, double sparse) {

    public RouteWeights {
        if (!(dense >= 0) || !(sparse >= 0) || Math.abs(dense + sparse - 1) > 1e-9) {
            throw new IllegalArgumentException(
                    "weights must be 0..1 with sum 1: dense " + dense + ", sparse " + sparse);
        }
    }

    /** Scales any two weights, not both 0, to a sum of 1. */
    public static RouteWeights of(double dense, double sparse) {
        return new RouteWeights(dense / (dense + sparse), 1 - dense / (dense + sparse));
    }

    /** @param share of the dense weight that stays with it, 0..1 */
    public RouteWeights lessDense(double share) {
        return dense * share + sparse == 0 ? this : of(dense * share, sparse);
    }
}
