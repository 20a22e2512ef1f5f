package rag.model;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which document a name means. */
class DocumentNameTest {

    @ParameterizedTest
    @CsvSource({
        "/docs/guide/a.md, true",
        "a.md, true",
        " guide/a.md , true",
        "doc_0123456789abcdef, true",
        "0123456789abcdef, true",
        "guide, false",
        "/guide/a.md, false",
        "uide/a.md, false",
        "0123456789abcde, false",
        "'', false"
    })
    void aDocumentIsMeantByItsIdItsSourceOrTheEndOfItFromANameOn(String named, boolean meant) {
        assertEquals(meant, new DocumentName(named).means("/docs/guide/a.md", "doc_0123456789abcdef"), named);
    }

    @ParameterizedTest
    @CsvSource({"/docs/guide/, false", "/docs/guide/a.md/, false"})
    void aFolderIsNoDocument(String source, boolean meant) {
        assertEquals(meant, new DocumentName("").means(source, "doc_0123456789abcdef"), source);
    }
}
