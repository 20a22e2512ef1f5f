package rag.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rag.model.DocumentState;
import rag.model.LoadException;

class OdtLoaderTest {

    @TempDir
    Path folder;

    private Zips text(String body) {
        return new Zips()
                .part("mimetype", "application/vnd.oasis.opendocument.text")
                .part(
                        "content.xml",
                        "<o:document-content xmlns:o=\"urn:o\" xmlns:text=\"urn:t\" xmlns:table=\"urn:b\""
                            + " xmlns:draw=\"urn:d\" xmlns:style=\"urn:s\""
                            + " xmlns:xlink=\"urn:x\"><o:automatic-styles><style:style"
                            + " style:name=\"T1\"><style:text-properties"
                            + " text:display=\"none\"/></style:style><text:list-style"
                            + " style:name=\"L1\"><text:list-level-style-number text:level=\"1\""
                            + " style:num-format=\"1\" style:num-suffix=\".\"/><text:list-level-style-number"
                            + " text:level=\"2\" style:num-format=\"a\" style:num-prefix=\"(\""
                            + " style:num-suffix=\")\"/><text:list-level-style-number text:level=\"3\""
                            + " style:num-format=\"I\""
                            + " text:display-levels=\"3\"/></text:list-style><text:outline-style><text:outline-level-style"
                            + " text:level=\"1\" style:num-format=\"\"/><text:outline-level-style text:level=\"2\""
                            + " style:num-format=\"1\" text:start-value=\"4\"/><text:outline-level-style"
                            + " text:level=\"3\" style:num-format=\"1\""
                            + " text:display-levels=\"2\"/></text:outline-style></o:automatic-styles>"
                            + "<o:body><o:text>" + body + "</o:text></o:body></o:document-content>");
    }

    private String read(String body) throws Exception {
        return Blocks.of(Loaders.standard().load(text(body).save(folder, "a.odt")));
    }

    @Test
    void changesAreAcceptedAndNotesStandBehindTheirParagraph() throws Exception {
        assertEquals(
                """
                HEADING2: 4 Fees
                PARAGRAPH: The fee[1] is 250  euro.
                NOTE: [1] Without tax.
                PARAGRAPH [hidden text]: hidden words\
                """,
                read(
                        "<text:tracked-changes><text:changed-region><text:deletion><text:p>100</text:p></text:deletion></text:changed-region></text:tracked-changes><text:h"
                            + " text:outline-level=\"2\">Fees</text:h><text:p>The"
                            + " fee<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>Without"
                            + " tax.</text:p></text:note-body></text:note> is <text:change-start/>250<text:s/>"
                            + " euro.</text:p><text:p><text:span text:style-name=\"T1\">hidden"
                            + " words</text:span></text:p>"));
    }

    @Test
    void listsTablesAndTextBoxesKeepTheirShape() throws Exception {
        assertEquals(
                """
                LIST: 1. one
                LIST:   (a) deeper
                LIST: 2. two
                TABLE: | a | a | c | / | --- | --- | --- | / | wide | | x; y |
                PARAGRAPH: Beside
                PARAGRAPH: Boxed\
                """,
                read(
                        "<text:list"
                            + " text:style-name=\"L1\"><text:list-item><text:p>one</text:p><text:list><text:list-item><text:p>deeper</text:p></text:list-item></text:list></text:list-item>"
                            + "<text:list-item><text:p>two</text:p></text:list-item></text:list><table:table><table:table-row><table:table-cell"
                            + " table:number-columns-repeated=\"2\"><text:p>a</text:p></table:table-cell><table:table-cell><text:p>c</text:p></table:table-cell></table:table-row>"
                            + "<table:table-row><table:table-cell><text:p>wide</text:p></table:table-cell><table:covered-table-cell/><table:table-cell><text:p>x</text:p><text:p>y</text:p></table:table-cell></table:table-row></table:table>"
                            + "<text:p>Beside<draw:frame><draw:text-box><text:p>Boxed</text:p></draw:text-box></draw:frame></text:p>"));
    }

