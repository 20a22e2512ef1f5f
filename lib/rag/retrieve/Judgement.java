package rag.retrieve;

import java.util.Locale;
import java.util.Map;
import rag.model.Verdict;

/**
 * Whether the best hits are about the question at all. Fused scores cannot tell: the best of a bad list has the same score
 * as the best of a good one. Two things can: how near the nearest passage is in meaning, against how near any two
 * texts are for this model, and how much of the question's own weight of words the best passage holds.
 *
 * @param reason in words
 */
public record Judgement(Verdict verdict, String reason) {

    /** Share of a question's weight of words in one passage that speaks for it. */
    private static final double COVERED = 0.45;

    /** Where the words are all there is, less of them has to do. */
    private static final double COVERED_ALONE = 0.3;

    /**
     * Cosine from which a model's nearest passage is more than chance, as measured: DESIGN.md has the rates of false
     * alarms and misses. Every model's cosines live in a range of their own, so one that was not measured has none.
     */
    private static final Map<String, Double> FLOORS = Map.of("bge-small-en-v1.5", 0.68, "bge-small-zh-v1.5", 0.62);

    /** The same, but that a question without letter and digit has no meaning that a cosine could be near to. */
    public static Judgement of(String question, int hits, double cosine, String model, double coverage) {
        boolean says = question.codePoints().anyMatch(Character::isLetterOrDigit);
        if (says || hits == 0) return of(hits, cosine, model, coverage);
        return new Judgement(Verdict.WEAK, "there is no word in the question");
    }

    /**
     * @param cosine best cosine of the dense route; NaN when the route did not run
     * @param model the model it comes from
     * @param coverage share of the question's term weight that the best sparse candidate holds, 0..1; NaN when the
     *     route did not run
     */
    public static Judgement of(int hits, double cosine, String model, double coverage) {
        if (hits == 0) return new Judgement(Verdict.EMPTY, "no passage fulfils the query and its filters");
        double floor = FLOORS.getOrDefault(model, Double.NaN);
        boolean measured = !Double.isNaN(floor) && !Double.isNaN(cosine);
        boolean near = measured && cosine >= floor;
        boolean covered = coverage >= (measured ? COVERED : COVERED_ALONE);
        boolean nothingToJudgeBy = Double.isNaN(coverage) && !measured;
        if (near || covered || nothingToJudgeBy) return new Judgement(Verdict.OK, reason(cosine, coverage));
        return new Judgement(Verdict.WEAK, reason(cosine, coverage) + ": perhaps nothing here is about the question");
    }

    private static String reason(double cosine, double coverage) {
        var meaning = Double.isNaN(cosine) ? "" : String.format(Locale.ROOT, "best cosine %.2f", cosine);
        var words = Double.isNaN(coverage) ? "" : String.format(Locale.ROOT, "best word cover %.0f %%", 100 * coverage);
        return meaning.isEmpty() || words.isEmpty() ? meaning + words : meaning + ", " + words;
    }
}
