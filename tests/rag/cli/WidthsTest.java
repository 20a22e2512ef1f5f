package rag.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What is printed fits a terminal of 80 columns, can't steer it, and breaks where people would. */
class WidthsTest {

    @Command(name = "sample", mixinStandardHelpOptions = true, description = "A sample of a script.")
    static final class Sample implements Callable<Integer> {

        @Mixin
        CommonOptions common = new CommonOptions(null, null);

        @Mixin
        DomainOptions domain = new DomainOptions();

        @Option(
                names = "--an-option-with-a-long-name",
                paramLabel = "VALUE",
                description = "What it does, said in so many words that one line does not hold them (default: ./a/b).")
        String value = "";

        @Override
        public Integer call() {
            return 0;
        }
    }

    @Test
    void aHelpTextKeepsTo80ColumnsAndNeverBreaksAPath() {
        var lines = Script.commandLine(new Sample()).getUsageMessage().lines().toList();

        for (var line : lines) assertTrue(Columns.width(line) <= 80, line);
        assertTrue(lines.getFirst().startsWith("Usage: ./jbang sample.java"), lines.getFirst());
        assertTrue(lines.stream().anyMatch(line -> line.strip().equals("./data.")), lines.toString());
        assertTrue(lines.stream().anyMatch(line -> line.startsWith("  ") && line.contains("--json  ")), "" + lines);
    }

    @ParameterizedTest
    @ValueSource(ints = {20, 40, 80})
    void noLineIsWiderThanItMayBe(int columns) {
        for (var text : List.of(
                "word ".repeat(60),
                "/a/long/path".repeat(20),
                "渡轮每天早上从四号码头出发。".repeat(10),
                "\u202e\u001b[31m".repeat(40),
                "a\tb\t".repeat(40),
                "   ! " + "note ".repeat(40))) {
            for (var line : Columns.wrap(text, columns)) assertTrue(Columns.width(line) <= columns, line);
            for (var line : Columns.wrap("head: ", text, columns)) assertTrue(Columns.width(line) <= columns, line);
        }
    }

    @Test
    void linesThatGoOnAreSetInLikeTheFirst() {
        assertEquals(List.of("! one two", "  three"), Columns.wrap("! one two three", 10));
        assertEquals(List.of("  one two", "  three"), Columns.wrap("  one two three", 10));
        assertEquals(List.of("is  one two", "    three"), Columns.wrap("is  ", "one two three", 12));
    }

    @Test
    void aCommandToPasteStaysInOnePiece() {
        assertEquals(
                List.of("convert it with:", "./jbang ingest.java --reembed -c c; or not"),
                Columns.wrap("convert it with: ./jbang ingest.java --reembed -c c; or not", 45));
    }

    @Test
    void aCommandThatIsTooLongGoesOnAsAShellReadsIt() {
        assertEquals(
                List.of("then: ./jbang \\", "evaluate.java --test-set \\", "mine.json -c c"),
                Columns.wrap("then: ./jbang evaluate.java --test-set mine.json -c c", 26));
    }

    @Test
    void aTableGivesWayInTheColumnThatMay() {
        var lines = new Table("state", "<source")
                .row("ready", "/a/very/long/path/to/notes.md")
                .row("failed", "b.md")
                .lines(20);

        assertEquals(List.of("state   source", "ready   …to/notes.md", "failed  b.md"), lines);
    }

    @Test
    void aNameOfTwoLinesIsShownOnOne() {
        var lines = new Table("source").row("a\nready  b.md\u202e").lines();

        assertEquals(List.of("source", "a\\u000aready  b.md\\u202e"), lines);
    }

    @Test
    void wordsToAPersonAreWrappedAndCantSteerTheTerminal() {
        var bytes = new ByteArrayOutputStream();
        SafeOutput.words(bytes).println("no such file: '\u001b[2J" + "name ".repeat(30) + "'");
        var printed = bytes.toString(StandardCharsets.UTF_8);

        assertTrue(printed.contains("\\u001b[2J"), printed);
        assertFalse(printed.contains("\u001b"), printed);
        printed.lines().forEach(line -> assertTrue(Columns.width(line) <= 80, line));
    }
}
