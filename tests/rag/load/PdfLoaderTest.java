package rag.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.pdfbox.pdmodel.common.PDPageLabelRange;
import org.apache.pdfbox.pdmodel.common.PDPageLabels;
import org.apache.pdfbox.pdmodel.encryption.AccessPermission;
import org.apache.pdfbox.pdmodel.encryption.StandardProtectionPolicy;
import org.apache.pdfbox.pdmodel.interactive.documentnavigation.destination.PDPageFitDestination;
import org.apache.pdfbox.pdmodel.interactive.documentnavigation.outline.PDDocumentOutline;
import org.apache.pdfbox.pdmodel.interactive.documentnavigation.outline.PDOutlineItem;
import org.apache.pdfbox.util.Matrix;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rag.model.Block;
import rag.model.Block.Kind;
import rag.model.Document;
import rag.model.DocumentState;
import rag.model.LoadException;

class PdfLoaderTest {

    @TempDir
    Path folder;

    private static Document load(Path file) throws IOException, LoadException {
        return Loaders.standard().load(file);
    }

    private static List<String> texts(Document document, Kind kind) {
        return document.blocks().stream()
                .filter(block -> block.kind() == kind)
                .map(document::text)
                .toList();
    }

    private static DocumentState failure(Path file) {
        return assertThrows(LoadException.class, () -> load(file)).state();
    }

    private static final String[] LEFT = {"Rivers carry stones", "down to the plain", "and leave them there."};
    private static final String[] RIGHT = {"Winds carry the sand", "over to the coast", "and build up dunes."};

    @Test
    void readsColumnsOneAfterTheOtherHoweverTheyArePainted() throws Exception {
        try (var byRow = new Pdfs().page();
                var byColumn = new Pdfs().page()) {
            for (int i = 0; i < 3; i++) byRow.text(60, 700 - 14 * i, LEFT[i]).text(320, 700 - 14 * i, RIGHT[i]);
            for (int i = 0; i < 3; i++) byColumn.text(60, 700 - 14 * i, LEFT[i]);
            for (int i = 0; i < 3; i++) byColumn.text(320, 700 - 14 * i, RIGHT[i]);
            var expected = List.of(
                    "Rivers carry stones down to the plain and leave them there.",
                    "Winds carry the sand over to the coast and build up dunes.");
            assertEquals(expected, texts(load(byRow.save(folder, "row.pdf")), Kind.PARAGRAPH));
            assertEquals(expected, texts(load(byColumn.save(folder, "column.pdf")), Kind.PARAGRAPH));
        }
    }

    @Test
    void readsWhatSpansTheColumnsBeforeAndBehindThem() throws Exception {
        try (var pdf = new Pdfs().page()) {
            pdf.text(60, 760, "This line runs over both of the columns of the page and stands above them all.");
            for (int i = 0; i < 3; i++) pdf.text(60, 700 - 14 * i, LEFT[i]).text(320, 700 - 14 * i, RIGHT[i]);
            pdf.text(60, 600, "This line runs over both of the columns of the page and stands below them all.");
            var texts = texts(load(pdf.save(folder, "a.pdf")), Kind.PARAGRAPH);
            assertEquals(4, texts.size());
            assertTrue(texts.get(0).endsWith("above them all."), texts.toString());
            assertTrue(texts.get(1).startsWith("Rivers"), texts.toString());
            assertTrue(texts.get(2).startsWith("Winds"), texts.toString());
            assertTrue(texts.get(3).endsWith("below them all."), texts.toString());
        }
    }

    @Test
    void readsTurnedPagesAndSidewaysText() throws Exception {
        try (var pdf = new Pdfs()) {
            for (int turn : new int[] {90, 180, 270}) {
                pdf.page().text(60, 700, "First line of turn " + turn + ",").text(60, 680, "and its second line.");
                pdf.page.setRotation(turn);
            }
            pdf.page();
            pdf.content().beginText();
            pdf.content().setFont(Pdfs.PLAIN, 11);
            pdf.content().setTextMatrix(Matrix.getRotateInstance(Math.PI / 2, 200, 200));
            pdf.content().showText("Upwards along the edge");
            pdf.content().endText();
            pdf.text(300, 500, "Upright words in the middle of the page");
            var document = load(pdf.save(folder, "a.pdf"));
            for (int turn : new int[] {90, 180, 270}) {
                assertTrue(
                        document.text().contains("First line of turn " + turn + ", and its second line."),
                        document.text());
            }
            assertTrue(document.text().contains("Upwards along the edge"), document.text());
            assertTrue(document.text().contains("Upright words in the middle of the page"), document.text());
        }
    }

