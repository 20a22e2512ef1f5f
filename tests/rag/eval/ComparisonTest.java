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

    private static EvaluationReport changed(
            EvaluationReport of,
            String collection,
            int documents,
            Map<String, Object> settings,
            String judge,
            List<CaseReport> cases) {
        return new EvaluationReport(
                of.id(),
                "",
                0,
                "set",
                "",
                "hash",
                collection,
                "model",
                documents,
                1,
                10,
                settings,
                judge,
                0,
                Map.of(),
                of.metrics(),
                of.verdicts(),
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

    /** A measure a row, a case a sign: "-" falls, "+" rises, "." stays. */
    private static Comparison comparison(String... rows) {
        var before = new ArrayList<List<Score>>();
        var after = new ArrayList<List<Score>>();
        for (int i = 0; i < rows[0].length(); i++) {
            var then = new ArrayList<Score>();
            var now = new ArrayList<Score>();
            for (int m = 0; m < rows.length; m++) {
                double change = ".+-".indexOf(rows[m].charAt(i)) == 1 ? 0.5 : rows[m].charAt(i) == '-' ? -0.5 : 0;
                then.add(Score.measured("m" + m, Level.SOURCE, 0.5));
                now.add(Score.measured("m" + m, Level.SOURCE, 0.5 + change));
            }
            before.add(then);
            after.add(now);
        }
        return Comparison.of(report("b", before), report("a", after));
    }

    @Test
    void ofSeveralMeasuresOneThatFallsIsHeldAgainstAllThatWereLookedAt() {
        assertTrue(comparison("------....").regressed(), "p = 2/64");
        var three = comparison("------....", "+-+-+-+-+-", "++--++--+-");
        assertEquals(2 / 64.0, three.metrics().getFirst().p(), 1e-12);
        double corrected = three.metrics().getFirst().corrected();
        assertTrue(corrected > 0.05 && corrected < 3 * 2 / 64.0, "" + corrected);
        assertFalse(three.regressed());
        assertTrue(comparison("---------.", "+-+-+-+-+-", "++--++--+-").regressed());
        var lines = String.join("\n", new ComparisonText().lines(three));
        assertTrue(lines.contains("corrected for the 3 measures together"), lines);
        assertTrue(lines.contains("No difference that 10 cases can tell from chance."), lines);
    }

    @Test
    void measuresThatMoveTogetherCountAsTheOneThatTheyAre() {
        var rows = new String[9];
        java.util.Arrays.fill(rows, "--------");
        var all = comparison(rows);
        assertEquals(2 / 256.0, all.metrics().getLast().corrected(), 1e-12);
        assertTrue(all.regressed(), "every case fell");
        java.util.Arrays.fill(rows, "--------" + ".".repeat(32));
        assertTrue(comparison(rows).regressed(), "8 of 40 fell and none rose");
    }

    @Test
    void fewCasesAreSaidToBeTooFew() {
        assertTrue(
                comparison("-----")
                        .notes()
                        .contains("5 cases are too few: no difference between them can have p < 0.05"),
                "" + comparison("-----").notes());
        assertFalse(comparison("------").notes().toString().contains("too few"));
    }

    @Test
    void whatTheRunsDifferInIsSaid() {
        var before = report("b", "mrr@10", 1, 1, 1, 1, 1, 1);
        var scores = new ArrayList<List<Score>>();
        for (int i = 0; i < 6; i++)
            scores.add(List.of(Score.measured("mrr@10", Level.SOURCE, 1), Score.measured("map@10", Level.SOURCE, 1)));
        var settings = Map.<String, Object>of("retrieval", Map.of("mode", "sparse", "new_key", 1));
        var plain = report("a", scores);
        var after = changed(plain, "other", 7, settings, "gpt", plain.cases());
        var then = changed(before, "c", 1, Map.of("retrieval", Map.of("mode", "hybrid")), "", before.cases());
        assertEquals(
                List.of(
                        "the collection was c, now it is other",
                        "the number of documents was 1, now it is 7",
                        "the judge was none, now it is gpt",
                        "retrieval.mode was hybrid, now it is sparse",
                        "measured in one of them alone, and not compared: source/map@10"),
                Comparison.of(then, after).notes());
    }

    @Test
    void aCaseThatTheJudgeWasSparedIsNotLost() {
        var before = report("b", "faithfulness", 1, 1, 1);
        var plain = report("a", "faithfulness", 1, Double.NaN, 1);
        var spared = new ArrayList<CaseReport>();
        for (var c : plain.cases()) {
            var not = c.scores().isEmpty()
                    ? Map.of("source/faithfulness", Score.NOT_JUDGED + "the limit is reached")
                    : Map.<String, String>of();
            spared.add(
                    new CaseReport(c.id(), "", List.of(), "ok", 1, List.of(), c.scores(), not, Map.of(), Map.of(), ""));
        }
        assertEquals(List.of("q1"), Comparison.of(before, plain).lost());
        var after = changed(plain, "c", 1, Map.of(), "", spared);
        assertEquals(List.of(), Comparison.of(before, after).lost());
        assertEquals(List.of(), Comparison.of(before, after.brief()).lost(), "the history knows it");
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
