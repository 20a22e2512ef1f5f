package rag.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.poi.hslf.usermodel.HSLFSlideShow;
import org.apache.poi.hssf.usermodel.HSSFClientAnchor;
import org.apache.poi.hssf.usermodel.HSSFRichTextString;
import org.apache.poi.hssf.usermodel.HSSFWorkbook;
import org.apache.poi.ss.util.CellRangeAddress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OldOfficeTest {

    @TempDir
    Path folder;

    /** Made by LibreOffice 7.4 from a text with a tracked change, a note, a hidden word, a link and a table. */
    @Test
    void aWordDocumentIsReadAsWordShowsIt() throws Exception {
        assertEquals("""
            HEADING1: Pump manual
            PARAGRAPH: The pressure is nine bar.[1] It rises as 10^6 pascal.
            NOTE: [1] Measured at the inlet.
            PARAGRAPH: Shown. Shown too.
            PARAGRAPH [hidden text]: SECRET WORDS
            TABLE: | Part | Number | / | --- | --- | / | Seal | 4711 |
            HEADING2: Upkeep
            PARAGRAPH: See the plan for München.\
            """, Blocks.of(Loaders.standard().load(Path.of("tests/data/load/pump.doc"))));
    }

    @Test
    void aFieldShowsItsResultAndOneWithoutAResultHidesNothingBehindIt() throws Exception {
        String chars = Files.readString(Path.of("tests/data/load/pump.doc"), StandardCharsets.ISO_8859_1);
        for (String[] change : new String[][] {
            {"Pump manual", "^IF^A|B$|C$"}, {"The pressure", "^ XE \"seal\"$"}, {"Measured at", "^ PAGE |at$"}
        }) {
            String field =
                    change[1].replace('^', '\u0013').replace('|', '\u0014').replace('$', '\u0015');
            assertTrue(chars.contains(wide(change[0])));
            chars = chars.replace(wide(change[0]), wide(field));
        }
        Path file = Files.writeString(folder.resolve("fields.doc"), chars, StandardCharsets.ISO_8859_1);
        var document = Loaders.standard().load(file);
        assertEquals("""
            HEADING1: C
            PARAGRAPH: is nine bar.[1] It rises as 10^6 pascal.
            NOTE: [1] at the inlet.
            PARAGRAPH: Shown. Shown too.
            PARAGRAPH [hidden text]: SECRET WORDS
            TABLE: | Part | Number | / | --- | --- | / | Seal | 4711 |
            HEADING2: Upkeep
            PARAGRAPH: See the plan for München.\
            """, Blocks.of(document));
        assertEquals(List.of(), document.problems());
    }

    @Test
    void aFieldWithoutAnEndIsTold() throws Exception {
        String chars = Files.readString(Path.of("tests/data/load/pump.doc"), StandardCharsets.ISO_8859_1);
        Path file = Files.writeString(
                folder.resolve("open.doc"),
                chars.replace(wide("Upkeep"), wide("\u0013pkeep")),
                StandardCharsets.ISO_8859_1);
        assertEquals(
                List.of("a field has no end: what stands behind its beginning is left out"),
                Loaders.standard().load(file).problems());
    }

    /** The words as Word keeps them, two bytes a letter, one char a byte. */
    private static String wide(String words) {
        return new String(words.getBytes(StandardCharsets.UTF_16LE), StandardCharsets.ISO_8859_1);
    }

    @Test
    void aWorkbookIsReadLikeANewOne() throws Exception {
        Path file = folder.resolve("old.xls");
        try (var book = new HSSFWorkbook();
                var out = Files.newOutputStream(file)) {
            var sheet = book.createSheet("Parts");
            String[][] cells = {{"Group", "Part"}, {"Seals", "S-1"}, {"", "S-2"}};
            for (int i = 0; i < cells.length; i++) {
                var row = sheet.createRow(i);
                for (int j = 0; j < 2; j++) row.createCell(j).setCellValue(cells[i][j]);
            }
            sheet.addMergedRegion(new CellRangeAddress(1, 2, 0, 0));
            var drawn = sheet.createDrawingPatriarch();
            drawn.createTextbox(new HSSFClientAnchor()).setString(new HSSFRichTextString("Ask the store"));
            var note = drawn.createCellComment(new HSSFClientAnchor(0, 0, 0, 0, (short) 4, 2, (short) 6, 5));
            note.setString(new HSSFRichTextString("Out of stock"));
            sheet.getRow(1).getCell(1).setCellComment(note);
            book.createSheet("Prices").createRow(0).createCell(0).setCellValue("for the purchaser");
            book.setSheetHidden(1, true);
            book.write(out);
        }
        assertEquals("""
            HEADING1: Parts
            TABLE: | Group | Part | / | --- | --- | / | Seals | S-1 | / | Seals | S-2 |
            PARAGRAPH: Ask the store
            NOTE: Note on B2: Out of stock
            HEADING1 [hidden sheet]: Prices
            PARAGRAPH [hidden sheet]: for the purchaser\
            """, Blocks.of(Loaders.standard().load(file)));
    }

    @Test
    void aPresentationHasSlidesWithTitles() throws Exception {
        Path file = folder.resolve("old.ppt");
        try (var show = new HSLFSlideShow();
                var out = Files.newOutputStream(file)) {
            var slide = show.createSlide();
            slide.addTitle().setText("Outlook");
            var box = slide.createTextBox();
            box.setText("Costs fall by a tenth.");
            var table = slide.createTable(2, 2);
            String[][] cells = {{"Year", "Cost"}, {"2026", "90"}};
            for (int i = 0; i < 2; i++)
                for (int j = 0; j < 2; j++) table.getCell(i, j).setText(cells[i][j]);
            table.moveTo(0, 300);
            show.createSlide().setHidden(true);
            show.getSlides().get(1).addTitle().setText("Kept back");
            show.write(out);
        }
        var document = Loaders.standard().load(file);
        assertEquals("""
            HEADING2 p1: Outlook
            PARAGRAPH p1: Costs fall by a tenth.
            TABLE p1: | Year | Cost | / | --- | --- | / | 2026 | 90 |
            HEADING2 p2 [hidden slide]: Kept back\
            """, Blocks.of(document));
        assertEquals(
                List.of(1, 2),
                document.pages().stream().map(page -> page.number()).toList());
    }
}
