package rag.split;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import rag.model.Block.Kind;
import rag.model.Chunk;
import rag.model.Document;
import rag.model.Passage;
import rag.text.Texts;

/** What holds for every splitter and every document; the documents are made by chance, the same ones each time. */
class SplitterPropertiesTest {

    private static final int DOCUMENTS = 150;
    private static final List<String> WORDS = List.of(
            "pump",
            "valve",
            "stops",
            "The",
            "pressure",
            "C++",
            "e.g.",
            "3.14",
            "end.",
            "Why?",
            "ok!",
            "(see",
            "below)",
            "höhe",
            "压力",
            "泵停止。",
            "为什么？",
            "の",
            "한국어",
            "\uD83D\uDE80",
            "e\u0301",
            "\uD83D\uDC68\u200D\uD83D\uDC69\u200D\uD83D\uDC67",
            "[IMAGE: img_0123456789abcdef]",
            "......",
            "a_b_c",
            "--",
            "ineedseveralpiecestobewritten",
            "................................",
            "`x < y`",
            "| cell |",
            "#tag",
            ">");

    @ParameterizedTest
    @ValueSource(strings = {"auto", "recursive", "markdown", "sentence", "code"})
    void nothingIsLostCutInTwoOrTooLong(String name) {
        var random = new Random(name.hashCode());
        for (int n = 0; n < DOCUMENTS; n++) {
            var document = document(random);
            int size = 32 + random.nextInt(200);
            var limits = new ChunkLimits(size, random.nextInt(size / 3), Docs.WORDS);
            var passages = Splitters.of(name).split(document, limits);
            assertCovered(document, passages);
            assertFits(document, passages, limits);
            assertWhole(document, passages);
            assertEquals(passages, Splitters.of(name).split(document, limits), "the same again");
        }
    }

    private static void assertCovered(Document document, List<Passage> passages) {
        var text = document.text();
        int covered = 0, start = 0;
        for (var passage : passages) {
            assertTrue(passage.start() >= start, "in reading order");
            start = passage.start();
            for (int i = covered; i < passage.start(); i++) {
                assertTrue(
                        Character.isWhitespace(text.charAt(i)), "lost " + text.charAt(i) + " at " + i + " of " + text);
            }
            covered = Math.max(covered, passage.end());
        }
        assertTrue(text.substring(covered).isBlank(), "lost the end: " + text.substring(covered));
    }

    private static void assertFits(Document document, List<Passage> passages, ChunkLimits limits) {
        var title = Splitters.title(document, limits);
        for (var passage : passages) {
            var whole = Chunk.searchText(title, passage.headings(), passage.text());
            int tokens = Docs.WORDS.count(whole);
            assertTrue(tokens <= limits.size(), tokens + " tokens of " + limits.size() + ": " + whole);
        }
    }

    private static void assertWhole(Document document, List<Passage> passages) {
        for (var passage : passages) {
            for (int edge : new int[] {passage.start(), passage.end()}) {
                assertEquals(edge, Texts.boundary(document.text(), edge), "cuts a grapheme cluster");
            }
            var marks = passage.text().replace("[IMAGE: img_0123456789abcdef]", "");
            assertTrue(!marks.contains("img_") && !marks.contains("[IMAGE"), "cuts an image mark: " + passage.text());
            if (passage.text().indexOf('`') < 0 || document.type().equals("text")) continue;
            long fences = passage.text()
                    .lines()
                    .filter(line -> line.startsWith("```"))
                    .count();
            assertEquals(0, fences % 2, "fences don't pair: " + passage.text());
        }
    }

    private static Document document(Random random) {
        var types = List.of("markdown", "pdf", "code");
        var docs = new Docs(
                random.nextInt(4) == 0 ? "" : words(random, 1 + random.nextInt(6), " "), types.get(random.nextInt(3)));
        for (int block = random.nextInt(12); block >= 0; block--) {
            int length = random.nextInt(random.nextInt(5) == 0 ? 300 : 30) + 1;
            switch (random.nextInt(9)) {
                case 0, 1 -> docs.heading(1 + random.nextInt(4), words(random, 1 + random.nextInt(8), " "));
                case 2 -> docs.add(Kind.TABLE, table(random, length));
                case 3 ->
                    docs.add(
                            Kind.CODE,
                            "```java\n" + words(random, length, "\n") + (random.nextBoolean() ? "\n```" : ""));
                case 4 -> docs.add(Kind.CODE, words(random, length, random.nextBoolean() ? "\n" : "\n\n    "));
                case 5 -> docs.add(Kind.LIST, "- " + words(random, length, "\n- "));
                case 6 -> docs.loose("\n---\n").add(Kind.QUOTE, words(random, length, random.nextBoolean() ? "" : " "));
                case 7 -> docs.add(Kind.PARAGRAPH, words(random, length, " "), "hidden text");
                default -> docs.add(Kind.PARAGRAPH, words(random, length, random.nextInt(3) == 0 ? "\n" : " "));
            }
        }
        return docs.build();
    }

    private static String table(Random random, int rows) {
        var table = new StringBuilder("| a | b |\n|---|---|");
        for (int i = 0; i < rows; i++)
            table.append("\n| ")
                    .append(words(random, 1 + random.nextInt(9), " "))
                    .append(" | x |");
        return table.toString();
    }

    private static String words(Random random, int count, String between) {
        var words = new StringBuilder();
        for (int i = 0; i < count; i++) {
            if (i > 0) words.append(between);
            words.append(WORDS.get(random.nextInt(WORDS.size())));
        }
        return words.toString();
    }
}
