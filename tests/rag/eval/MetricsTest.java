package rag.eval;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Expected values come from trec_eval 10.0-rc3; q1 was also worked out by hand. */
class MetricsTest {

    private static final Map<String, Map<String, Integer>> QRELS = new LinkedHashMap<>();

    static {
        QRELS.put("q1", Map.of("d1", 3, "d2", 2, "d3", 0, "d4", 1, "d9", 1));
        QRELS.put("q2", Map.of("d5", 1, "d6", 0));
        QRELS.put("q3", Map.of("d7", 2));
        QRELS.put("q4", Map.of("d8", 1, "d2", 1));
        QRELS.put("q5", Map.of("d3", 0));
        QRELS.put("q6", Map.of("d1", 1, "d2", 1, "d3", 1));
    }

    /** trec_eval breaks the tie of q2 by id, descending. */
    private static final Map<String, List<String>> RUN = Map.of(
            "q1", List.of("d3", "d1", "dX", "d4", "d2", "d7"),
            "q2", List.of("d6", "d5", "d1"),
            "q3", List.of("d1", "d2"),
            "q4", List.of("d8", "d2"),
            "q5", List.of("d3"),
            "q6", List.of("d4", "d5", "d6", "d7", "d8", "d9", "dA", "dB", "dC", "d1", "d2", "d3"),
            "q9", List.of("d1"));

    @Test
    void measuresEqualThoseOfTrecEvalForEachQuery() {
        check((r, g) -> Metrics.ndcg(r, g, 3), 0.3975, 0.6309, 0, 1, 0, 0);
        check((r, g) -> Metrics.ndcg(r, g, 5), 0.5965, 0.6309, 0, 1, 0, 0);
        check((r, g) -> Metrics.ndcg(r, g, 10), 0.5965, 0.6309, 0, 1, 0, 0.1357);
        check((r, g) -> Metrics.ndcg(r, g, 1000), 0.5965, 0.6309, 0, 1, 0, 0.3934);
        check((r, g) -> Metrics.mrr(r, g, 10), 0.5, 0.5, 0, 1, 0, 0.1);
        check((r, g) -> Metrics.mrr(r, g, 9), 0.5, 0.5, 0, 1, 0, 0);
        check((r, g) -> Metrics.ap(r, g, 1000), 0.4, 0.5, 0, 1, 0, 0.1773);
        check((r, g) -> Metrics.ap(r, g, 10), 0.4, 0.5, 0, 1, 0, 0.0333);
        check((r, g) -> Metrics.precision(r, g, 5), 0.6, 0.2, 0, 0.4, 0, 0);
        check((r, g) -> Metrics.precision(r, g, 10), 0.3, 0.1, 0, 0.2, 0, 0.1);
        check((r, g) -> Metrics.recall(r, g, 5), 0.75, 1, 0, 1, 0, 0);
        check((r, g) -> Metrics.recall(r, g, 10), 0.75, 1, 0, 1, 0, 0.3333);
        check((r, g) -> Metrics.hit(r, g, 1), 0, 0, 0, 1, 0, 0);
        check((r, g) -> Metrics.hit(r, g, 5), 1, 1, 0, 1, 0, 0);
        check((r, g) -> Metrics.hit(r, g, 10), 1, 1, 0, 1, 0, 1);
    }

    @Test
    void gainIsLinearAndTheIdealOrderHoldsAllJudgedDocuments() {
        assertEquals(3.097172 / 5.192536, Metrics.ndcg(RUN.get("q1"), QRELS.get("q1"), 10), 1e-6);
    }

    @Test
    void theMeanIsOverAllJudgedQueriesEvenThoseThatNothingWasReturnedFor() {
        var withoutQ4 = new LinkedHashMap<>(RUN);
        withoutQ4.remove("q4");
        assertEquals(0.3938, mean(RUN), 0.00005);
        assertEquals(0.2272, mean(withoutQ4), 0.00005);
    }

    @Test
    void judgedIsTheShareOfTheFirstKThatHasAGrade() {
        assertEquals(0.8, Metrics.judged(RUN.get("q1"), QRELS.get("q1"), 5));
        assertEquals(0, Metrics.judged(RUN.get("q3"), QRELS.get("q3"), 5));
    }

    @Test
    void negativeGradesCountAsNotRelevant() {
        assertEquals(1, Metrics.ndcg(List.of("good", "bad"), Map.of("good", 1, "bad", -2), 10));
        assertEquals(0, Metrics.hit(List.of("bad"), Map.of("bad", -2), 1));
    }

    @Test
    void aDocumentThatStandsTwiceInARankingIsRefused() {
        assertThrows(IllegalArgumentException.class, () -> Metrics.ap(List.of("d", "d"), Map.of("d", 1), 10));
    }

    @Test
    void aCutBelowOneIsRefused() {
        assertThrows(IllegalArgumentException.class, () -> Metrics.hit(List.of("d"), Map.of("d", 1), 0));
    }

    private static double mean(Map<String, List<String>> run) {
        return Metrics.mean(Metrics.perQuery(QRELS, run, (r, g) -> Metrics.ndcg(r, g, 10)));
    }

    private static void check(Metrics.Measure measure, double... expected) {
        var actual = Metrics.perQuery(QRELS, RUN, measure);
        for (int i = 0; i < expected.length; i++) assertEquals(expected[i], actual[i], 0.00005, "q" + (i + 1));
    }
}
