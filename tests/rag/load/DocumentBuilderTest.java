package rag.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import rag.model.Block.Kind;
import rag.model.DocumentState;
import rag.model.Image;
import rag.model.LoadException;

class DocumentBuilderTest {

    private static final Source SOURCE = Source.of(Path.of("some.notes.pdf"));

    @Test
    void partsBlocksByEmptyLinesAndListItemsByLines() throws Exception {
        var document = new DocumentBuilder("pdf")
                .heading(2, "A\r\nheading", 1)
                .add(Kind.PARAGRAPH, "  words\u0000 here ")
                .add(Kind.LIST, "- one")
                .add(Kind.LIST, "  - two")
                .add(Kind.PARAGRAPH, " \n ")
                .add(Kind.CODE, "\n  indented\n    more\n\n")
                .build(SOURCE);
        assertEquals("A heading\n\nwords here\n\n- one\n  - two\n\n  indented\n    more", document.text());
        assertEquals(
                List.of("A heading", "words here", "- one", "  - two", "  indented\n    more"),
                document.blocks().stream().map(document::text).toList());
    }

    @Test
    void theTitleIsTheDocumentsOwnElseItsFirstHeadingElseItsName() throws Exception {
        assertEquals(
                "Own",
                new DocumentBuilder("x")
                        .title(" Own ")
                        .heading(1, "Head", null)
                        .build(SOURCE)
                        .title());
        assertEquals(
                "Head",
                new DocumentBuilder("x")
                        .title(" ")
                        .heading(1, "Head", null)
                        .heading(1, "Next", null)
                        .build(SOURCE)
                        .title());
        assertEquals(
                "some.notes",
                new DocumentBuilder("x")
                        .add(Kind.PARAGRAPH, "words")
                        .build(SOURCE)
                        .title());
    }

    @Test
    void withoutAnyBlockThereIsNoText() {
        var e = assertThrows(
                LoadException.class,
                () -> new DocumentBuilder("x").problem("page 1: blank").build(SOURCE));
        assertEquals(DocumentState.NO_TEXT, e.state());
        assertEquals("page 1: blank", e.getMessage());
    }

    @Test
    void aPictureHasOnePlace() throws Exception {
        var image = Image.of(new byte[] {1, 2}, "png", null, "");
        var document = new DocumentBuilder("x")
                .place(image)
                .add(Kind.PARAGRAPH, "words")
                .place(image)
                .build(SOURCE);
        assertEquals(image.mark() + "\n\nwords", document.text());
        assertEquals(List.of(image), document.images());
    }

    @Test
    void metadataHoldsPlainValuesOnly() throws Exception {
        var document = new DocumentBuilder("x")
                .metadata("a", " x\n y ")
                .metadata("b", List.of("p", " ", "q"))
                .metadata("c", "")
                .metadata("d", null)
                .metadata("e", 2)
                .metadata("f", Map.of("k", "v"))
                .add(Kind.PARAGRAPH, "words")
                .build(SOURCE);
        assertEquals(Map.of("a", "x y", "b", List.of("p", "q"), "e", 2), document.metadata());
    }
}
