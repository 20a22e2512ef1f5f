package rag.retrieve;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleBiFunction;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

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

    public Feedback {
        if (passages < 1) throw new IllegalArgumentException("feedback needs a passage, not " + passages);
        if (!(weight >= 0)) throw new IllegalArgumentException("feedback weighs 0 and more, not " + weight);
        if (!(share >= 0 && share <= 1)) throw new IllegalArgumentException("a share lies in 0..1, not " + share);
    }

    /** Score of what neither list holds: behind all that one does. */
    private static final double UNFOUND = -1;

    /** A candidate on its way to a new score. */
    private static final class Passage {

        private static final Comparator<Passage> NEAREST_FIRST = (a, b) -> order(a, b, a.cosine, b.cosine);
        private static final Comparator<Passage> BY_WORDS = (a, b) -> order(a, b, a.words(), b.words());
        private static final Comparator<Passage> BEST_FIRST = (a, b) -> order(a, b, a.score, b.score);

        private final Fused fused;
        private final float[] vector;
        private double cosine, score = UNFOUND;

        private Passage(Fused fused, float @Nullable [] vector) {
            if (vector == null) throw new IllegalArgumentException("no vector of " + fused.id());
            this.fused = fused;
            this.vector = vector;
        }

        private double words() {
            var words = fused.sparseScore();
            return words == null ? 0 : words;
        }

        private static int order(Passage a, Passage b, double left, double right) {
            int order = Double.compare(right, left);
            return order != 0 ? order : a.fused.id().compareTo(b.fused.id());
        }
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
        var passages = new ArrayList<Passage>(fused.size());
        for (var f : fused) passages.add(new Passage(f, vectors.get(f.id())));
        var moved = moved(question, passages);
        for (var passage : passages) passage.cosine = dot.applyAsDouble(moved, passage.vector);
        fuse(passages, fusion, weights, denseTopK);
        passages.sort(Passage.BEST_FIRST);
        smooth(passages, dot);
        var scores = LinkedHashMap.<String, Double>newLinkedHashMap(passages.size());
        for (var passage : passages) scores.put(passage.fused.id(), Math.max(0, passage.score));
        return scores;
    }

    private float[] moved(float[] question, List<Passage> best) {
        var mean = new float[question.length];
        for (var passage : best.subList(0, Math.min(passages, best.size()))) {
            for (int i = 0; i < mean.length; i++) mean[i] += passage.vector[i];
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

    /** Both lists once more, each candidate's cosine to the moved question in the dense one. */
    private static void fuse(List<Passage> passages, Fusion fusion, RouteWeights weights, int denseTopK) {
        passages.sort(Passage.NEAREST_FIRST);
        var dense = passages.subList(0, Math.min(denseTopK, passages.size()));
        add(dense, p -> p.cosine, fusion, weights.dense());
        var sparse = new ArrayList<Passage>(passages.size());
        for (var passage : passages) if (passage.fused.sparseScore() != null) sparse.add(passage);
        sparse.sort(Passage.BY_WORDS);
        add(sparse, Passage::words, fusion, weights.sparse());
    }

    private static void add(List<Passage> route, ToDoubleFunction<Passage> score, Fusion fusion, double weight) {
        var scores = new double[route.size()];
        for (int i = 0; i < scores.length; i++) scores[i] = score.applyAsDouble(route.get(i));
        var parts = fusion.contributions(scores, weight);
        for (int i = 0; i < parts.length; i++) {
            var passage = route.get(i);
            passage.score = Math.max(0, passage.score) + parts[i];
        }
    }

    /** Lets the first that a list holds look at their neighbours; the rest follows as it is. */
    private void smooth(List<Passage> passages, ToDoubleBiFunction<float[], float[]> dot) {
        int n = 0;
        while (n < Math.min(FIRST, passages.size()) && passages.get(n).score != UNFOUND) n++;
        if (share == 0 || n < 3) return;
        var first = passages.subList(0, n);
        var scores = new double[n];
        var vectors = new float[n][];
        for (int i = 0; i < n; i++) {
            scores[i] = first.get(i).score;
            vectors[i] = first.get(i).vector;
        }
        var around = Vicinity.scores(scores, vectors, dot);
        for (int i = 0; i < n; i++) first.get(i).score = (1 - share) * scores[i] + share * around[i];
        first.sort(Passage.BEST_FIRST);
    }
}
