package rag.split;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static rag.split.Passages.assertWithin;
import static rag.split.Passages.split;
import static rag.split.Passages.texts;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import rag.model.Block.Kind;

class LongBlockTest {

    private static final String EMOJI = "\uD83D\uDC68\u200D\uD83D\uDC69\u200D\uD83D\uDC67\u200D\uD83D\uDC66";

    @Test
    void aBlockThatIsTooLongIsCutBetweenSentencesAndRepeatsTheLastOnes() {
        var sentences = IntStream.range(0, 30)
                .mapToObj(i -> "Sentence number " + i + " says as much as the others do.")
                .toList();
        var document = Docs.of(Kind.PARAGRAPH, String.join(" ", sentences));
        var passages = split(document, 64, 16);
        assertWithin(64, document, passages);
        assertTrue(passages.size() > 5);
        for (int i = 0; i < passages.size(); i++) {
            var text = passages.get(i).text();
            assertTrue(text.startsWith("Sentence number") && text.endsWith("others do."), text);
            if (i == 0) continue;
            var before = passages.get(i - 1);
            assertTrue(passages.get(i).start() < before.end(), "the last sentence is repeated");
            assertTrue(before.text().endsWith(text.substring(0, text.indexOf(". ") + 1)), text);
        }
        assertTrue(passages.getLast().text().endsWith(sentences.getLast()));
    }

    @Test
    void chineseIsCutBehindItsOwnSentenceEnds() {
        var document = Docs.of(Kind.PARAGRAPH, "这是第一句话，说得很长很长。那么第二句话呢？第三句话也在这里！".repeat(8));
        for (var passage : split(document, 40, 0)) {
            assertTrue("。？！".indexOf(passage.text().charAt(passage.text().length() - 1)) >= 0, passage.text());
        }
    }

    @Test
    void wrappedLinesAreCutBetweenSentencesAndOtherLinesBetweenLines() {
        var wrapped =
                "The pump stops when the\npressure falls. It starts\nagain when somebody asks\nit to. ".repeat(12);
        for (var passage : split(Docs.of(Kind.PARAGRAPH, wrapped.strip()), 64, 0)) {
            assertTrue(passage.text().endsWith("."), passage.text());
        }
        var log = IntStream.range(0, 60)
                .mapToObj(i -> "12:0%d:07 Started part %d. Then failed".formatted(i % 10, i))
                .toList();
        var passages = split(Docs.of(Kind.PARAGRAPH, String.join("\n", log)), 64, 0);
        assertEquals(log, passages.stream().flatMap(p -> p.text().lines()).toList());
    }

    @Test
    void aTableThatFitsStaysWhole() {
        var table = "| a | b |\n|---|---|\n" + "| 1 | 2 |\n".repeat(6).strip();
        var document = Docs.markdown()
                .add(Kind.PARAGRAPH, "word ".repeat(30))
                .add(Kind.TABLE, table)
                .build();
        assertTrue(texts(split(document, 72, 0)).contains(table));
    }

    @Test
    void everyPartOfALongTableRepeatsTheHeadAndHasWholeRows() {
        var rows = IntStream.range(0, 80)
                .mapToObj(i -> "| item " + i + " | " + i * 7 + " pieces |")
                .toList();
        var head = "| Name | Stock |\n|---|---|\n";
        var document = Docs.markdown()
                .heading(1, "Store")
                .add(Kind.TABLE, head + String.join("\n", rows))
                .add(Kind.PARAGRAPH, "Behind the table.")
                .build();
        var passages = split(document, 96, 24);
        assertWithin(96, document, passages);
        assertTrue(passages.size() > 5);
        var found = new ArrayList<String>();
        for (int i = 0; i < passages.size(); i++) {
            var text = passages.get(i).text();
            assertTrue(text.startsWith(i == 0 ? "# Store\n\n" + head : head), text);
            text.lines().filter(line -> line.startsWith("| item")).forEach(found::add);
        }
        assertEquals(rows, found, "each row once, none cut");
        assertTrue(passages.getLast().text().endsWith("\n\nBehind the table."));
    }

