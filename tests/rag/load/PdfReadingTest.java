package rag.load;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.pdfbox.util.Matrix;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rag.model.Block.Kind;
import rag.model.Document;

class PdfReadingTest {

    @TempDir
    Path folder;

    private static final String[] LEFT = {"Rivers carry stones", "down to the plain", "and leave them there."};
    private static final String[] RIGHT = {"Winds carry the sand", "over to the coast", "and build up dunes."};

    private Document load(Pdfs pdf) throws Exception {
        return Loaders.standard().load(pdf.save(folder, "a.pdf"));
    }

    private List<String> texts(Pdfs pdf) throws Exception {
        var document = load(pdf);
        return document.blocks().stream().map(document::text).toList();
    }

    /** What becomes of lines that stand below each other. */
    private List<String> read(String... lines) throws Exception {
        try (var pdf = new Pdfs().page()) {
            for (int i = 0; i < lines.length; i++) pdf.text(60, 700 - 14 * i, lines[i]);
            return texts(pdf);
        }
    }

    @Test
    void readsWhatStandsAboveARuleAcrossTheColumnsFirst() throws Exception {
        try (var pdf = new Pdfs().page()) {
            pdf.text(60, 760, "Gazette of the coast").text(320, 760, "Thursday, August 6");
            pdf.line(60, 730, 500, 730);
            for (int i = 0; i < 3; i++) pdf.text(60, 710 - 14 * i, LEFT[i]).text(320, 710 - 14 * i, RIGHT[i]);
            assertEquals(
                    List.of(
                            "Gazette of the coast Thursday, August 6",
                            "Rivers carry stones down to the plain and leave them there.",
                            "Winds carry the sand over to the coast and build up dunes."),
                    texts(pdf));
        }
    }

    @Test
    void readsWhatStandsBesideSingleLinesWithTheirLine() throws Exception {
        try (var pdf = new Pdfs().page()) {
            for (int i = 0; i < 3; i++) {
                pdf.text(60, 700 - 60 * i, "Harbour office " + (i + 1)).text(60, 675 - 60 * i, "open from March on");
            }
            pdf.text(400, 700, "Pier 4").text(400, 640, "Pier 9");
            assertEquals("Harbour office 1 Pier 4", texts(pdf).get(0));
            assertEquals("Harbour office 2 Pier 9", texts(pdf).get(2));
        }
    }

    @Test
    void takesNoSidewaysTextAndNoWebAddressForAHeading() throws Exception {
        try (var pdf = new Pdfs().page()) {
            for (int i = 0; i < 12; i++)
                pdf.text(100, 700 - 14 * i, "Running text of the page that goes on and on, line " + i + ",");
            pdf.content().beginText();
            pdf.content().setFont(Pdfs.BOLD, 20);
            pdf.content().setTextMatrix(Matrix.getRotateInstance(Math.PI / 2, 40, 300));
            pdf.content().showText("Preprint of June");
            pdf.content().endText();
            pdf.text(100, 100, 16, Pdfs.PLAIN, "Source: https://example.org/papers/17");
            var document = load(pdf);
            assertEquals(
                    List.of(),
                    document.blocks().stream()
                            .filter(block -> block.kind() == Kind.HEADING)
                            .map(document::text)
                            .toList());
        }
    }

    @Test
    void aDashInARowIsACellOfItsOwn() throws Exception {
        String[][] cells = {
            {"Task", "Loops", "Ratio", "Speed"},
            {"cube", "25", "1.2", "2.20x"},
            {"trees", "0", "-", "0.93x"},
            {"morph", "5", "1.6", "2.86x"},
            {"flow", "0", "-", "0.98x"}
        };
        try (var pdf = new Pdfs().page()) {
            for (int row = 0; row < 5; row++)
                for (int i = 0; i < 4; i++) pdf.text(60 + 100 * i + (i == 3 ? -60 : 0), 700 - 14 * row, cells[row][i]);
            assertEquals(List.of("""
                | Task | Loops | Ratio | Speed |
                | --- | --- | --- | --- |
                | cube | 25 | 1.2 | 2.20x |
                | trees | 0 | - | 0.93x |
                | morph | 5 | 1.6 | 2.86x |
                | flow | 0 | - | 0.98x |\
                """), texts(pdf));
        }
    }

    @Test
    void aCellThatRunsOnBelowTheEndOfARuleStaysWhole() throws Exception {
        try (var pdf = new Pdfs().page()) {
            for (float x : new float[] {150, 330}) pdf.line(x, 720, x, 690);
            for (float x : new float[] {50, 430}) pdf.line(x, 720, x, 560);
            for (float y : new float[] {720, 690, 560}) pdf.line(50, y, 430, y);
            pdf.text(60, 700, "No.").text(160, 700, "What for").text(340, 700, "Amount");
            for (int i = 0; i < 4; i++) {
                pdf.text(60, 675 - 26 * i, "10" + i)
                        .text(160, 675 - 26 * i, "Travel")
                        .text(340, 675 - 26 * i, "97.00");
            }
            float until = Pdfs.PLAIN.getStringWidth("by ferry to the harbour and") / 1000 * 11;
            pdf.text(329 - until, 636, "by ferry to the harbour and return"); // a blank where the rule would go on
            assertEquals(List.of("""
                | No. | What for | Amount |
                | --- | --- | --- |
                | 100 | Travel | 97.00 |
                | 101 | Travel | 97.00 |
                | | by ferry to the harbour and return | |
                | 102 | Travel | 97.00 |
                | 103 | Travel | 97.00 |\
                """), texts(pdf));
        }
    }

    @Test
    void aNumberThatASentenceBringsToALinesBeginningIsNoListItem() throws Exception {
        assertEquals(
                List.of("The funding and the plan of it are described in Sections 9 and 10. This proposal asks for"
                        + " two boats and for the crews of both for one year."),
                read(
                        "The funding and the plan of it are described in Sections 9 and",
                        "10. This proposal asks for two boats and for the crews of both",
                        "for one year."));
    }

    @Test
    void noBlankComesIntoAWebAddressOrBehindADashAtALinesEnd() throws Exception {
        assertEquals(
                List.of("The forms lie at https://harbour.example/forms and they have the numbers 737\u20139 and"
                        + " the letter of the port and either/ or the number of the year that follows."),
                read(
                        "The forms lie at https://harbour.example/",
                        "forms and they have the numbers 737\u2013",
                        "9 and the letter of the port and either/",
                        "or the number of the year that follows."));
    }

    @Test
    void aVowelSignStandsBehindItsLetterNotBehindTheBlank() {
        // beh, alef, hamza, then the sign painted beyond the blank
        assertEquals("\u0628\u0627\u0621\u064b \u0639\u0644", PdfBidi.logical("\u0644\u0639 \u064b\u0621\u0627\u0628"));
    }

    @Test
    void aKeySignWithinAWordIsTheLigatureOfTwoF() {
        var font = new PdfFont(Pdfs.PLAIN);
        var glyphs = new ArrayList<PdfGlyph>();
        for (String sign : "di\u21b5er".split(""))
            glyphs.add(new PdfGlyph(
                    glyphs.size() * 5, glyphs.size() * 5 + 5, 0, 10, sign, font, glyphs.size(), PdfGlyph.SHOWN));
        assertEquals("differ", PdfWords.text(glyphs));
    }
}
