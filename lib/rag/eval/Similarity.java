package rag.eval;

import java.util.ArrayList;
import java.util.List;

/** How alike two texts are, without a language model. */
final class Similarity {

    private Similarity() {}

    /** Of vectors of unit length. */
    static double cosine(float[] a, float[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) sum += (double) a[i] * b[i];
        return sum;
    }

    /** 1 - Levenshtein distance / length of the longer, over code points; 1 for two empty texts. */
    static double strings(String first, String second) {
        int[] a = first.codePoints().toArray(), b = second.codePoints().toArray();
        int longer = Math.max(a.length, b.length);
        if (longer == 0) return 1;
        int[] row = new int[b.length + 1];
        for (int j = 0; j <= b.length; j++) row[j] = j;
        for (int i = 1; i <= a.length; i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length; j++) {
                int above = row[j];
                row[j] = Math.min(Math.min(above, row[j - 1]) + 1, diagonal + (a[i - 1] == b[j - 1] ? 0 : 1));
                diagonal = above;
            }
        }
        return 1 - (double) row[b.length] / longer;
    }

    /**
     * Average precision of the retrieved passages that are like a reference, at least 0.5 (ragas,
     * NonLLMContextPrecisionWithReference).
     */
    static double contextPrecision(List<String> retrieved, List<String> references) {
        var verdicts = new ArrayList<Boolean>();
        for (var passage : retrieved) verdicts.add(best(passage, references) >= 0.5);
        return ContextPrecision.averagePrecision(verdicts);
    }

    /** Share of the references that a retrieved passage is like, by more than 0.5 (ragas, NonLLMContextRecall). */
    static double contextRecall(List<String> retrieved, List<String> references) {
        long found = references.stream()
                .filter(reference -> best(reference, retrieved) > 0.5)
                .count();
        return (double) found / references.size();
    }

    private static double best(String text, List<String> others) {
        return others.stream().mapToDouble(other -> strings(text, other)).max().orElse(0);
    }
}
