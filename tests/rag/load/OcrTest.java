package rag.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.font.PDType1Font;
import org.apache.pdfbox.pdmodel.font.Standard14Fonts;
import org.apache.pdfbox.pdmodel.graphics.image.PDImageXObject;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rag.model.DocumentState;
import rag.model.LoadException;

class OcrTest {

    @TempDir
    Path folder;

    private static Loaders recognising(int mostPictures) {
        var ocr = Ocr.of(true, mostPictures, 60);
        Assumptions.assumeTrue(ocr.ready(), "Tesseract is not installed");
        return Loaders.standard(new LoadOptions(ocr, false));
    }

    /** Pages with words as a picture, or with their own text where they begin with "text:". */
    private Path scan(String... pages) throws Exception {
        Path file = folder.resolve("scan.pdf");
        try (var pdf = new PDDocument()) {
            for (String words : pages) {
                var page = new PDPage();
                pdf.addPage(page);
                try (var content = new PDPageContentStream(pdf, page)) {
                    if (words.startsWith("text:")) {
                        content.beginText();
                        content.setFont(new PDType1Font(Standard14Fonts.FontName.HELVETICA), 12);
                        content.newLineAtOffset(60, 700);
                        content.showText(words.substring(5));
                        content.endText();
                    } else {
                        var picture = PDImageXObject.createFromByteArray(pdf, Pictures.png(words), "p");
                        content.drawImage(picture, 60, 500, 450, 70);
                    }
                }
            }
            pdf.save(file.toFile());
        }
        return file;
    }

    @Test
    void scannedPagesAreReadAndFlagged() throws Exception {
        var document =
                recognising(50).load(scan("text:The first page has words of its own.", "The second one was scanned"));
        assertEquals("""
            PARAGRAPH p1: The first page has words of its own.
            IMAGE p2: %s
            PARAGRAPH p2 [recognised text]: The second one was scanned\
            """.formatted(document.images().getFirst().mark()), Blocks.of(document));
        assertEquals(List.of("recognised text"), document.pages().get(1).flags());
        assertEquals(List.of(), document.problems());
    }

    @Test
    void pagesOverTheLimitAreNamed() throws Exception {
        var document = recognising(1).load(scan("Scanned page one", "Scanned page two", "text:typed"));
        assertTrue(document.text().contains("page one"), document.text());
        assertFalse(document.text().contains("page two"), document.text());
        assertEquals(
                List.of("1 pictures not looked at for text: over ingestion.ocr.max_pages", "page 2: no text layer"),
                document.problems());
    }

    @Test
    void aPictureThatTakesTooLongIsSaidAlsoWhereOthersWereNotLookedAt() throws Exception {
        var ocr = Ocr.of(true, 1, 0);
        Assumptions.assumeTrue(ocr.ready(), "Tesseract is not installed");
        Path first = Files.write(folder.resolve("one.png"), Pictures.png("Valve seventeen", "Inlet pressure"));
        Files.write(folder.resolve("two.png"), Pictures.png("Valve eighteen", "Outlet pressure"));
        Path file = Files.writeString(folder.resolve("a.md"), "# Plan\n\n![](one.png)\n\n![](two.png)\n");
        var late = "text of a picture could not be recognised: not done in 0 s";
        var loaders = Loaders.standard(new LoadOptions(ocr, false));
        assertEquals(List.of(late), loaders.load(first).problems());
        assertEquals(
                List.of("1 pictures not looked at for text: over ingestion.ocr.max_pages; " + late),
                loaders.load(file).problems());
    }

    @Test
    void withoutRecognitionAScanSaysWhatWouldHelp() throws Exception {
        var e = assertThrows(LoadException.class, () -> Loaders.standard().load(scan("Scanned")));
        assertEquals(DocumentState.NO_TEXT, e.state());
        assertEquals("no text layer on its only page (a scan?), and recognition of text is off", e.getMessage());
    }

    @Test
    void aPictureIsADocumentOfItsWords() throws Exception {
        Path file =
                Files.write(folder.resolve("notice.png"), Pictures.png("Keep the valve shut", "until nine o'clock"));
        var document = recognising(50).load(file);
        assertEquals("image", document.type());
        assertTrue(document.text().contains("Keep the valve shut until nine"), document.text());
        assertEquals(
                document.images().getFirst().mark(),
                Loaders.standard().load(file).text());
    }

    @Test
    void wordsInADocumentsPicturesBecomeTheirCaptions() throws Exception {
        Files.write(folder.resolve("plan.png"), Pictures.png("Valve seventeen", "Inlet pressure"));
        Path file = Files.writeString(folder.resolve("a.md"), "# Plan\n\n![](plan.png)\n");
        String caption = recognising(50).load(file).images().getFirst().caption();
        assertTrue(caption.contains("Valve seventeen"), caption);
    }

    @Test
    void wordsThatAreHardlyTrustedAreLeftOut() {
        String table = "level\tpage\tblock\tpar\tline\tword\tleft\ttop\twidth\theight\tconf\ttext\n"
                + "5\t1\t1\t1\t1\t1\t0\t0\t9\t9\t96\tGood\n"
                + "5\t1\t1\t1\t1\t2\t0\t0\t9\t9\t12\t~#\n"
                + "5\t1\t1\t1\t1\t3\t0\t0\t9\t9\t91\twords\n"
                + "5\t1\t2\t1\t1\t1\t0\t0\t9\t9\t31\twm\n"
                + "5\t1\t3\t1\t1\t1\t0\t0\t9\t9\t90\tsep-\n"
                + "5\t1\t3\t1\t2\t1\t0\t0\t9\t9\t90\tarated\n";
        assertEquals(List.of("Good words", "separated"), OcrTable.paragraphs(table));
    }
}
