package rag.eval;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import rag.eval.EvaluationReport.CaseReport;
import rag.eval.EvaluationReport.Verdicts;
import rag.model.Failure;

/** Expected values of the two vectors come from scipy. */
class ComparisonTest {

    private static final double[] A = {0.5965, 0.6309, 0.0, 1.0, 0.0, 0.1357, 0.7654, 0.4307, 0.8869, 0.3333};
    private static final double[] B = {0.5000, 0.6309, 0.2, 0.8772, 0.0, 0.0000, 0.6131, 0.5000, 0.7500, 0.3333};

    /** One metric a name; NaN leaves a case out. */
    static EvaluationReport report(String id, String metric, double... values) {
        var scores = new ArrayList<List<Score>>();
        for (double value : values) {
            scores.add(List.of(
                    Double.isNaN(value)
                            ? Score.notEvaluated(metric, Level.SOURCE, "no truth")
                            : Score.measured(metric, Level.SOURCE, value)));
        }
        return report(id, scores);
    }

    /** @param scores of each case */
    static EvaluationReport report(String id, List<List<Score>> scores) {
        var cases = new ArrayList<CaseReport>();
        for (int i = 0; i < scores.size(); i++) {
            var own = new LinkedHashMap<String, Double>();
            for (var score : scores.get(i)) if (score.value() != null) own.put(score.key(), score.value());
            cases.add(new CaseReport(
                    "q" + i, "question", List.of(), "ok", 1, List.of(), own, Map.of(), Map.of(), Map.of(), ""));
        }
        return new EvaluationReport(
                id,
                "",
                0,
                "set",
                "",
                "hash",
                "c",
                "model",
                1,
                1,
                10,
                Map.of(),
                "",
                0,
                Map.of(),
                MetricSummary.of(scores),
                new Verdicts(0, 0, 0, 0),
                Map.of(),
                List.of(),
                List.of(),
                cases,
                null);
    }

    @Test
    void theDifferenceItsChanceAndItsIntervalAreThoseOfScipy() {
        var d = Comparison.of(report("b", "ndcg@10", B), report("a", "ndcg@10", A))
                .metrics()
                .getFirst();
        assertEquals("source/ndcg@10", d.key());
        assertEquals(0.440450, d.before(), 1e-9);
        assertEquals(0.477940, d.after(), 1e-9);
        assertEquals(0.037490, d.difference(), 1e-9);
        assertEquals(320 / 1024.0, d.p(), 1e-12);
        assertEquals(-0.0330, d.low(), 0.003);
        assertEquals(0.0989, d.high(), 0.003);
        assertEquals(List.of("q6", "q8", "q5", "q3", "q0"), d.wins(), "the largest gain first");
        assertEquals(List.of("q2", "q7"), d.losses());
        assertEquals(3, d.ties());
        assertFalse(d.regression());
    }

    @Test
    void aFallThatIsHardlyChanceIsARegression() {
        var before = report("b", "mrr@10", 1, 1, 1, 1, 1, 1, 1, 1);
        var after = report("a", "mrr@10", 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 1, 1);
        var comparison = Comparison.of(before, after);
        assertEquals(2 / 64.0, comparison.metrics().getFirst().p(), 1e-12, "two of 64 patterns of the six signs");
        assertTrue(comparison.regressed());
        assertFalse(Comparison.of(after, before).regressed(), "the other way round it is a gain");
        assertTrue(Comparison.of(after, before).metrics().getFirst().improvement());
    }

    /** A measure that falls in so many of ten cases, beside others. */
    private static Comparison comparison(int... falling) {
        var before = new ArrayList<List<Score>>();
        var after = new ArrayList<List<Score>>();
        for (int i = 0; i < 10; i++) {
            var then = new ArrayList<Score>();
            var now = new ArrayList<Score>();
            for (int m = 0; m < falling.length; m++) {
                then.add(Score.measured("m" + m, Level.SOURCE, 1));
                now.add(Score.measured("m" + m, Level.SOURCE, i < falling[m] ? 0.5 : 1));
            }
            before.add(then);
            after.add(now);
        }
        return Comparison.of(report("b", before), report("a", after));
    }

    @Test
    void ofSeveralMeasuresOneThatFallsIsHeldAgainstAllThatWereLookedAt() {
        assertTrue(comparison(6).regressed(), "p = 2/64");
        var three = comparison(6, 0, 0);
        assertEquals(2 / 64.0, three.metrics().getFirst().p(), 1e-12);
        assertEquals(6 / 64.0, three.metrics().getFirst().holm(), 1e-12);
        assertFalse(three.regressed());
        assertTrue(comparison(9, 0, 0).regressed(), "3 * 2/512");
        var lines = String.join("\n", new ComparisonText().lines(three));
        assertTrue(lines.contains("0.094") && !lines.contains("0.031"), lines);
        assertTrue(lines.contains("corrected for the 3 measures (Holm)"), lines);
        assertTrue(lines.contains("No difference that 10 cases can tell from chance."), lines);
    }

    @Test
    void fiveCasesThatFallMayBeChance() {
        var before = report("b", "mrr@10", 1, 1, 1, 1, 1, 1);
        var after = report("a", "mrr@10", 0, 0, 0, 0, 0, 1);
        assertFalse(Comparison.of(before, after).regressed(), "p = 2/32");
    }

    @Test
    void theSameTwiceIsNoDifference() {
        var d = Comparison.of(report("b", "map@10", A), report("a", "map@10", A))
                .metrics()
                .getFirst();
        assertEquals(1, d.p());
        assertEquals(10, d.ties());
    }

    @Test
    void aCaseThatCanNoMoreBeMeasuredIsLostAndNotCompared() {
        var comparison = Comparison.of(report("b", "recall@10", 1, 1, 1), report("a", "recall@10", 1, Double.NaN, 1));
        assertEquals(List.of("q1"), comparison.lost());
        assertEquals(2, comparison.metrics().getFirst().n());
        assertTrue(comparison.regressed());
    }

    @Test
    void runsWithNothingInCommonAreRefused() {
        var failure = assertThrows(
                Failure.class, () -> Comparison.of(report("b", "recall@5", 1), report("a", "recall@10", 1)));
        assertTrue(failure.getMessage().contains("source/recall@5"), failure.getMessage());
    }
}
