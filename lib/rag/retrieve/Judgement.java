package rag.retrieve;

import rag.model.Verdict;

/**
 * Whether the best hits are about the question at all. Fused scores cannot tell: the best of a bad list has the same score
 * as the best of a good one. Two things can: how near the nearest passage is in meaning, against how near any two
 * texts are for this model, and how much of the question's own weight of words the best passage holds.
 *
 * @param reason in words
 */
public record Judgement(Verdict verdict, String reason) {

    /**
     * @param cosine best cosine of the dense route; NaN when the route did not run
     * @param floor cosine below which a model's nearest passage is as good as chance
     * @param coverage share of the question's term weight that the best sparse candidate holds, 0..1; NaN when the
     *     route did not run
     */
    public static Judgement of(int hits, double cosine, double floor, double coverage) {
        if (hits == 0) return new Judgement(Verdict.EMPTY, "no passage fulfils the query and its filters");
        boolean near = cosine >= floor;
        boolean covered = coverage >= COVERED;
        if (near || covered) return new Judgement(Verdict.OK, reason(cosine, coverage));
        return new Judgement(
                Verdict.WEAK, reason(cosine, coverage) + ": nothing here may be about the question");
    }

    /** Half of the question's weight of words in one passage speaks for it. */
    private static final double COVERED = 0.5;

    private static String reason(double cosine, double coverage) {
        var meaning = Double.isNaN(cosine) ? "" : "best cosine %.2f".formatted(cosine);
        var words = Double.isNaN(coverage) ? "" : "best word cover %.0f %%".formatted(100 * coverage);
        return meaning.isEmpty() || words.isEmpty() ? meaning + words : meaning + ", " + words;
    }
}
