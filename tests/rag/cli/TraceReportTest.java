package rag.cli;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Clock;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import rag.trace.RankChange;
import rag.trace.RankChanges;
import rag.trace.Trace;

class TraceReportTest {

    private static final TraceReport REPORT = new TraceReport(ids -> Map.of("a", "pump.md: The pump", "b", "dome.md"));

    private static Trace.Running rerank(Trace trace, List<RankChange> changes) {
        return trace.stage("rerank")
                .put("method", "cohere")
                .put("results", changes)
                .put("rank_changes", RankChanges.of(changes));
    }

    @Test
    void aRerankerIsShownWithEveryMovementAndItsScores() {
        var trace = new Trace(Trace.Type.QUERY, Clock.systemUTC());
        rerank(trace, List.of(RankChange.of("b", 1, 2, null, 7, 0.9), RankChange.of("a", 2, 1, 1, 1, null)))
                .put("model", "cohere/rerank-v3.5")
                .close();
        var lines = REPORT.lines(trace.finish());

        assertTrue(
                String.join("", lines)
                        .contains("  cohere/rerank-v3.5: 1 up, 1 down, 0 unchanged, best gain 1, worst drop 1, 0 "
                                + " dropped"),
                lines.toString());
        lines.forEach(line -> assertTrue(Columns.width(line) <= 80, line));
        assertTrue(lines.stream().anyMatch(line -> line.matches(" +1 +↑1 +2 +0\\.900 +dome\\.md")), lines.toString());
        assertTrue(
                lines.stream().anyMatch(line -> line.matches(" +2 +↓1 +1 +- +pump\\.md: The pump")), lines.toString());
    }

    @Test
    void aRerankerThatFailedIsShownWithTheReason() {
        var trace = new Trace(Trace.Type.QUERY, Clock.systemUTC());
        rerank(trace, List.of(RankChange.of("a", 1, 1, 1, 1, null)))
                .fail("it judged a passage twice")
                .close();
        var lines = REPORT.lines(trace.finish());

        assertTrue(lines.contains("  failed: it judged a passage twice"), lines.toString());
        assertTrue(lines.stream().anyMatch(line -> line.matches(" +1 += +1 +- +pump.*")), lines.toString());
    }

    @Test
    void aMadeUpAnswerIsShownWithTheQuestion() {
        var trace = new Trace(Trace.Type.QUERY, Clock.systemUTC());
        trace.stage("query_processing")
                .put("text", "why?")
                .put("hyde", Map.of("text", "Because of the ice."))
                .close();

        assertTrue(REPORT.lines(trace.finish()).contains("  hyde text: Because of the ice."));
    }
}
