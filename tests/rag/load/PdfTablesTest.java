package rag.load;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rag.model.Block.Kind;

class PdfTablesTest {

    @TempDir
    Path folder;

    private static final float[] X = {60, 180, 300};

    private static final String[][] CELLS = {{"Name", "Unit", "Default"}, {"timeout", "ms", "42"}, {"retries", "", "3"}
    };

    private static final String TABLE = """
        | Name | Unit | Default |
        | --- | --- | --- |
        | timeout | ms | 42 |
        | retries | | 3 |\
        """;

    private List<String> tables(Pdfs pdf, String name) throws Exception {
        var document = Loaders.standard().load(pdf.save(folder, name));
        return document.blocks().stream()
                .filter(block -> block.kind() == Kind.TABLE)
                .map(document::text)
                .toList();
    }

    @Test
    void keepsEmptyCellsOfATableWithoutRulesInPlace() throws Exception {
        try (var pdf = new Pdfs().page()) {
            pdf.text(60, 740, "The settings of the service and what they are when nobody says anything else:");
            for (int row = 0; row < 3; row++) {
                for (int i = 0; i < 3; i++) if (!CELLS[row][i].isEmpty()) pdf.text(X[i], 700 - 16 * row, CELLS[row][i]);
            }
            pdf.text(60, 620, "Whatever else is set in the file is reported before anything is run at all.");
            assertEquals(List.of(TABLE), tables(pdf, "a.pdf"));
        }
    }

    @Test
    void readsARuledTableByItsRules() throws Exception {
        try (var pdf = new Pdfs().page()) {
            for (int row = 0; row < 3; row++) {
                for (int i = 0; i < 3; i++) if (!CELLS[row][i].isEmpty()) pdf.text(X[i], 700 - 30 * row, CELLS[row][i]);
            }
            for (int i = 0; i <= 3; i++)
                pdf.line(50, 720 - 30 * i, 410, 720 - 30 * i).line(50 + 120 * i, 720, 50 + 120 * i, 630);
            assertEquals(List.of(TABLE), tables(pdf, "a.pdf"));
        }
    }

    @Test
    void joinsTheLinesOfACellThatRulesHoldTogether() throws Exception {
        try (var pdf = new Pdfs().page()) {
            pdf.text(60, 700, "Term").text(180, 700, "Meaning");
            pdf.text(60, 670, "chunk")
                    .text(180, 670, "the piece of text that is")
                    .text(180, 656, "found by a search");
            for (float y : new float[] {720, 690, 640}) pdf.line(50, y, 410, y);
            for (float x : new float[] {50, 170, 410}) pdf.line(x, 720, x, 640);
            assertEquals(List.of("""
                | Term | Meaning |
                | --- | --- |
                | chunk | the piece of text that is found by a search |\
                """), tables(pdf, "a.pdf"));
        }
    }

    @Test
    void takesColumnsOfRunningTextForNoTable() throws Exception {
        try (var pdf = new Pdfs().page()) {
            for (int i = 0; i < 8; i++) {
                pdf.text(60, 700 - 14 * i, "words that run on and on " + i)
                        .text(320, 700 - 14 * i, "other words that run " + i);
            }
            assertEquals(List.of(), tables(pdf, "a.pdf"));
        }
    }

    @Test
    void takesNoColumnsOfATableFromLinesAboveAndBelowIt() throws Exception {
        try (var pdf = new Pdfs().page()) {
            pdf.text(60, 716, "Settings of the service");
            for (int row = 0; row < 3; row++) {
                for (int i = 0; i < 3; i++) if (!CELLS[row][i].isEmpty()) pdf.text(X[i], 700 - 16 * row, CELLS[row][i]);
            }
            pdf.text(60, 640, "Any other key is an error"); // over the second column, not over the third
            assertEquals(List.of(TABLE), tables(pdf, "a.pdf"));
        }
    }

    @Test
    void partsHeadsThatNearlyTouchWhereTheRowsBelowArePart() throws Exception {
        try (var pdf = new Pdfs().page()) {
            String[][] cells = {
                {"Product Code", "Place", "Count"},
                {"SKU-1", "A-12", "450"},
                {"SKU-2", "B-07", "289"},
                {"SKU-3", "", "7"}
            };
            float[] x = {60, 134, 240}; // the first head ends at 127
            for (int row = 0; row < 4; row++) {
                for (int i = 0; i < 3; i++) if (!cells[row][i].isEmpty()) pdf.text(x[i], 700 - 16 * row, cells[row][i]);
            }
            assertEquals(List.of("""
                | Product Code | Place | Count |
                | --- | --- | --- |
                | SKU-1 | A-12 | 450 |
                | SKU-2 | B-07 | 289 |
                | SKU-3 | | 7 |\
                """), tables(pdf, "a.pdf"));
        }
    }

    @Test
    void readsByRowsWhatIsPaintedColumnByColumnWhenAllCellsAreShort() throws Exception {
        String[][] cells = {{"Name", "Role", "City"}, {"Ann Lee", "Engineer", "Oslo"}, {"Bob Ray", "Writer", "Rome"}};
        try (var pdf = new Pdfs().page()) {
            for (int i = 0; i < 3; i++) for (int row = 0; row < 3; row++) pdf.text(X[i], 700 - 16 * row, cells[row][i]);
            assertEquals(List.of("""
                | Name | Role | City |
                | --- | --- | --- |
                | Ann Lee | Engineer | Oslo |
                | Bob Ray | Writer | Rome |\
                """), tables(pdf, "a.pdf"));
        }
    }

    @Test
    void takesTwoLinesOfAFormulaForNoTable() throws Exception {
        try (var pdf = new Pdfs().page()) {
            for (int row = 0; row < 2; row++)
                for (int i = row == 0 ? 1 : 0; i < 3; i++) pdf.text(X[i], 700 - 16 * row, row == 0 ? "n" : "w(i) =");
            assertEquals(List.of(), tables(pdf, "a.pdf"));
        }
    }

    @Test
    void escapesBarsAndFillsShortRows() {
        assertEquals(
                "| a\\|b | c |\n| --- | --- |\n| d | |",
                MarkdownTable.of(List.of(List.of("a|b", "c", " "), List.of("d"), List.of("", ""))));
    }
}
