package rag.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import rag.engine.DomainAnswer;
import rag.engine.Standing;
import rag.model.Answer;
import rag.model.Chunk;
import rag.model.Chunk.PageRange;
import rag.model.Hit;
import rag.model.Verdict;

class QueryReportTest {

    private static final Path HERE = Path.of("/home/somebody/project");

    private static Hit hit(String text) {
        var chunk = new Chunk(
                "doc_0000000000000000_0000_00000000",
                "doc_0000000000000000",
                "c",
                "/home/somebody/project/docs/manual.pdf",
                0,
                text,
                "Manual",
                List.of("Manual", "Care"),
                "pdf",
                "en",
                new PageRange(3, 3, "iii", "iii"),
                10,
                99,
                List.of(),
                List.of(),
                "",
                List.of("hidden text"),
                false,
                Map.of());
        return new Hit(1, chunk, Map.of("fused", 0.5), List.of(), List.of(), List.of());
    }

    private static List<String> lines(boolean whole, String query, String text) {
        var answer = new Answer(
                query,
                List.of("c"),
                Verdict.WEAK,
                "best cosine 0.10: perhaps nothing here is about the question, by far",
                List.of(hit(text)),
                List.of(),
                1.5,
                "");
        return new QueryReport(HERE, whole).lines(answer);
    }

    @Test
    void noLineIsWiderThan80ColumnsAlsoInChinese() {
        for (var text : List.of("word ".repeat(100), "渡轮每天早上从四号码头出发。".repeat(30), "x".repeat(300))) {
            for (var line : lines(true, "q", text)) assertTrue(Columns.width(line) <= 80, line);
        }
    }

    @Test
    void aHitSaysWhereItStandsAndWhatToBeWaryOf() {
        var lines = lines(false, "q", "Oil the pump.");

        assertTrue(lines.contains("[1] Manual › Care"), lines.toString());
        assertTrue(lines.contains("    docs/manual.pdf, page 3 (iii), characters 10-99"), lines.toString());
        assertTrue(lines.contains("    ! hidden text"), lines.toString());
    }

    @Test
    void aLongPassageIsShownWhereTheQuestionsWordsStand() {
        var text = "Nothing of interest here.\n".repeat(30) + "The crank hangs beside the door.\n"
                + "Nothing again.\n".repeat(30);
        var shown = lines(false, "where is the crank", text);

        assertTrue(shown.stream().anyMatch(line -> line.contains("crank hangs")), shown.toString());
        assertEquals(
                8,
                shown.stream()
                        .filter(line -> line.startsWith("      ") && !line.contains("…"))
                        .count());
    }

    @Test
    void aRowOfATableIsShownWholeOrNotAtAll() {
        var rows = new StringBuilder("| code | meaning |\n| --- | --- |\n");
        for (int i = 10; i < 40; i++) {
            rows.append("| E").append(i).append(" | begin").append(i).append(" ");
            rows.append("lorem ipsum dolor ".repeat(i == 33 ? 60 : 9))
                    .append("end")
                    .append(i)
                    .append(" |\n");
        }
        for (int i : new int[] {10, 20, 33, 39}) {
            var shown = String.join("\n", lines(false, "is E" + i + " begin" + i, rows.toString()));
            assertTrue(shown.contains("begin" + i) && shown.contains("end" + i), shown);
            for (int j = 10; j < 40; j++) assertEquals(shown.contains("begin" + j), shown.contains("end" + j), shown);
        }
    }

    @Test
    void anAnswerOfADomainSaysOfEachHitWhetherItHoldsAndWhatToDoWhenNoneDoes() {
        var answer = new Answer("q", List.of("c"), Verdict.OK, "", List.of(hit("Oil it.")), List.of(), 1.5, "");
        var standing = new Standing(Standing.State.NEEDS_REVIEW, "no valid_until");
        var asked = new DomainAnswer("care", LocalDate.of(2026, 3, 1), answer, List.of(standing), "Ask somebody.");
        var report = new QueryReport(HERE, false);
        var lines = report.lines(asked);

        assertEquals(
                List.of("care as of 2026-03-01", "1 passage in c · 1.5 ms", "! Ask somebody.", "", "[1] Manual › Care"),
                lines.subList(0, 5));
        assertTrue(lines.contains("    ! needs_review: no valid_until"), lines.toString());
        var plain = report.lines(answer);
        assertFalse(plain.toString().contains("needs_review"), "of the answer before: " + plain);
    }

    @Test
    void anEndlessRateIsNeverShownAndTimesAreReadable() {
        assertEquals("ingest 10/100, 5.0/s, 18 s left", ProgressLine.line("ingest", 10, 10, 100, 2));
        assertEquals("ingest 0/100", ProgressLine.line("ingest", 0, 0, 100, 0));
        assertEquals("1:01 h", ProgressLine.duration(3661));
    }
}