    @Test
    void anEncryptedTextSaysSo() throws Exception {
        Path file = text("<text:p>x</text:p>")
                .part(
                        "META-INF/manifest.xml",
                        "<m:manifest xmlns:m=\"urn:m\"><m:file-entry><m:encryption-data/></m:file-entry></m:manifest>")
                .save(folder, "b.odt");
        var e = assertThrows(LoadException.class, () -> Loaders.standard().load(file));
        assertEquals(DocumentState.ENCRYPTED, e.state());
    }

    private static String list(String attributes, String... items) {
        var xml = new StringBuilder("<text:list text:style-name=\"L1\" " + attributes + ">");
        for (String item : items) {
            xml.append("<text:list-item>")
                    .append(item.startsWith("<") ? item : "<text:p>" + item + "</text:p>")
                    .append("</text:list-item>");
        }
        return xml + "</text:list>";
    }

    @Test
    void aListGoesOnBehindOtherTextWhereItSaysSo() throws Exception {
        String on = "text:continue-numbering=\"true\"";
        assertEquals(
                """
                LIST: 1. one
                LIST: 2. two
                PARAGRAPH: between
                LIST:   (a) of two
                LIST:     2.a.I deepest
                LIST: 3. three
                PARAGRAPH: between
                LIST: 1. anew
                PARAGRAPH: between
                LIST: 4. four
                LIST: 9. nine\
                """,
                read(list("xml:id=\"l1\"", "one", "two") + "<text:p>between</text:p>"
                        + list(on, list("", "of two", list("", "deepest")), "three")
                        + "<text:p>between</text:p>" + list("", "anew") + "<text:p>between</text:p>"
                        + list("text:continue-list=\"l1\"", "four", "nine")
                                .replace(
                                        "<text:list-item><text:p>nine",
                                        "<text:list-item text:start-value=\"9\"><text:p>nine")));
    }

    @Test
    void headingsHaveTheNumbersOfTheirOutlineOrList() throws Exception {
        String h = "<text:h text:outline-level=\"%d\"%s>%s</text:h>";
        assertEquals(
                """
                HEADING1: Manual
                HEADING2: 4 Start
                HEADING3: 4.1 Plug
                HEADING2: 5 Stop
                HEADING3: 5.1 Pull
                HEADING2: Index
                HEADING1: 1. Terms\
                """,
                read(h.formatted(1, "", "Manual")
                        + h.formatted(2, "", "Start")
                        + h.formatted(3, "", "Plug")
                        + h.formatted(2, "", "Stop")
                        + h.formatted(3, "", "Pull")
                        + h.formatted(2, " text:is-list-header=\"true\"", "Index")
                        + list("", h.formatted(1, "", "Terms"))));
    }

    @Test
    void aChartIsReadOutOfItsOwnPartAndOnlyOnce() throws Exception {
        String frame = "<draw:frame><draw:object xlink:href=\"./Object 1\"/></draw:frame>";
        String chart = "<o:document-content xmlns:o=\"o\" xmlns:c=\"c\" xmlns:text=\"t\" xmlns:table=\"b\""
                + " xmlns:draw=\"d\" xmlns:xlink=\"x\"><o:body><o:chart><c:chart><c:title><text:p>Sales" + frame
                + "</text:p></c:title><c:plot-area/><table:table><table:table-header-rows><table:table-row><table:table-cell/>"
                + "<table:table-cell><text:p>2025</text:p></table:table-cell></table:table-row></table:table-header-rows>"
                + "<table:table-rows><table:table-row><table:table-cell><text:p>Oslo</text:p></table:table-cell>"
                + "<table:table-cell><text:p>7</text:p></table:table-cell></table:table-row></table:table-rows></table:table>"
                + "</c:chart></o:chart></o:body></o:document-content>";
        Path file = text("<text:p>See" + frame + "</text:p><text:p>End</text:p>")
                .part("Object 1/content.xml", chart)
                .save(folder, "c.odt");
        assertEquals("""
            PARAGRAPH: See
            PARAGRAPH: Sales
            TABLE: | | 2025 | / | --- | --- | / | Oslo | 7 |
            PARAGRAPH: End\
            """, Blocks.of(Loaders.standard().load(file)));
    }
}
