package rag.retrieve;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
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
    private static final int FIRST = 50;

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
     * @param denseTopK how many of the nearest to the moved question count as found by it
     */
    public Map<String, Double> scores(
            float[] question,
            List<Fused> fused,
            Map<String, float[]> vectors,
            Fusion fusion,
            RouteWeights weights,
            int denseTopK) {
        var moved = moved(question, fused, vectors);
        var nearest = new ArrayList<Candidate>(fused.size());
        var sparse = new ArrayList<Candidate>(fused.size());
        for (var f : fused) {
            nearest.add(new Candidate(f.id(), dot(moved, of(vectors, f.id())), f.likeness()));
            if (f.sparseScore() != null) sparse.add(new Candidate(f.id(), f.sparseScore(), f.likeness()));
        }
        nearest.sort(bestFirst(Candidate::score, Candidate::id));
        sparse.sort(bestFirst(Candidate::score, Candidate::id));
        var dense = nearest.subList(0, Math.min(denseTopK, nearest.size()));
        var scores = new LinkedHashMap<String, Double>();
        for (var f : smooth(fusion.fuse(dense, sparse, weights), vectors)) scores.put(f.id, f.score);
        for (var f : fused) scores.putIfAbsent(f.id(), 0.0);
        return scores;
    }

    private record Scored(String id, double score) {}

    private static <T> Comparator<T> bestFirst(ToDoubleFunction<T> score, java.util.function.Function<T, String> id) {
        return Comparator.comparingDouble(score).reversed().thenComparing(id);
    }

    private float[] moved(float[] question, List<Fused> fused, Map<String, float[]> vectors) {
        var right = fused.subList(0, Math.min(passages, fused.size()));
        var mean = new float[question.length];
        for (var f : right) {
            var vector = of(vectors, f.id());
            for (int i = 0; i < mean.length; i++) mean[i] += vector[i];
        }
        double length = Math.sqrt(dot(mean, mean));
        if (length == 0) return question;
        var moved = question.clone();
        for (int i = 0; i < moved.length; i++) moved[i] += (float) (weight * mean[i] / length);
        float scale = (float) (1 / Math.sqrt(dot(moved, moved)));
        for (int i = 0; i < moved.length; i++) moved[i] *= scale;
        return moved;
    }

    /** The rest follows the first as it is. */
    private List<Scored> smooth(List<Fused> fused, Map<String, float[]> vectors) {
        var scored = new ArrayList<Scored>(fused.size());
        for (var f : fused) scored.add(new Scored(f.id(), f.score()));
        var first = scored.subList(0, Math.min(FIRST, scored.size()));
        if (share == 0 || first.size() < 3) return scored;
        var near = likeness(first, vectors);
        double usual = median(near);
        var smoothed = new ArrayList<Scored>(first.size());
        for (int i = 0; i < first.size(); i++) {
            double around = around(first, near[i], i, usual);
            smoothed.add(new Scored(first.get(i).id, (1 - share) * first.get(i).score + share * around));
        }
        smoothed.sort(bestFirst(Scored::score, Scored::id));
        for (int i = 0; i < smoothed.size(); i++) scored.set(i, smoothed.get(i));
        return scored;
    }

    /** Cosines of all with all; with itself -1, so that nothing is its own neighbour. */
    private static double[][] likeness(List<Scored> first, Map<String, float[]> vectors) {
        int n = first.size();
        var each = first.stream().map(f -> of(vectors, f.id)).toList();
        var near = new double[n][n];
        for (int i = 0; i < n; i++) {
            near[i][i] = -1;
            for (int j = 0; j < i; j++) near[i][j] = near[j][i] = dot(each.get(i), each.get(j));
        }
        return near;
    }

    /** What lies nearer than this is near; the level differs from model to model. */
    private static double median(double[][] near) {
        int n = near.length;
        var all = new double[n * (n - 1) / 2];
        int next = 0;
        for (int i = 0; i < n; i++) for (int j = 0; j < i; j++) all[next++] = near[i][j];
        Arrays.sort(all);
        return all[all.length / 2];
    }

    /** Mean score of the nearest neighbours, each weighed by how much nearer than usual it is. */
    private static double around(List<Scored> first, double[] near, int self, double usual) {
        var sorted = near.clone();
        Arrays.sort(sorted);
        double least = sorted[Math.max(0, sorted.length - NEIGHBOURS)];
        double sum = 0, weights = 0;
        for (int j = 0, taken = 0; j < near.length && taken < NEIGHBOURS; j++) {
            if (j == self || near[j] < least) continue;
            taken++;
            double weight = Math.max(0, near[j] - usual) + 1e-9; // all alike: the plain mean
            weights += weight;
            sum += weight * first.get(j).score;
        }
        return sum / weights;
    }

    private static float[] of(Map<String, float[]> vectors, String id) {
        var vector = vectors.get(id);
        if (vector == null) throw new IllegalArgumentException("no vector of " + id);
        return vector;
    }

    /** Eight sums side by side: the JVM may not reorder one, and would wait for each addition. */
    private static double dot(float[] a, float[] b) {
        float s0 = 0, s1 = 0, s2 = 0, s3 = 0, s4 = 0, s5 = 0, s6 = 0, s7 = 0;
        int i = 0;
        for (; i + 7 < a.length; i += 8) {
            s0 = Math.fma(a[i], b[i], s0);
            s1 = Math.fma(a[i + 1], b[i + 1], s1);
            s2 = Math.fma(a[i + 2], b[i + 2], s2);
            s3 = Math.fma(a[i + 3], b[i + 3], s3);
            s4 = Math.fma(a[i + 4], b[i + 4], s4);
            s5 = Math.fma(a[i + 5], b[i + 5], s5);
            s6 = Math.fma(a[i + 6], b[i + 6], s6);
            s7 = Math.fma(a[i + 7], b[i + 7], s7);
        }
        for (; i < a.length; i++) s0 = Math.fma(a[i], b[i], s0);
        return (s0 + s1) + (s2 + s3) + (s4 + s5) + (s6 + s7);
    }
}
