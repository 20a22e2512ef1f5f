package rag.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.Color;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.cos.COSStream;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.graphics.state.RenderingMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rag.model.Block;
import rag.model.Document;
import rag.model.LoadException;

/** What a page paints beside its plain text: hidden words, glyphs without meaning, pictures, bombs. */
class PdfPaintTest {

    @TempDir
    Path folder;

    private static Document load(Path file) throws IOException, LoadException {
        return Loaders.standard().load(file);
    }

    @Test
    void flagsTextThatNobodySees() throws Exception {
        try (var pdf = new Pdfs().page()) {
            pdf.text(60, 760, "Seen by all.");
            pdf.mode(RenderingMode.NEITHER).text(60, 700, "without any ink").mode(RenderingMode.FILL);
            pdf.color(Color.WHITE).text(60, 660, "white on paper").color(Color.BLACK);
            pdf.text(60, 620, 0.5f, Pdfs.PLAIN, "too small to read").text(60, -200, "off the page");
            var document = load(pdf.save(folder, "a.pdf"));
            for (Block block : document.blocks()) {
                boolean seen = document.text(block).equals("Seen by all.");
                assertEquals(seen ? List.of() : List.of("hidden text"), block.flags(), document.text(block));
            }
            assertEquals(5, document.blocks().size());
            assertEquals(List.of("hidden text"), document.pages().getFirst().flags());
        }
    }

    @Test
    void doesNotFlagWhiteTextOnADarkGroundNorAnInvisibleLayerOverAScan() throws Exception {
        try (var pdf = new Pdfs().page()) {
            pdf.color(Color.BLUE).fill(50, 690, 300, 30).color(Color.WHITE).text(60, 700, "White words on a blue bar");
            pdf.color(Color.BLACK).picture(3, 120, 50, 300, 200);
            pdf.mode(RenderingMode.NEITHER).text(60, 400, "recognised over the scan");
            var document = load(pdf.save(folder, "a.pdf"));
            assertTrue(
                    document.blocks().stream().allMatch(block -> block.flags().isEmpty()),
                    document.blocks().toString());
            assertTrue(document.text().contains("White words on a blue bar"));
            assertTrue(document.text().contains("recognised over the scan"));
        }
    }

    @Test
    void keepsNoCharacterThatMeansNothingAndFlagsThePage() throws Exception {
        String map =
                "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapType 2 def 1 begincodespacerange"
                        + " <00> <FF> endcodespacerange 3 beginbfchar <28> <0000> <2D> <0000> <41> <E123> endbfchar 1"
                        + " beginbfrange <2E> <40> <002E> endbfrange 1 beginbfrange <42> <7E> <0042> endbfrange endcmap"
                        + " end end";
        String content = "BT /F1 11 Tf 60 700 Td (Build F-13 \\(new\\) ok) Tj ET";
        String raw = "%PDF-1.4\n"
                + "1 0 obj\n"
                + "<</Type/Catalog/Pages 2 0 R>>\n"
                + "endobj\n"
                + "2 0 obj\n"
                + "<</Type/Pages/Kids[3 0 R]/Count 1>>\n"
                + "endobj\n"
                + "3 0 obj\n"
                + "<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0"
                + " R>>>>>>\n"
                + "endobj\n"
                + "4 0 obj\n"
                + "<</Length"
                + " " + content.length() + ">>stream\n" + content + "\nendstream\nendobj\n"
                + "5 0 obj\n<</Type/Font/Subtype/Type1/BaseFont/Helvetica/ToUnicode 6 0 R>>\nendobj\n"
                + "6 0 obj\n<</Length " + map.length() + ">>stream\n" + map
                + "\nendstream\nendobj\ntrailer<</Size 7/Root 1 0 R>>\n";
        Path file = folder.resolve("a.pdf");
        Files.writeString(file, raw);
        var document = load(file);
        assertEquals("Build F-13 (new) ok", document.text());
        assertEquals(List.of("unmapped glyphs"), document.pages().getFirst().flags());
    }

    @Test
    void keepsPicturesInPlaceOnceEachWithTheirCaption() throws Exception {
        try (var pdf = new Pdfs()) {
            for (int i = 0; i < 3; i++) {
                pdf.page()
                        .picture(7, 40, 500, 780, 40)
                        .text(60, 760, "Above the figure of page " + i + " stand these words.");
                if (i == 1) {
                    pdf.picture(11, 80, 60, 500, 200).picture(5, 8, 60, 400, 8);
                    pdf.text(60, 480, "Figure 2: Height of the tide over a day.");
                }
                pdf.text(60, 300, "Below the figure of page " + i + " stand more words.");
            }
            var document = load(pdf.save(folder, "a.pdf"));
            assertEquals(2, document.images().size(), document.text());
            var figure = document.images().get(1);
            assertEquals("Figure 2: Height of the tide over a day.", figure.caption());
            assertEquals(2, figure.page());
            int mark = document.text().indexOf(figure.mark());
            assertTrue(document.text().indexOf("Above the figure of page 1") < mark, document.text());
            assertTrue(mark < document.text().indexOf("Below the figure of page 1"), document.text());
            assertEquals(mark, document.text().lastIndexOf(figure.mark()));
        }
    }

    @Test
    void stopsAtContentThatUnpacksToMoreThanAnyPageHolds() throws Exception {
        try (var pdf = new Pdfs().page().text(60, 700, "Words of a sound page")) {
            var bomb = new PDPage();
            pdf.document.addPage(bomb);
            var stream = new COSStream();
            try (var out = stream.createOutputStream(COSName.FLATE_DECODE)) {
                byte[] blanks = new byte[1 << 20];
                java.util.Arrays.fill(blanks, (byte) ' ');
                for (int i = 0; i < 200; i++) out.write(blanks);
            }
            bomb.getCOSObject().setItem(COSName.CONTENTS, stream);
            var document = load(pdf.save(folder, "a.pdf"));
            assertEquals("Words of a sound page", document.text());
            assertEquals(List.of("page 2: holds content that unpacks to too much, read in part"), document.problems());
        }
    }
}