    @Test
    void readsAFileThatOnlyForbidsCopyingAndReportsOneThatNeedsAPassword() throws Exception {
        for (String password : new String[] {"", "secret"}) {
            try (var pdf = new Pdfs().page().text(60, 700, "Clause seven of the handbook")) {
                var rights = new AccessPermission();
                rights.setCanExtractContent(false);
                var policy = new StandardProtectionPolicy("owner", password, rights);
                policy.setEncryptionKeyLength(256);
                pdf.document.protect(policy);
                Path file = pdf.save(folder, "a" + password + ".pdf");
                if (password.isEmpty())
                    assertEquals("Clause seven of the handbook", load(file).text());
                else assertEquals(DocumentState.ENCRYPTED, failure(file));
            }
        }
    }

    @Test
    void namesPagesWithoutATextLayerAndCallsAScanWithoutAnyNoText() throws Exception {
        try (var pdf = new Pdfs()) {
            for (int i = 0; i < 3; i++) pdf.page().text(60, 700, "Words of page " + (i + 1) + " are here to be read.");
            for (int i = 0; i < 2; i++) pdf.page().picture(i + 3, 120, 50, 50, 500);
            var document = load(pdf.save(folder, "some.pdf"));
            assertEquals(List.of("pages 4-5: no text layer"), document.problems());
            assertEquals(
                    List.of(true, true, true, false, false),
                    document.pages().stream().map(page -> page.hasText()).toList());
        }
        try (var pdf = new Pdfs().page().picture(3, 120, 50, 50, 500)) {
            assertEquals(DocumentState.NO_TEXT, failure(pdf.save(folder, "none.pdf")));
        }
    }

    @Test
    void readsWhatIsLeftOfABrokenFileOrSaysThatItFailed() throws Exception {
        try (var pdf = new Pdfs().page().text(60, 700, "Recovered without its table of objects")) {
            byte[] whole = Files.readAllBytes(pdf.save(folder, "a.pdf"));
            String end = new String(whole, StandardCharsets.ISO_8859_1);
            Path noIndex = folder.resolve("noindex.pdf");
            Files.write(noIndex, java.util.Arrays.copyOf(whole, end.lastIndexOf("startxref")));
            assertEquals("Recovered without its table of objects", load(noIndex).text());
            Path half = folder.resolve("half.pdf");
            Files.write(half, java.util.Arrays.copyOf(whole, 120));
            var e = assertThrows(LoadException.class, () -> load(half));
            assertEquals(DocumentState.FAILED, e.state());
            assertTrue(e.getMessage().startsWith("not a readable PDF: "), e.getMessage());
        }
    }

    @Test
    void removesRunningHeadsAndPageNumbersAndKeepsPageLabels() throws Exception {
        try (var pdf = new Pdfs()) {
            for (int i = 1; i <= 6; i++) {
                pdf.page().text(60, 800, 9, Pdfs.PLAIN, "Northern Rail Yearbook");
                pdf.text(60, 700, "Sentence number " + i + " of the body.")
                        .text(280, 30, 9, Pdfs.PLAIN, "Page " + i + " of 6");
            }
            var labels = new PDPageLabels(pdf.document);
            var roman = new PDPageLabelRange();
            roman.setStyle(PDPageLabelRange.STYLE_ROMAN_LOWER);
            labels.setLabelItem(0, roman);
            var decimal = new PDPageLabelRange();
            decimal.setStyle(PDPageLabelRange.STYLE_DECIMAL);
            labels.setLabelItem(2, decimal);
            pdf.document.getDocumentCatalog().setPageLabels(labels);
            var document = load(pdf.save(folder, "a.pdf"));
            assertFalse(document.text().contains("Yearbook"), document.text());
            assertFalse(document.text().contains("Page"), document.text());
            assertEquals(6, document.blocks().size());
            assertEquals(
                    List.of("i", "ii", "1", "2", "3", "4"),
                    document.pages().stream().map(page -> page.label()).toList());
            assertEquals(List.of("Northern Rail Yearbook"), document.metadata().get("running_heads"));
        }
    }

