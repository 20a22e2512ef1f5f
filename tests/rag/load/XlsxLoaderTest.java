package rag.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rag.model.Document;

class XlsxLoaderTest {

    private static final String MAIN =
            " xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\" xmlns:r=\"" + Zips.RELATION + "\"";

    @TempDir
    Path folder;

    /** A cell: text as it is, a number with its style as "=1.5@2". */
    private static String row(int number, String attributes, String... cells) {
        var xml = new StringBuilder("<row r=\"" + number + "\"" + attributes + ">");
        for (int i = 0; i < cells.length; i++) {
            String place = (char) ('A' + i) + "" + number;
            if (cells[i].isEmpty()) continue;
            if (cells[i].startsWith("=")) {
                String[] parts = cells[i].substring(1).split("@");
                xml.append("<c r=\"%s\" s=\"%s\"><v>%s</v></c>"
                        .formatted(place, parts.length > 1 ? parts[1] : "0", parts[0]));
            } else {
                xml.append("<c r=\"%s\" t=\"inlineStr\"><is><t>%s</t></is></c>".formatted(place, cells[i]));
            }
        }
        return xml + "</row>";
    }

    private String read(String state, String before, String rows, String after) throws Exception {
        return Blocks.of(new XlsxLoader().load(Source.of(book(state, before, rows, after))));
    }

    private Path book(String state, String before, String rows, String after) throws Exception {
        return new Zips()
                .relations("", "r", "officeDocument", "xl/workbook.xml")
                .relations("xl/workbook.xml", "s1", "worksheet", "worksheets/sheet1.xml", "st", "styles", "styles.xml")
                .part(
                        "xl/workbook.xml",
                        "<workbook" + MAIN + "><sheets><sheet name=\"Costs\" sheetId=\"1\" r:id=\"s1\"" + state
                                + "/></sheets></workbook>")
                .part(
                        "xl/styles.xml",
                        "<styleSheet" + MAIN
                                + "><numFmts><numFmt numFmtId=\"164\" formatCode=\"yyyy\\-mm\\-dd hh:mm\"/><numFmt"
                                + " numFmtId=\"165\" formatCode=\"[$-409]m/d/yy\"/><numFmt numFmtId=\"166\""
                                + " formatCode=\"[h]:mm\"/></numFmts><cellXfs><xf numFmtId=\"0\"/><xf"
                                + " numFmtId=\"14\"/><xf numFmtId=\"10\"/><xf numFmtId=\"164\"/><xf"
                                + " numFmtId=\"165\"/><xf numFmtId=\"166\"/></cellXfs></styleSheet>")
                .part(
                        "xl/worksheets/sheet1.xml",
                        "<worksheet" + MAIN + ">" + before + "<sheetData>" + rows + "</sheetData>" + after
                                + "</worksheet>")
                .save(folder, "costs.xlsx");
    }

    @Test
    void aTitleStandsAboveItsTableAndEmptyCellsKeepTheirPlace() throws Exception {
        assertEquals(
                """
                HEADING1: Costs
                PARAGRAPH: All in euro
                TABLE: | Item | Unit | Price | / | --- | --- | --- | / | Pump | | 12.5 | / | Seal | kg | 3 |\
                """,
                read(
                        "",
                        "",
                        row(1, "", "All in euro")
                                + row(2, "", "Item", "Unit", "Price")
                                + row(3, "", "Pump", "", "=12.5")
                                + row(4, "", "Seal", "kg", "=3"),
                        ""));
    }

    @Test
    void daysAreWrittenAlikeAndSharesAsShown() throws Exception {
        assertEquals( // 38819 is 12 April 2006
                "HEADING1: Costs\n"
                    + "TABLE: | Day | Share | Time | / | --- | --- | --- | / | 2006-04-12 | 12.50% | 2006-04-12 18:00"
                    + " |",
                read(
                        "",
                        "",
                        row(1, "", "Day", "Share", "Time") + row(2, "", "=38819@1", "=0.125@2", "=38819.75@3"),
                        ""));
    }

    @Test
    void emptyRowsPartTablesButNotFiguresOfOneTable() throws Exception {
        String rows = row(1, "", "A", "B")
                + row(2, "", "x", "=1")
                + row(4, "", "y", "=2")
                + row(6, "", "Name", "Place")
                + row(7, "", "Ada", "Rome");
        assertEquals("""
            HEADING1: Costs
            TABLE: | A | B | / | --- | --- | / | x | 1 | / | y | 2 |
            TABLE: | Name | Place | / | --- | --- | / | Ada | Rome |\
            """, read("", "", rows, ""));
    }

