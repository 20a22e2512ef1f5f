package rag.retrieve;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleBiFunction;
import rag.model.Candidate;

/**
 * Takes the best fused passages to be right, and orders all candidates anew by what follows from that, in two steps.
 *
 * <p>The question's vector moves towards the mean of the first passages (Rocchio: Relevance Feedback in Information
 * Retrieval, 1971; without a judge: pseudo-relevance feedback), every candidate's cosine is taken to the moved vector,
 * those that only words had found included, and the lists are fused again in the same way. Then each of the first
 * candidates takes on a share of its neighbours' scores, since passages that lie close together answer the same questions
 * (Jardine, van Rijsbergen: The use of hierarchic clustering in information retrieval, 1971).
 *
 * @param passages how many of the first are taken to be right
 * @param weight how far the question moves: 0 not at all, 1 as much as it weighs itself
 * @param share of the neighbours in a score, 0..1
 */
public record Feedback(int passages, double weight, double share) {

    /** As measured: {@code bench/feedback.java}. */
    public static final Feedback MEASURED = new Feedback(5, 0.7, 0.2);

    /** So many of the first candidates look at their neighbours, which costs the square of it. */
    public static final int FIRST = 50;

    private static final int NEIGHBOURS = 5;

    public Feedback {
        if (passages < 1) throw new IllegalArgumentException("feedback needs a passage, not " + passages);
        if (!(weight >= 0)) throw new IllegalArgumentException("feedback weighs 0 and more, not " + weight);
        if (!(share >= 0 && share <= 1)) throw new IllegalArgumentException("a share lies in 0..1, not " + share);
    }

    /**
     * The candidates' new scores by id, best first. All fused candidates are in it.
     *
     * @param fused the first pass, best first
     * @param vectors of the fused candidates, unit length
     * @param dot of two vectors
     * @param denseTopK how many of the nearest to the moved question count as found by it
     */
    public Map<String, Double> scores(
            float[] question,
            List<Fused> fused,
            Map<String, float[]> vectors,
            ToDoubleBiFunction<float[], float[]> dot,
            Fusion fusion,
            RouteWeights weights,
            int denseTopK) {
        var moved = moved(question, fused, vectors);
        var nearest = new ArrayList<Candidate>(fused.size());
        var sparse = new ArrayList<Candidate>(fused.size());
        for (var f : fused) {
            double cosine = dot.applyAsDouble(moved, of(vectors, f.id()));
            nearest.add(new Candidate(f.id(), cosine, f.likeness()));
            if (f.sparseScore() != null) sparse.add(new Candidate(f.id(), f.sparseScore(), f.likeness()));
        }
        nearest.sort(Candidate.BEST_FIRST);
        sparse.sort(Candidate.BEST_FIRST);
        var dense = nearest.subList(0, Math.min(denseTopK, nearest.size()));
        var again = fusion.fuse(dense, sparse, weights);
        var scores = LinkedHashMap.<String, Double>newLinkedHashMap(fused.size());
        for (var s : smooth(again.subList(0, Math.min(FIRST, again.size())), vectors, dot)) scores.put(s.id, s.score);
        for (var f : again) scores.putIfAbsent(f.id(), f.score()); // the rest follows the first as it is
        for (var f : fused) scores.putIfAbsent(f.id(), 0.0);
        return scores;
    }

    private record Scored(String id, double score) {

        private static final Comparator<Scored> BEST_FIRST = (a, b) -> {
            int order = Double.compare(b.score, a.score);
            return order != 0 ? order : a.id.compareTo(b.id);
        };
    }

    private float[] moved(float[] question, List<Fused> fused, Map<String, float[]> vectors) {
        var mean = new float[question.length];
        for (var f : fused.subList(0, Math.min(passages, fused.size()))) {
            var vector = of(vectors, f.id());
            for (int i = 0; i < mean.length; i++) mean[i] += vector[i];
        }
        double length = length(mean);
        if (length == 0) return question;
        var moved = question.clone();
        for (int i = 0; i < moved.length; i++) moved[i] += (float) (weight * mean[i] / length);
        float scale = (float) (1 / length(moved));
        for (int i = 0; i < moved.length; i++) moved[i] *= scale;
        return moved;
    }

    private static double length(float[] vector) {
        double squares = 0;
        for (float value : vector) squares += value * (double) value;
        return Math.sqrt(squares);
    }

    private List<Scored> smooth(
            List<Fused> first, Map<String, float[]> vectors, ToDoubleBiFunction<float[], float[]> dot) {
        var smoothed = new ArrayList<Scored>(first.size());
        boolean alone = share == 0 || first.size() < 3;
        var near = alone ? new double[0][] : likeness(first, vectors, dot);
        double usual = alone ? 0 : median(near);
        for (int i = 0; i < first.size(); i++) {
            double own = first.get(i).score();
            double score = alone ? own : (1 - share) * own + share * around(first, near[i], i, usual);
            smoothed.add(new Scored(first.get(i).id(), score));
        }
        if (!alone) smoothed.sort(Scored.BEST_FIRST);
        return smoothed;
    }

    /** Cosines of all with all; with itself -1, so that nothing is its own neighbour. */
    private static double[][] likeness(
            List<Fused> first, Map<String, float[]> vectors, ToDoubleBiFunction<float[], float[]> dot) {
        int n = first.size();
        var each = new float[n][];
        for (int i = 0; i < n; i++) each[i] = of(vectors, first.get(i).id());
        var near = new double[n][n];
        for (int i = 0; i < n; i++) {
            near[i][i] = -1;
            for (int j = 0; j < i; j++) near[i][j] = near[j][i] = dot.applyAsDouble(each[i], each[j]);
        }
        return near;
    }

    /** What lies nearer than this is near; the level differs from model to model. */
    private static double median(double[][] near) {
        int n = near.length;
        var all = new double[n * (n - 1) / 2];
        int next = 0;
        for (int i = 0; i < n; i++) for (int j = 0; j < i; j++) all[next++] = near[i][j];
        return smallest(all, all.length / 2);
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

    /** Mean score of the nearest neighbours, each weighed by how much nearer than usual it is. */
    private static double around(List<Fused> first, double[] near, int self, double usual) {
        var best = new int[NEIGHBOURS]; // the nearest first
        int size = 0;
        double last = Double.NEGATIVE_INFINITY;
        for (int j = 0; j < near.length; j++) {
            if (j == self || size == NEIGHBOURS && near[j] <= last) continue;
            if (size < NEIGHBOURS) size++;
            int at = size - 1;
            for (; at > 0 && near[best[at - 1]] < near[j]; at--) best[at] = best[at - 1];
            best[at] = j;
            last = near[best[size - 1]];
        }
        double sum = 0, weights = 0;
        for (int i = 0; i < size; i++) {
            double weight = Math.max(0, near[best[i]] - usual) + 1e-9; // all alike: the plain mean
            weights += weight;
            sum += weight * first.get(best[i]).score();
        }
        return sum / weights;
    }

    private static float[] of(Map<String, float[]> vectors, String id) {
        var vector = vectors.get(id);
        if (vector == null) throw new IllegalArgumentException("no vector of " + id);
        return vector;
    }
}
