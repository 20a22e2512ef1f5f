package rag.retrieve;

/**
 * Reciprocal rank fusion: {@code score(d) = Σ w_r / (k + rank_r(d))}, ranks from 1 (Cormack, Clarke, Büttcher: Reciprocal
 * Rank Fusion outperforms Condorcet and individual Rank Learning Methods, SIGIR 2009). It looks at places only, so a
 * route that is sure counts no more than one that guesses.
 *
 * @param k flattens the head of the lists: 60 in the paper, at least 1
 */
public record ReciprocalRank(int k) implements Fusion {

    public ReciprocalRank {
        if (k < 1) throw new IllegalArgumentException("rrf_k must be at least 1, not " + k);
    }

    @Override
    public String name() {
        return "rrf(k=" + k + ")";
    }

    @Override
    public double[] contributions(double[] scores, double weight) {
        var parts = new double[scores.length];
        for (int i = 0; i < parts.length; i++) parts[i] = weight / (k + i + 1);
        return parts;
    }
}
