package rag.load;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
                                + "><numFmts><numFmt numFmtId=\"164\" formatCode=\"yyyy\\-mm\\-dd"
                                + " hh:mm\"/></numFmts><cellXfs><xf numFmtId=\"0\"/><xf numFmtId=\"14\"/><xf"
                                + " numFmtId=\"10\"/><xf numFmtId=\"164\"/></cellXfs></styleSheet>")
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
}