    @ParameterizedTest
    @ValueSource(strings = {"```", "~~~~", "  ```"})
    void everyPartOfALongFenceIsAFence(String signs) {
        var lines = IntStream.range(0, 90)
                .mapToObj(i -> i % 9 == 0 ? "" : "    call(" + i + "); # not a heading")
                .toList();
        var fence = signs + "java\n" + String.join("\n", lines) + "\n" + signs;
        var document = Docs.markdown()
                .heading(1, "Code")
                .add(Kind.CODE, fence)
                .add(Kind.PARAGRAPH, "End.")
                .build();
        var passages = split(document, 128, 32);
        assertWithin(128, document, passages);
        assertTrue(passages.size() > 5);
        for (var passage : passages) {
            var fences = passage.text()
                    .lines()
                    .filter(line -> line.strip().startsWith(signs.strip()))
                    .toList();
            assertEquals(List.of(signs + "java", signs), fences, passage.text());
            assertEquals(List.of("Code"), passage.headings());
        }
        var found = passages.stream()
                .flatMap(p -> p.text().lines())
                .filter(line -> line.startsWith("    call"))
                .toList();
        assertEquals(lines.stream().filter(line -> !line.isEmpty()).toList(), found);
        assertTrue(passages.getLast().text().endsWith("\n\nEnd."));
    }

    @Test
    void aFenceThatIsNeverClosedIsClosedInItsPassage() {
        var document = Docs.markdown()
                .add(Kind.CODE, "```sh\n# comment\nls")
                .add(Kind.PARAGRAPH, "After.")
                .build();
        assertEquals(List.of("```sh\n# comment\nls\n```\n\nAfter."), texts(split(document, 64, 0)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"auto", "recursive", "markdown", "sentence", "code"})
    void neitherEmojiNorPairsAreCutAtAnyOffset(String splitter) {
        for (int shift = 0; shift < 30; shift++) {
            var text = "x".repeat(shift) + ("\uD83D\uDE80" + EMOJI + "e\u0301").repeat(60);
            var passages =
                    Splitters.of(splitter).split(Docs.of(Kind.PARAGRAPH, text), new ChunkLimits(32, 8, Docs.WORDS));
            assertEquals(text, String.join("", texts(passages)));
            for (var passage : passages) {
                var first =
                        passage.text().substring(0, Math.min(2, passage.text().length()));
                assertTrue(
                        first.startsWith("x")
                                || "\uD83D\uDE80".equals(first)
                                || EMOJI.startsWith(first)
                                || first.equals("e\u0301"),
                        "starts inside a cluster: " + passage.text());
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "word ", "字", "a,b;", "\uD83D\uDE80", "한국어 ", "ก"})
    void aLineOfFiftyThousandCharactersIsCutIntoPassagesThatFit(String part) {
        var text = part.repeat(50_000 / part.length());
        var document = Docs.of(Kind.PARAGRAPH, text);
        var passages = split(document, 256, 32);
        assertWithin(256, document, passages);
        assertTrue(
                passages.stream().allMatch(p -> p.text().length() <= 256 * 10), "a reader's patience has a limit too");
        assertEquals(text.replace(" ", ""), String.join("", texts(passages)).replace(" ", ""));
        int least = passages.stream()
                .limit(passages.size() - 1)
                .mapToInt(p -> p.text().length())
                .min()
                .orElseThrow();
        int most = passages.stream().mapToInt(p -> p.text().length()).max().orElseThrow();
        assertTrue(least * 2 > most, "about equal: " + least + ".." + most);
    }

    @Test
    void aWordTheModelDoesNotKnowIsNoReasonForAnEndlessPassage() {
        var document = Docs.of(Kind.PARAGRAPH, "q".repeat(50_000));
        var passages = Splitters.of("auto").split(document, new ChunkLimits(256, 0, text -> 3));
        assertTrue(passages.size() >= 19, "got " + passages.size());
    }

    @Test
    void anImageMarkIsNeverCut() {
        var mark = "[IMAGE: img_0123456789abcdef]";
        for (int shift = 0; shift < 40; shift++) {
            var document = Docs.of(Kind.PARAGRAPH, "y".repeat(shift) + (mark + "zz").repeat(40));
            var all = texts(split(document, 48, 0));
            int marks = all.stream()
                    .mapToInt(text -> (text.length() - text.replace(mark, "").length()) / mark.length())
                    .sum();
            assertEquals(40, marks);
        }
    }
}
