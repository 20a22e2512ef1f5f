package rag.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rag.model.Block.Kind;
import rag.model.Document;

/** Pictures that a Markdown file shows, in the many ways that people and programs write them. */
class MarkdownPicturesTest {

    @TempDir
    Path folder;

    private Document load(String text) throws Exception {
        return Loaders.standard().load(Files.writeString(folder.resolve("notes.md"), text));
    }

    private static List<String> texts(Document document, Kind kind) {
        return document.blocks().stream()
                .filter(block -> block.kind() == kind)
                .map(document::text)
                .toList();
    }

    @Test
    void takesPicturesFromBesideTheFileAndFromNowhereElse() throws Exception {
        Files.createDirectories(folder.resolve("docs/img"));
        Files.write(folder.resolve("docs/img/a b.png"), MarkdownLoaderTest.png(40, 0xff0000));
        Files.write(folder.resolve("outside.png"), MarkdownLoaderTest.png(40, 0x00ff00));
        Path file = folder.resolve("docs/page.md");
        Files.writeString(
                file,
                "See ![the tide](img/a%20b.png \"title\") here.\n\n"
                        + "![](../outside.png)\n\n"
                        + "![](http://example.org/x.png)\n\n"
                        + "`![no](img/a%20b.png)`\n");
        var document = Loaders.standard().load(file);
        assertEquals(1, document.images().size());
        var image = document.images().getFirst();
        assertEquals("the tide", image.caption());
        assertTrue(
                document.text().startsWith("See ![the tide](img/a%20b.png \"title\") " + image.mark() + " here."),
                document.text());
    }

    @Test
    void bracketsInTheWordsOfAPictureAndInItsNameAreReadAndSoIsATagWithASignInAnAttribute() throws Exception {
        for (String name : List.of("a.png", "b[1].png", "c.png", "d.png"))
            Files.write(folder.resolve(name), MarkdownLoaderTest.png(40, name.hashCode() & 0xffffff));
        Path file = folder.resolve("page.md");
        Files.writeString(file, """
            ![chart of x[0], as in [3]](a.png) one

            ![a \\[ b](b[1].png) two

            <img alt="x > y" data-src="no.png" src="c.png" title='it"s'> three

            [![badge](d.png)](http://example.org) four
            """);
        var document = Loaders.standard().load(file);
        assertEquals(
                List.of("chart of x[0], as in [3]", "a \\[ b", "", "badge"),
                document.images().stream().map(rag.model.Image::caption).toList());
    }

    @Test
    void whatFollowsABarePictureStays() throws Exception {
        String data =
                "data:image/png;base64," + Base64.getMimeEncoder().encodeToString(MarkdownLoaderTest.png(60, 0x0000ff));
        String text = load("Before " + data + "\n\nThe words after it\n").text();
        assertTrue(text.startsWith("Before") && text.contains("The words after it"), text);
        assertFalse(text.contains("base64"), text);
    }

    @Test
    void base64PicturesAreTakenOutOfTheText() throws Exception {
        String data =
                "data:image/png;base64," + Base64.getEncoder().encodeToString(MarkdownLoaderTest.png(60, 0x0000ff));
        var document = load("Before ![chart](" + data + ") after.\n\n```\ncode stays\n```\n\nBare " + data + " end.\n");
        assertFalse(document.text().contains("base64"), document.text());
        assertEquals(1, document.images().size());
        assertTrue(
                document.text()
                        .startsWith("Before ![chart](embedded) "
                                + document.images().getFirst().mark() + " after."),
                document.text());
        assertTrue(document.text().contains("code stays"));
    }

    @Test
    void aPictureIsReadWhicheverWayItIsWritten() throws Exception {
        String data =
                "data:image/png;base64," + Base64.getEncoder().encodeToString(MarkdownLoaderTest.png(60, 0x0000ff));
        for (String name : List.of("flow.png", "my flow.png", "f(1).png", "vault.png", "tag.png", "short.png"))
            Files.write(folder.resolve(name), MarkdownLoaderTest.png(40, name.hashCode() & 0xffffff));
        var document = load("""
            One ![][image1] here.

            Two ![Flow][F] here.

            Three ![short] and ![short][] here.

            ![Four](<my flow.png>)

            Five ![brackets](f(1).png) here.

            ![[vault.png|The vault]]

            Seven <IMG width=40 src=tag.png> here.

            `![code](no.png)` and ![[Another note]] and ![not defined] are none.

            [image1]: <%s>

            [f]: flow.png "Title"
            [short]:
              short.png
            """.formatted(data));
        assertEquals(List.of(), document.problems());
        assertEquals(
                List.of("", "Flow", "short", "Four", "brackets", "The vault", ""),
                document.images().stream().map(rag.model.Image::caption).toList());
        var marks = document.images().stream().map(rag.model.Image::mark).toList();
        assertTrue(document.text().startsWith("One " + marks.getFirst() + " here."), document.text());
        assertTrue(document.text().contains("Two ![Flow][F] " + marks.get(1) + " here."), document.text());
        assertEquals(
                List.of("![Four](<my flow.png>) " + marks.get(3), "![[vault.png|The vault]] " + marks.get(5)),
                texts(document, Kind.IMAGE));
        assertFalse(document.text().contains("base64"), document.text());
    }

    @Test
    void dataThatIsNoPictureIsToldAndABarePictureIsKept() throws Exception {
        String picture =
                "data:image/png;base64," + Base64.getEncoder().encodeToString(MarkdownLoaderTest.png(60, 0x0000ff));
        String other = "data:image/png;base64," + Base64.getEncoder().encodeToString(new byte[300]);
        var document = load("Bare " + picture + " and " + other + " end.\n\n```\n" + picture + "\n```\n");
        assertEquals(
                "Bare " + document.images().getFirst().mark() + " and  end.\n\n```\ndata:image/png;base64,…\n```\n",
                document.text());
        assertEquals(List.of("1 picture that it names was not read: 1 in no format that is read"), document.problems());
    }

    @Test
    void picturesFromElsewhereInTheIngestedFolderAreReadAndOthersTold() throws Exception {
        Path docs = Files.createDirectories(folder.resolve("docs"));
        Path secret = Files.write(folder.resolve("secret.png"), MarkdownLoaderTest.png(40, 1));
        Files.createDirectories(docs.resolve("assets"));
        Files.createDirectories(docs.resolve("guide"));
        Files.write(docs.resolve("assets/flow.png"), MarkdownLoaderTest.png(40, 2));
        Files.write(docs.resolve("assets/top.png"), MarkdownLoaderTest.png(40, 3));
        Files.createSymbolicLink(docs.resolve("link.png"), secret);
        Path file = Files.writeString(docs.resolve("guide/a.md"), """
            ![flow](../assets/flow.png) ![top](/assets/top.png)

            ![gone](gone.png) ![gone again](gone.png) ![link](../link.png) ![out](../../secret.png)

            ![badge](https://example.org/badge.png) ![logo](#logo)
            """);
        var document = Loaders.standard().load(Source.of(file, docs));
        assertEquals(
                List.of("flow", "top"),
                document.images().stream().map(rag.model.Image::caption).toList());
        assertEquals(
                List.of("3 pictures that it names were not read: 1 missing, 1 outside the folder, 1 outside the folder"
                        + " (ingest one that holds both)"),
                document.problems());
        var page = Loaders.standard().load(Source.of(file, null));
        assertEquals(List.of(), page.images());
        assertEquals(List.of(), page.problems());
    }
}
