package rag.rerank;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import rag.model.Failure;
import rag.model.TokenVectors;
import rag.rerank.Judged.Score;

/**
 * Late interaction over the embedding model's own last layer: each token of the question looks for its nearest token in
 * the passage, and the passage's likeness is the mean of these cosines (MaxSim; Khattab and Zaharia, ColBERT, SIGIR
 * 2020). The model was not trained for it, so the likeness alone is worse than the fused score, and both together are
 * better: the score is the mean of the two, each stretched to 0..1 over the list. Needs no key and no download.
 */
final class LateInteraction implements Reranker {

    private static final double WEIGHT = 0.5;

    private final Models.Tokens tokens;

    LateInteraction(Models.Tokens tokens) {
        this.tokens = tokens;
    }

    @Override
    public String name() {
        return "late_interaction/" + tokens.model();
    }

    @Override
    public Judged judge(String question, List<Listed> listed) throws RerankException {
        try {
            var asked = tokens.question(question);
            var passages = tokens.passages(listed.stream().map(Listed::text).toList());
            var likeness = stretched(passages.stream()
                    .mapToDouble(passage -> maxSim(asked, passage))
                    .toArray());
            var fused = stretched(listed.stream().mapToDouble(Listed::fused).toArray());
            var scores = new ArrayList<Score>();
            for (int i = 0; i < fused.length; i++) {
                scores.add(new Score(listed.get(i).id(), WEIGHT * likeness[i] + (1 - WEIGHT) * fused[i]));
            }
            return new Judged(scores, Map.of("weight", WEIGHT), "");
        } catch (Failure e) {
            throw new RerankException(String.valueOf(e.getMessage()), e);
        }
    }

    /** The mean over the question's tokens of the greatest cosine with a token of the passage, -1..1. */
    static double maxSim(TokenVectors question, TokenVectors passage) {
        double sum = 0;
        for (int i = 0; i < question.count(); i++) {
            float nearest = -1;
            for (int j = 0; j < passage.count(); j++) nearest = Math.max(nearest, dot(question, i, passage, j));
            sum += nearest;
        }
        return sum / question.count();
    }

    /** Four sums side by side: one alone would wait for itself at every step. */
    private static float dot(TokenVectors a, int i, TokenVectors b, int j) {
        float[] x = a.values(), y = b.values();
        float s0 = 0, s1 = 0, s2 = 0, s3 = 0;
        int at = i * a.dimension(), to = j * b.dimension(), end = at + a.dimension();
        for (; at + 4 <= end; at += 4, to += 4) {
            s0 += x[at] * y[to];
            s1 += x[at + 1] * y[to + 1];
            s2 += x[at + 2] * y[to + 2];
            s3 += x[at + 3] * y[to + 3];
        }
        for (; at < end; at++, to++) s0 += x[at] * y[to];
        return s0 + s1 + s2 + s3;
    }

    /** To 0..1 over the list; a list of equal values is all 1. */
    private static double[] stretched(double[] values) {
        double min = Double.POSITIVE_INFINITY, max = Double.NEGATIVE_INFINITY;
        for (double value : values) {
            min = Math.min(min, value);
            max = Math.max(max, value);
        }
        var stretched = new double[values.length];
        for (int i = 0; i < values.length; i++) stretched[i] = max > min ? (values[i] - min) / (max - min) : 1;
        return stretched;
    }
}
