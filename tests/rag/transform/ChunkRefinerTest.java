package rag.transform;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import rag.model.Block;
import rag.model.Block.Kind;
import rag.model.Document;
import rag.model.Page;
import rag.model.Passage;

class ChunkRefinerTest {

    private static Document document(String type, String text, Block... blocks) {
        return new Document("Title", type, Map.of(), text, List.of(blocks), List.of(), List.of(), List.of());
    }

    private static Refined refine(String type, String text, Block... blocks) {
        var passage = new Passage(text, 0, text.length(), List.of(), List.of());
        return new ChunkRefiner()
                .refine(document(type, text, blocks), List.of(passage))
                .getFirst();
    }

    private static String refined(String text) {
        return refine("markdown", text).text();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "A List<String> holds it, Map<K, List<V>> too.",
                "if a < b && c > d, then x >= y || !z",
                "| a |  | b |\n|---|---|---|\n| 1 |   | 3 |",
                "```python\ndef f(a):\n\n\n\n    return a  # ........ kept\n```",
                "~~~\n    a\u00a0b\n\n\n\n~~~",
                "    indented code",
                "Price: 3.50 ... and so on.....",
                "1. one\n2. two\n   - three",
                "می\u200cخواهم",
                "\uD83D\uDC68\u200D\uD83D\uDC69\u200D\uD83D\uDC67 family",
                "Heading\n====",
                "# A # heading #",
                "-- not a rule --",
                "x = 3 - 4 - 5",
                "The answer is 42.\n42",
                "[IMAGE: img_0123456789abcdef]",
            })
    void whatMeansSomethingStays(String text) {
        var refined = refine("markdown", text);
        assertEquals(text, refined.text());
        assertFalse(refined.changed());
        assertEquals(Map.of(), refined.rules());
    }

    @Test
    void extractionNoiseGoesAndIsCountedByRule() {
        var text = "Intro\u00adduction\u00a0to ex\u00ad\n"
                + "  traction \u200b\u202eof\u2066 text\u0007\r\n\r\n\r\n\r\n"
                + "1 Start ........... 7\n"
                + "Page 3 of 10\n"
                + "End\u3000here.  \n\n"
                + "---\n";
        var refined = refine("pdf", text);
        assertEquals("Introduction to extraction of text\n\n1 Start ... 7\nEnd here.", refined.text());
        assertTrue(refined.changed());
        assertEquals(
                Map.of(
                        "line ends", 4,
                        "soft hyphens", 2,
                        "characters that don't show", 4,
                        "leaders", 1,
                        "page furniture", 1,
                        "odd blanks", 2,
                        "blank lines", 1,
                        "rules", 1),
                refined.rules());
    }

    @Test
    void binaryDataGoesEvenInCodeAndNothingElseDoes() {
        var data = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk".repeat(20);
        assertEquals(
                "String s = \"\u2026\";",
                refine("code", "String s = \"" + data + "\";").text());
        assertEquals("x \u2026 y", refined("x " + data.replaceAll("(.{76})", "$1\n") + " y"));
        var words =
                "lowercase".repeat(60) + " " + "0123456789abcdef".repeat(30) + " " + "a/path/to/some/file/".repeat(20);
        assertEquals(words, refined(words));
    }

    @Test
    void blanksSignsAndLinesOfCodeStayThoughTheTextAroundIsRefined() {
        var code = "x\u00a0=\u00a01\n\n\n\n........................\ny";
        assertEquals(code, refine("code", code).text());
        var text = "A\u00a0b:\n\n" + code + "\n\nc\u00a0d";
        var block = new Block(Kind.CODE, 0, 5, 5 + code.length(), null, "", List.of());
        assertEquals("A b:\n\n" + code + "\n\nc d", refine("docx", text, block).text());
    }

    @Test
    void trojanSourceIsDisarmed() {
        var text = "if (level != \"user\u202e \u2066// admin\u2069 \u2066\") {";
        assertEquals("if (level != \"user // admin \") {", refine("code", text).text());
    }

    @Test
    void whatStandsOnMostPagesIsFurnitureUnlessItIsAHeadingOrATable() {
        var text = new StringBuilder();
        var blocks = new ArrayList<Block>();
        var pages = new ArrayList<Page>();
        for (int page = 1; page <= 5; page++) {
            pages.add(new Page(page, "" + page, true, List.of()));
            add(blocks, text, Kind.PARAGRAPH, page, "ACME Manual, sheet " + page);
            if (page == 1) add(blocks, text, Kind.PARAGRAPH, page, "ACME Manual");
            add(blocks, text, Kind.PARAGRAPH, page, "Text of page " + page + ".");
            add(blocks, text, Kind.TABLE, page, "| Name | Value |");
        }
        var document = new Document("T", "pdf", Map.of(), text.toString(), blocks, pages, List.of(), List.of());
        var passage = new Passage(text.toString(), 0, text.length(), List.of("ACME Manual"), List.of());
        var refined = new ChunkRefiner().refine(document, List.of(passage)).getFirst();
        assertEquals(5, refined.rules().get("page furniture"));
        assertTrue(refined.text().startsWith("ACME Manual\n\nText of page 1.\n\n| Name | Value |"), refined.text());
        assertEquals(
                5,
                refined.text().lines().filter(line -> line.startsWith("| Name")).count());
    }

    private static void add(List<Block> blocks, StringBuilder text, Kind kind, int page, String words) {
        if (!text.isEmpty()) text.append("\n\n");
        blocks.add(new Block(kind, 0, text.length(), text.length() + words.length(), page, "", List.of()));
        text.append(words);
    }

    @Test
    void headingsAreCleanedLikeTheTextTheyStandIn() {
        var text = "# Pump\u00a0sta\u00adtion\n\nText.";
        var passage = new Passage(text, 0, text.length(), List.of("Pump\u00a0sta\u00adtion"), List.of());
        var refined = new ChunkRefiner()
                .refine(document("markdown", text), List.of(passage))
                .getFirst();
        assertEquals(List.of("Pump station"), refined.headings());
        assertEquals("# Pump station\n\nText.", refined.text());
    }

    @Test
    void aPassageOfNoiseAloneBecomesEmpty() {
        assertEquals("", refined("---"));
        assertEquals("", refined("\u200b\u00ad"));
        assertEquals("", refined("Page 7 of 9"));
        assertEquals("", refined("* * *\n\n***"));
    }

    @Test
    void refiningTwiceIsRefiningOnce() {
        var parts = List.of(
                "word",
                " ",
                "\n",
                "\n\n",
                "---",
                "\u00ad",
                "\u00a0",
                "\u200b",
                "......",
                ". . . . . . .",
                "```",
                "~~~",
                "|",
                "    ",
                "Page 3 of 9",
                "- 3 -",
                "\u202e",
                "===",
                "\uD83D\uDE80",
                "<b>",
                "\u0007",
                "AbC9",
                "\r\n",
                "* * *",
                "\u3000",
                "é");
        var random = new Random(7);
        for (int n = 0; n < 3000; n++) {
            var text = new StringBuilder("x");
            for (int i = random.nextInt(40); i >= 0; i--) text.append(parts.get(random.nextInt(parts.size())));
            var once = refined(text.toString());
            if (once.isBlank()) continue;
            assertEquals(once, refined(once), () -> "of " + text.toString().replace("\n", "\\n"));
            assertTrue(text.toString().chars().filter(c -> c == 'x').count()
                    == once.chars().filter(c -> c == 'x').count());
        }
    }

    @Test
    void aRuleOfAnyLengthIsReadOver() {
        assertEquals("Words.", refined("*".repeat(20_000) + "\nWords."));
    }
}