    @Test
    void aMergedCellHoldsForAllItsRowsAndGroupsOfColumnsNameThem() throws Exception {
        String rows = row(1, "", "Region", "2024", "", "2025")
                + row(2, "", "", "plan", "real", "plan")
                + row(3, "", "North", "=1", "=2", "=3")
                + row(4, "", "", "=4", "=5", "=6");
        String merges = "<mergeCells><mergeCell ref=\"A3:A4\"/><mergeCell ref=\"B1:C1\"/></mergeCells>";
        assertEquals(
                "HEADING1: Costs\n"
                    + "TABLE: | Region | 2024 plan | 2024 real | 2025 plan | / | --- | --- | --- | --- | / | North | 1"
                    + " | 2 | 3 | / | North | 4 | 5 | 6 |",
                read("", "", rows, merges));
    }

    @Test
    void whatASheetDoesNotShowIsFlaggedApart() throws Exception {
        String rows = row(1, "", "Name", "Pay", "Town")
                + row(2, "", "Ada", "=9", "Rome")
                + row(3, " hidden=\"1\"", "Bob", "=8", "Oslo");
        assertEquals("""
            HEADING1: Costs
            TABLE: | Name | | Town | / | --- | --- | --- | / | Ada | | Rome |
            TABLE [hidden text]: | Name | | Town | / | --- | --- | --- | / | Bob | 8 | Oslo |
            TABLE [hidden text]: | Name | Pay | / | --- | --- | / | Ada | 9 | / | Bob | 8 |\
            """, read("", "<cols><col" + " min=\"2\"" + " max=\"2\"" + " hidden=\"1\"/></cols>", rows, ""));
        assertEquals(
                "HEADING1 [hidden sheet]: Costs\nPARAGRAPH [hidden sheet]: alone",
                read(" state=\"hidden\"", "", row(1, "", "alone"), ""));
    }

    @Test
    void hiddenRowsStandUnderTheHeadOfTheirOwnTable() throws Exception {
        String hide = " hidden=\"1\"";
        String rows = row(1, "", "", "Name", "Town")
                + row(2, "", "", "Ada", "Rome")
                + row(3, hide, "", "Bob", "Oslo")
                + row(4, "", "", "Cleo", "Bonn") // the filter parts no table
                + row(6, "", "", "", "Part", "Price")
                + row(7, "", "", "", "Seal", "new")
                + row(8, hide, "x", "", "Pump", "old")
                + row(10, "", "A remark")
                + row(11, hide, "Not yet", "true");
        assertEquals("""
            HEADING1: Costs
            TABLE: | Name | Town | / | --- | --- | / | Ada | Rome | / | Cleo | Bonn |
            TABLE: | Part | Price | / | --- | --- | / | Seal | new |
            PARAGRAPH: A remark
            TABLE [hidden text]: | Name | Town | / | --- | --- | / | Bob | Oslo |
            TABLE [hidden text]: | | | Part | Price | / | --- | --- | --- | --- | / | x | | Pump | old |
            TABLE [hidden text]: | Not yet | true | / | --- | --- |\
            """, read("", "", rows, ""));
    }

    @Test
    void articleNumbersKeepAllTheirDigitsAndLocalDaysAreDays() throws Exception {
        assertEquals(
                "HEADING1: Costs\n"
                        + "TABLE: | Code | Code | Day | Hours | / | --- | --- | --- | --- |"
                        + " / | 4006381333931 | -123456789012.5 | 2006-04-12 | 36:00 | / | 12 | 1E+15 | | |",
                read(
                        "",
                        "",
                        row(1, "", "Code", "Code", "Day", "Hours")
                                + row(2, "", "=4006381333931", "=-123456789012.5", "=38819@4", "=1.5@5")
                                + row(3, "", "=12", "=1E15"),
                        ""));
    }

