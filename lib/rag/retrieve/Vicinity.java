package rag.retrieve;

import java.util.function.ToDoubleBiFunction;

/** What passages score that lie close together: each one's neighbours by the cosines of all with all. */
final class Vicinity {

    private static final int NEAREST = 5;

    private Vicinity() {}

    /**
     * Of each passage the mean score of its nearest neighbours, each weighed by how much nearer than usual it is. Usual is
     * the median of all cosines: the level differs from model to model.
     *
     * @param vectors of at least two passages, unit length
     */
    static double[] scores(double[] scores, float[][] vectors, ToDoubleBiFunction<float[], float[]> dot) {
        int n = scores.length, next = 0;
        var near = new double[n][n];
        var all = new double[n * (n - 1) / 2];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < i; j++)
                near[i][j] = near[j][i] = all[next++] = dot.applyAsDouble(vectors[i], vectors[j]);
        }
        double usual = smallest(all, all.length / 2);
        var around = new double[n];
        for (int i = 0; i < n; i++) around[i] = around(scores, near[i], i, usual);
        return around;
    }

    /** The value that sorting would put at a place (Hoare: Algorithm 65, Find, 1961); moves the values about. */
    private static double smallest(double[] values, int place) {
        int from = 0, to = values.length - 1;
        while (from < to) {
            double middle = values[(from + to) >>> 1];
            int i = from, j = to;
            while (i <= j) {
                while (values[i] < middle) i++;
                while (values[j] > middle) j--;
                if (i > j) break;
                double swap = values[i];
                values[i++] = values[j];
                values[j--] = swap;
            }
            if (place <= j) to = j;
            else if (place >= i) from = i;
            else return values[place];
        }
        return values[from];
    }

    private static double around(double[] scores, double[] near, int self, double usual) {
        var best = new int[NEAREST]; // the nearest first
        int size = 0;
        double last = Double.NEGATIVE_INFINITY;
        for (int j = 0; j < near.length; j++) {
            if (j == self || size == NEAREST && near[j] <= last) continue;
            if (size < NEAREST) size++;
            int at = size - 1;
            for (; at > 0 && near[best[at - 1]] < near[j]; at--) best[at] = best[at - 1];
            best[at] = j;
            last = near[best[size - 1]];
        }
        double sum = 0, weights = 0;
        for (int i = 0; i < size; i++) {
            double weight = Math.max(0, near[best[i]] - usual) + 1e-9; // all alike: the plain mean
            weights += weight;
            sum += weight * scores[best[i]];
        }
        return sum / weights;
    }
}
