package rag.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rag.model.DocumentState;
import rag.model.LoadException;

class EpubLoaderTest {

    @TempDir
    Path folder;

    private Zips book() {
        return new Zips()
                .part("mimetype", "application/epub+zip")
                .part(
                        "META-INF/container.xml",
                        "<container><rootfiles><rootfile full-path=\"OPS/book.opf\"/></rootfiles></container>")
                .part(
                        "OPS/book.opf",
                        "<package><metadata"
                            + " xmlns:dc=\"http://purl.org/dc/elements/1.1/\"><dc:title>Tides</dc:title><dc:creator>A."
                            + " Mar</dc:creator><dc:subject>sea</dc:subject></metadata><manifest><item id=\"n\""
                            + " href=\"nav.xhtml\" properties=\"nav\"/><item id=\"b\""
                            + " href=\"text/b%20two.xhtml\"/><item id=\"a\""
                            + " href=\"text/a.xhtml\"/></manifest><spine><itemref idref=\"n\"/><itemref"
                            + " idref=\"a\"/><itemref idref=\"b\"/></spine></package>")
                .part(
                        "OPS/nav.xhtml",
                        "<html><body><nav><ol><li><a href=\"text/a.xhtml#x\">Ebb</a></li><li><a"
                                + " href=\"text/b%20two.xhtml\">Flood</a></li></ol></nav></body></html>")
                .part(
                        "OPS/text/a.xhtml",
                        "<?xml version=\"1.0\"?><html><head><title/></head><body><p>The sea falls.</p></body></html>")
                .part(
                        "OPS/text/b two.xhtml",
                        "<html><body><h1>Flood, at last</h1><p>It rises&nbsp;again.</p></body></html>");
    }

    @Test
    void chaptersComeInTheOrderOfTheSpineUnderTheirNames() throws Exception {
        var document = Loaders.standard().load(book().save(folder, "a.epub"));
        assertEquals("""
            HEADING1: Ebb
            PARAGRAPH: The sea falls.
            HEADING1: Flood, at last
            PARAGRAPH: It rises again.\
            """, Blocks.of(document));
        assertEquals("Tides", document.title());
        assertEquals("A. Mar", document.metadata().get("author"));
        assertEquals(List.of("sea"), document.metadata().get("keywords"));
    }

    @Test
    void aLockedBookIsEncrypted() throws Exception {
        Path file = book().part(
                        "META-INF/encryption.xml",
                        "<encryption><enc:EncryptedData xmlns:enc=\"e\"><enc:CipherData><enc:CipherReference"
                                + " URI=\"OPS/text/a.xhtml\"/></enc:CipherData></enc:EncryptedData></encryption>")
                .save(folder, "b.epub");
        assertEquals(
                DocumentState.ENCRYPTED,
                assertThrows(LoadException.class, () -> Loaders.standard().load(file))
                        .state());
    }
}