    @Test
    void whatStandsTooFarRightIsTold() throws Exception {
        String far = "<row r=\"1\"><c r=\"ALL1\"><v>1</v></c><c r=\"ALM1\"><v>2</v></c></row>";
        assertEquals(
                List.of("sheet Costs: what stands right of column ALL is left out"),
                load(far, "").problems());
        String merged = "<mergeCells><mergeCell ref=\"B1:XFD1\"/></mergeCells>";
        var document = load(row(1, "", "A", "Group") + row(2, "", "a", "b", "c") + row(3, "", "1", "2", "3"), merged);
        assertEquals(List.of(), document.problems());
        assertEquals("Costs\n\n| A a | Group b | Group c |\n| --- | --- | --- |\n| 1 | 2 | 3 |", document.text());
    }

    private Document load(String rows, String after) throws Exception {
        return new XlsxLoader().load(Source.of(book("", "", rows, after)));
    }

    @Test
    void cellsWhoseSharedTextIsTooFarBehindAreTold() throws Exception {
        var strings = new StringBuilder("<sst" + MAIN + ">");
        for (int i = 0; i < 17; i++)
            strings.append("<si><t>").append("a".repeat(4_000_000)).append("</t></si>");
        Path file = new Zips()
                .relations("", "r", "officeDocument", "xl/workbook.xml")
                .relations("xl/workbook.xml", "s1", "worksheet", "s1.xml", "st", "sharedStrings", "strings.xml")
                .part("xl/strings.xml", strings + "<si><t>lost</t></si></sst>")
                .part(
                        "xl/workbook.xml",
                        "<workbook" + MAIN + "><sheets><sheet name=\"S\" r:id=\"s1\"/></sheets></workbook>")
                .part(
                        "xl/s1.xml",
                        "<worksheet" + MAIN + "><sheetData><row r=\"1\"><c r=\"A1\" t=\"s\"><v>17</v></c>"
                                + "<c r=\"B1\"><v>5</v></c></row></sheetData></worksheet>")
                .save(folder, "strings.xlsx");
        assertEquals(
                List.of("cells whose text stands behind the first 64 million characters of the workbook's texts are"
                        + " left out: split the workbook to have them all"),
                new XlsxLoader().load(Source.of(file)).problems());
    }

    @Test
    void everySecondRowOfALongTableIsEmptyAndItTakesItsOwnTime() {
        var grid = new SheetGrid();
        for (int i = 0; i < 200_000; i++) grid.add(2 * i, false, new ArrayList<>(List.of("a", "1")));
        var builder = new DocumentBuilder("xlsx");
        assertTimeoutPreemptively(Duration.ofSeconds(20), () -> SheetBlocks.append(builder, "Long", false, grid));
        assertEquals(List.of(), builder.problems());
    }

    @Test
    void aSheetThatNobodyWaitsForIsGivenUp() {
        var grid = new SheetGrid();
        Thread.currentThread().interrupt();
        try {
            assertThrows(IllegalStateException.class, () -> grid.add(0, false, new ArrayList<>(List.of("a"))));
        } finally {
            assertTrue(Thread.interrupted());
        }
    }

    @Test
    void aCommentWithAnswersIsReadWithoutTheAdviceBeforeIt() throws Exception {
        Path file = new Zips()
                .relations("", "r", "officeDocument", "xl/workbook.xml")
                .relations("xl/workbook.xml", "s1", "worksheet", "s1.xml")
                .relations("xl/s1.xml", "c", "comments", "comments.xml")
                .part(
                        "xl/workbook.xml",
                        "<workbook" + MAIN + "><sheets><sheet name=\"S\" r:id=\"s1\"/></sheets></workbook>")
                .part("xl/s1.xml", "<worksheet" + MAIN + "><sheetData>" + row(1, "", "a") + "</sheetData></worksheet>")
                .part("xl/comments.xml", "<comments" + MAIN + """
                    ><commentList><comment ref="A1"><text><t>[Threaded comment]

                    Your version of Excel allows you to read this threaded comment; however, any edits to it will get
                    removed. Learn more: https://go.microsoft.com/fwlink/?linkid=870924

                    Comment:
                        Who checks this?
                    Reply:
                        Ada.</t></text></comment></commentList></comments>\
                    """)
                .save(folder, "comments.xlsx");
        assertEquals(
                "HEADING1: S\nPARAGRAPH: a\nNOTE: Note on A1: Who checks this? Reply: Ada.",
                Blocks.of(new XlsxLoader().load(Source.of(file))));
    }
}
