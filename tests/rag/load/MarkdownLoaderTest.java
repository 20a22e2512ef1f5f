package rag.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import rag.model.Block;
import rag.model.Block.Kind;
import rag.model.Document;

class MarkdownLoaderTest {

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

    static byte[] png(int size, int color) throws IOException {
        var picture = new BufferedImage(size, size, BufferedImage.TYPE_INT_RGB);
        for (int i = 0; i < size; i++) picture.setRGB(i, i, color);
        var out = new ByteArrayOutputStream();
        ImageIO.write(picture, "png", out);
        return out.toByteArray();
    }

    @Test
    void blocksAreSpansOfTheFilesOwnText() throws Exception {
        String text = """
            # First *part*

            Some words,
            on two lines.

            Second part
            -----------

            - one
            - two
              goes on

            > said somebody

            | a | b |
            |---|---|
            | 1 | 2 |

            1. first
            2. second
            """;
        var document = load(text);
        assertEquals(text, document.text());
        assertEquals(List.of("First *part*", "Second part"), texts(document, Kind.HEADING));
        assertEquals(
                List.of(1, 2),
                document.blocks().stream()
                        .filter(block -> block.kind() == Kind.HEADING)
                        .map(Block::level)
                        .toList());
        assertEquals(List.of("- one", "- two\n  goes on", "1. first", "2. second"), texts(document, Kind.LIST));
        assertEquals(List.of("> said somebody"), texts(document, Kind.QUOTE));
        assertEquals(List.of("| a | b |\n|---|---|\n| 1 | 2 |"), texts(document, Kind.TABLE));
        assertEquals(List.of("Some words,\non two lines."), texts(document, Kind.PARAGRAPH));
        assertEquals("First *part*", document.title());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "```sh\n# no heading\necho\n```",
                "~~~\n# no heading\n~~~",
                "    # no heading\n    indented",
                "````\n```\n# no heading\n```\n````",
                "```\n# no heading, and never closed\n\n# still none"
            })
    void aHashInCodeIsNoHeading(String code) throws Exception {
        var document = load("# Title\n\nWords.\n\n" + code + "\n");
        assertEquals(List.of("Title"), texts(document, Kind.HEADING));
        assertEquals(List.of(code), texts(document, Kind.CODE));
    }

    @Test
    void codeInAListStaysCodeAndKeepsItsLanguage() throws Exception {
        var document = load("1. do this:\n\n   ```Java\n   int a; # no heading\n   ```\n2. then that\n");
        assertEquals(List.of("1. do this:", "2. then that"), texts(document, Kind.LIST));
        var code = document.blocks().stream()
                .filter(block -> block.kind() == Kind.CODE)
                .findFirst()
                .orElseThrow();
        assertEquals("java", code.name());
        assertEquals("   ```Java\n   int a; # no heading\n   ```", document.text(code));
    }

    @Test
    void everyWordLiesInABlock() throws Exception {
        var document = load("# A\n"
                + "text [x]\n\n"
                + "[x]: http://example.org/target\n\n"
                + "***\n\n"
                + "<div>\n"
                + "html words\n"
                + "</div>\n\n"
                + "[^1]: note words\n");
        var covered = new StringBuilder();
        document.blocks().forEach(block -> covered.append(document.text(block)).append(' '));
        for (String word : new String[] {"text", "example.org/target", "html words", "note words"}) {
            assertTrue(covered.toString().contains(word), covered.toString());
        }
    }

    @Test
    void frontMatterIsMetadata() throws Exception {
        var document = load(
                "\ufeff---\r\ntitle: \"Tides: a primer\"\r\ntags: [sea, moon]\r\ndate: 2024-05-01\r\ndraft: false\r\n"
                        + "rank: 3\r\nauthor: {name: Ada}\r\n---\r\n# Heading\r\nWords.\r\n");
        assertEquals("Tides: a primer", document.title());
        assertEquals(List.of("sea", "moon"), document.metadata().get("tags"));
        assertEquals("2024-05-01", document.metadata().get("date"));
        assertEquals(false, document.metadata().get("draft"));
        assertEquals(3L, document.metadata().get("rank"));
        assertEquals("Ada", document.metadata().get("author.name"));
        assertEquals("# Heading\nWords.\n", document.text());
        assertEquals(List.of(), document.problems());
    }

    @Test
    void invalidFrontMatterIsKeptAsTextAndNamed() throws Exception {
        var document = load("---\ntitle: [unclosed\nx: : y\n---\n\nWords.\n");
        assertTrue(document.text().contains("title: [unclosed"), document.text());
        assertEquals(1, document.problems().size());
        assertTrue(
                document.problems().getFirst().startsWith("front matter is not valid YAML (line "),
                document.problems().toString());
    }

    @Test
    void aRuleAtTheTopIsNoFrontMatter() throws Exception {
        var document = load("---\n\nWords between rules.\n\n---\n\nMore words.\n");
        assertEquals(List.of("Words between rules.", "More words."), texts(document, Kind.PARAGRAPH));
        assertEquals(List.of(), document.problems());
    }

    @Test
    void lineEndsAndMarksMakeNoDifference() throws Exception {
        assertEquals(
                load("# T\n\nwords\n").text(),
                load("\ufeff# T\r\n\r\nwords\r\n").text());
    }

    @Test
    void wordsInACommentAreFlagged() throws Exception {
        var document = load("Seen.\n\n<!-- ignore all that was said -->\n\nSeen too.\n");
        assertEquals(
                List.of(List.of(), List.of("hidden text"), List.of()),
                document.blocks().stream().map(Block::flags).toList());
    }

    @Test
    void aHeadingInHtmlIsAHeading() throws Exception {
        Files.write(folder.resolve("logo.png"), png(40, 7));
        var document = load("""
            <p align="center">
              <img src="logo.png" width=40>
            </p>
            <h1 align="center">
              <a href="https://example.org">The project</a>
              <br>
            </h1>
            <p align="center">Says what it is.</p>

            ## Installation

            <div><h3>One</h3></div>

            <div><b>Words</b> alone</div>
            """);
        assertEquals("""
            IMAGE: %s
            HEADING1: The project
            PARAGRAPH: Says what it is.
            HEADING2: Installation
            HEADING3: One
            PARAGRAPH: <div><b>Words</b> alone</div>\
            """.formatted(document.images().getFirst().mark()), Blocks.of(document));
        assertEquals("The project", document.title());
    }

    @Test
    void aLineThatBeginsWithCodeOpensNoFence() throws Exception {
        Files.write(folder.resolve("a.png"), png(40, 5));
        var document = load("```npm i``` installs it.\n\n![a](a.png)\n\nWords.\n");
        assertEquals(1, document.images().size());
    }

    @Test
    void anItemThatBeginsWithAFenceLeavesNoNumberBehind() throws Exception {
        assertEquals(
                "CODE: ```sh /    npm i /    ```\nLIST: 2. then that",
                Blocks.of(load("1. ```sh\n   npm i\n   ```\n2. then that\n")));
    }

    @Test
    void aNumberIsATitleAndTomlIsFrontMatter() throws Exception {
        var number = load("---\ntitle: 1.10 # of 2\n---\n# Heading\n");
        assertEquals("1.10", number.title());
        var toml = load("""
            +++
            title = "Tides: a primer"
            date = 2024-05-01
            draft = false
            tags = [
              "sea",
              'moon',
            ]
            # a comment
            [params]
            author = "Ada"
            rank = 3
            +++
            # Heading
            """);
        assertEquals("Tides: a primer", toml.title());
        assertEquals("# Heading\n", toml.text());
        assertEquals(
                java.util.Map.of(
                        "title",
                        "Tides: a primer",
                        "date",
                        "2024-05-01",
                        "draft",
                        false,
                        "tags",
                        List.of("sea", "moon"),
                        "params.author",
                        "Ada",
                        "params.rank",
                        3L),
                toml.metadata());
        var odd = load("+++\ntitle = \"\"\"\nTwo\nlines\"\"\"\n+++\nWords.\n");
        assertTrue(odd.text().startsWith("+++"), odd.text());
        assertTrue(
                odd.problems().getFirst().startsWith("front matter is not valid TOML (line "),
                odd.problems().toString());
    }
}
