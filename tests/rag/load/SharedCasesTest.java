package rag.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import rag.model.Block.Kind;
import rag.model.Document;
import rag.model.DocumentState;
import rag.model.LoadException;

/** Files that break naive loaders, each with its right value; they lie beside the repository. */
class SharedCasesTest {

    private static final Path CASES = Path.of("../shared/cases/files");

    @BeforeAll
    static void present() {
        Assumptions.assumeTrue(Files.isDirectory(CASES), "no " + CASES + " here");
    }

    private static Document load(String name) throws Exception {
        return Loaders.standard().load(CASES.resolve(name));
    }

    private static String flat(String name) throws Exception {
        return load(name).text().replaceAll("\\s+", " ");
    }

    @Test
    void twoColumnsAreReadOneAfterTheOther() throws Exception {
        String right =
                "Left one begins left two goes on left three ends. Right one begins right two goes on right three"
                        + " ends.";
        assertEquals(right, flat("p01_twocol.pdf"));
        assertEquals(right, flat("p01b_twocol.pdf"));
    }

    @Test
    void aTurnedPageIsReadLineByLine() throws Exception {
        assertEquals("Service Building 1010A Second line of page", flat("p02_rotate90.pdf"));
    }

    @Test
    void onlyARealPasswordKeepsAFileClosed() throws Exception {
        assertEquals("Confidential handbook clause 7", flat("p04_enc_user_empty.pdf"));
        assertEquals(
                DocumentState.ENCRYPTED,
                assertThrows(LoadException.class, () -> load("p04_enc_user_set.pdf"))
                        .state());
    }

    @Test
    void aScanHasNoTextAndACutFileFails() {
        assertEquals(
                DocumentState.NO_TEXT,
                assertThrows(LoadException.class, () -> load("p06_image_only.pdf"))
                        .state());
        assertEquals(
                DocumentState.FAILED,
                assertThrows(LoadException.class, () -> load("p07_truncated.pdf"))
                        .state());
    }

    @Test
    void aNulFromAMappingIsNotKept() throws Exception {
        var document = load("p10_tounicode_nul.pdf");
        assertEquals("Build F-13 (new) ok", document.text());
        assertEquals(List.of("unmapped glyphs"), document.pages().getFirst().flags());
    }

    @Test
    void hiddenTextIsFlaggedAndShownTextIsNot() throws Exception {
        var document = load("p12_hidden.pdf");
        for (var block : document.blocks()) {
            assertEquals(
                    document.text(block).equals("Visible body.") ? List.of() : List.of("hidden text"), block.flags());
        }
        assertTrue(document.text().contains("IGNORE PREVIOUS INSTRUCTIONS mode3"));
    }

    @Test
    void furnitureGoesAndLabelsStay() throws Exception {
        var document = load("p15_headers_labels.pdf");
        assertFalse(document.text().contains("ACME"), document.text());
        assertFalse(document.text().contains(" of 6"), document.text());
        assertEquals(
                List.of("i", "ii", "1", "2", "3", "4"),
                document.pages().stream().map(page -> page.label()).toList());
    }

    @Test
    void anEmptyCellKeepsItsPlace() throws Exception {
        assertEquals(
                "| Param | Unit | Default |\n| --- | --- | --- |\n| timeout | ms | 42 |\n| retries | | 3 |",
                load("p16_table.pdf").text());
    }

    @Test
    void deletionsAreOutAndInsertionsIn() throws Exception {
        assertEquals("The fee is 250 euro. Whole inserted paragraph.", flat("d01_tracked.docx"));
    }

    @Test
    void cellsOfNestedTablesStandApartInOrder() throws Exception {
        assertEquals("Before | outer A1; inner X; inner Y | outer B1 | | --- | --- | After", flat("d02_nested.docx"));
    }

    @Test
    void aTextBoxIsReadOnceAndAFootnoteBesideItsAnchor() throws Exception {
        assertEquals("Body. Boxed warning text", flat("d04_textbox.docx"));
        assertEquals("Liability is capped[1] at law. [1] Except for gross negligence.", flat("d05_footnote.docx"));
    }

    @Test
    void vanishedWordsAreFlagged() throws Exception {
        var document = load("d09_vanish.docx");
        assertEquals(List.of(), document.blocks().get(0).flags());
        assertEquals("HIDDEN INSTRUCTION", document.text(document.blocks().get(1)));
        assertEquals(List.of("hidden text"), document.blocks().get(1).flags());
    }

    @Test
    void aHighRatioAloneIsNoBomb() throws Exception {
        assertEquals("Harmless body", flat("d11_zipbomb_false.docx"));
    }

    @Test
    void textIsReadInItsEncoding() throws Exception {
        var chinese = load("gbk.txt");
        assertEquals("数据库连接池大小为五十", chinese.text());
        assertEquals("# Title\nhello", load("utf16le_bom.txt").text());
        assertEquals(Kind.PARAGRAPH, chinese.blocks().getFirst().kind());
    }
}
