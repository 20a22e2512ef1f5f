package rag.rerank;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import rag.model.Failure;
import rag.model.TokenVectors;
import rag.rerank.Judged.Score;

/**
 * Late interaction over the embedding model's own last layer: each token of the question looks for its nearest token in
 * the passage (MaxSim; Khattab and Zaharia, ColBERT, SIGIR 2020). The model was not trained for it, which asks for two
 * changes. All its token vectors lean the same way, so their mean over the list is taken off first. And the cosines that
 * are left are cubed: a few tokens that are really met say more than many that half are. Alone this is worse than the
 * fused score, together they are better: the score is the mean of both, each stretched to 0..1 over the list. Needs no
 * key and no download.
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
            var mean = mean(passages);
            var own = centred(asked, mean);
            var likeness = stretched(passages.stream()
                    .mapToDouble(passage -> maxSim(own, centred(passage, mean)))
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

    /** The mean over the question's tokens of the cube of the greatest cosine with a token of the passage, 0..1. */
    static double maxSim(TokenVectors question, TokenVectors passage) {
        double sum = 0;
        // the first and the last are signs of the model's own, met in every passage alike
        int from = question.count() > 2 ? 1 : 0, to = question.count() - from;
        for (int i = from; i < to; i++) {
            float nearest = 0;
            for (int j = 0; j < passage.count(); j++) nearest = Math.max(nearest, dot(question, i, passage, j));
            sum += (double) nearest * nearest * nearest;
        }
        return sum / (to - from);
    }

    /** The mean of all vectors of all passages. */
    private static float[] mean(List<TokenVectors> passages) {
        var mean = new float[passages.getFirst().dimension()];
        long count = 0;
        for (var passage : passages) {
            var values = passage.values();
            for (int at = 0; at < values.length; at += mean.length) {
                for (int k = 0; k < mean.length; k++) mean[k] += values[at + k];
            }
            count += passage.count();
        }
        for (int k = 0; k < mean.length; k++) mean[k] /= count;
        return mean;
    }

    /** The vectors without what is common to all, of unit length again. */
    static TokenVectors centred(TokenVectors tokens, float[] mean) {
        var values = tokens.values().clone();
        for (int at = 0; at < values.length; at += mean.length) {
            float norm = 0;
            for (int k = 0; k < mean.length; k++) {
                values[at + k] -= mean[k];
                norm += values[at + k] * values[at + k];
            }
            float scale = norm == 0 ? 0 : (float) (1 / Math.sqrt(norm));
            for (int k = 0; k < mean.length; k++) values[at + k] *= scale;
        }
        return new TokenVectors(mean.length, values);
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
