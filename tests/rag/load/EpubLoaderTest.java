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

    @Test
    void aBookWhoseTagsHavePrefixesIsReadWithoutWhatIsHidden() throws Exception {
        Path file = new Zips()
                .part("mimetype", "application/epub+zip")
                .part(
                        "META-INF/container.xml",
                        "<c:container><c:rootfiles><c:rootfile full-path=\"book.opf\"/></c:rootfiles></c:container>")
                .part(
                        "book.opf",
                        "<opf:package><opf:metadata><dc:title>Tides</dc:title></opf:metadata><opf:manifest><opf:item"
                                + " id=\"a\" href=\"a.xhtml\"/><opf:item id=\"t\" href=\"t.ncx\""
                                + " media-type=\"application/x-dtbncx+xml\"/></opf:manifest><opf:spine><opf:itemref"
                                + " idref=\"a\"/></opf:spine></opf:package>")
                .part(
                        "t.ncx",
                        "<n:ncx><n:navMap><n:navPoint><n:navLabel><n:text>Ebb</n:text></n:navLabel><n:content"
                                + " src=\"a.xhtml\"/></n:navPoint></n:navMap></n:ncx>")
                .part(
                        "a.xhtml",
                        "<html><body><h2 style=\"display: none\">secret</h2><p>The sea falls.</p><template>secret"
                                + "</template><img src=\"gone.png\"/></body></html>")
                .save(folder, "c.epub");
        var document = Loaders.standard().load(file);
        assertEquals("HEADING1: Ebb\nPARAGRAPH: The sea falls.", Blocks.of(document));
        assertEquals("Tides", document.title());
        assertEquals(List.of("chapter a.xhtml: 1 picture that it names was not read: 1 missing"), document.problems());
    }
}