    @Test
    void keepsALineThatStandsOnOnlySomePages() throws Exception {
        try (var pdf = new Pdfs()) {
            for (int i = 1; i <= 9; i++) {
                pdf.page().text(60, 800, i <= 3 ? "Draft for comment" : "Part " + (char) ('A' + i) + " begins here");
                pdf.text(60, 400, "Body of page " + (char) ('A' + i) + ".");
            }
            assertTrue(load(pdf.save(folder, "a.pdf")).text().contains("Draft for comment"));
        }
    }

    @Test
    void tellsHeadingsByBookmarkSizeAndBoldFace() throws Exception {
        try (var pdf = new Pdfs().page()) {
            pdf.text(60, 780, 20, Pdfs.BOLD, "Field Guide");
            pdf.text(60, 740, 15, Pdfs.PLAIN, "Birds of the Coast");
            for (int i = 0; i < 6; i++)
                pdf.text(60, 710 - 14 * i, "Running text goes on line after line and says nothing new to anybody.");
            pdf.text(60, 610, 11, Pdfs.BOLD, "Habits");
            for (int i = 0; i < 6; i++)
                pdf.text(60, 590 - 14 * i, "More running text goes on line after line and says nothing new at all.");
            pdf.text(60, 480, "Nesting");
            for (int i = 0; i < 3; i++)
                pdf.text(60, 460 - 14 * i, "Again some running text goes on line after line and says nothing new.");
            var outline = new PDDocumentOutline();
            var item = new PDOutlineItem();
            item.setTitle("Nesting");
            var destination = new PDPageFitDestination();
            destination.setPage(pdf.page);
            item.setDestination(destination);
            var chapter = new PDOutlineItem();
            chapter.setTitle("Chapter");
            chapter.addLast(item);
            outline.addLast(chapter);
            pdf.document.getDocumentCatalog().setDocumentOutline(outline);
            var document = load(pdf.save(folder, "a.pdf"));
            assertEquals(
                    List.of("Field Guide", "Birds of the Coast", "Habits", "Nesting"), texts(document, Kind.HEADING));
            assertEquals("Field Guide", document.title());
            var levels = document.blocks().stream()
                    .filter(block -> block.kind() == Kind.HEADING)
                    .map(Block::level)
                    .toList();
            assertEquals(List.of(1, 2, 3, 2), levels);
        }
    }

    @Test
    void joinsWordsCutAtALinesEndAndKeepsHyphensThatBelongToTheWord() throws Exception {
        try (var pdf = new Pdfs().page()) {
            pdf.text(60, 700, "The under-").text(60, 686, "standing of a well-known fact is a well-");
            pdf.text(60, 672, "known thing, and the North-").text(60, 658, "South line stays as it is written here.");
            String text = load(pdf.save(folder, "a.pdf")).text();
            assertTrue(text.contains("The understanding of"), text);
            assertTrue(text.contains("a well-known thing"), text);
            assertTrue(text.contains("North-South line"), text);
        }
    }

    @Test
    void writesSpacesWhereChineseAndLatinTextMeetAndNoneBetweenChineseLines() {
        var text = new StringBuilder("第");
        PdfParagraphs.append(text, "四节");
        PdfParagraphs.append(text, "TEX");
        assertEquals("第四节 TEX", text.toString());
    }

    @Test
    void writesPageRangesShort() {
        assertEquals("1-3, 7", PdfLoader.ranges(List.of(1, 2, 3, 7)));
        assertEquals("4", PdfLoader.ranges(new ArrayList<>(List.of(4))));
    }

    @Test
    void doesNotTakeAFileNameForATitle() {
        assertTrue(PdfLoader.leftOver("Microsoft Word - report.doc"));
        assertTrue(PdfLoader.leftOver("14773_r9jm.qxd"));
        assertTrue(PdfLoader.leftOver("untitled"));
        assertFalse(PdfLoader.leftOver("A Study of Tides"));
    }

    @Test
    void ofTwoPagesOnlyTheSecondLosesTheLineThatBothBeginWith() throws Exception {
        try (var pdf = new Pdfs()) {
            pdf.page()
                    .text(60, 760, "ACME offer of May")
                    .text(60, 600, "The price is nine euro.")
                    .text(300, 30, "Page 1 of 2");
            pdf.page()
                    .text(60, 760, "ACME offer of May")
                    .text(60, 600, "It holds for a month.")
                    .text(300, 30, "Page 2 of 2");
            String text = Loaders.standard().load(pdf.save(folder, "offer.pdf")).text();
            assertEquals(
                    "ACME offer of May The price is nine euro. It holds for a month.", text.replaceAll("\\s+", " "));
        }
    }
}
