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
                            + " style:name=\"L1\"><text:list-level-style-number/></text:list-style></o:automatic-styles>"
                            + "<o:body><o:text>" + body + "</o:text></o:body></o:document-content>");
    }

    private String read(String body) throws Exception {
        return Blocks.of(Loaders.standard().load(text(body).save(folder, "a.odt")));
    }

    @Test
    void changesAreAcceptedAndNotesStandBehindTheirParagraph() throws Exception {
        assertEquals(
                """
                HEADING2: Fees
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
                LIST:   1. deeper
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
}
