package rag.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import rag.engine.IngestReport;
import rag.engine.Outcome;
import rag.engine.Plan.Action;
import rag.model.DocumentState;

class IngestTextTest {

    private static final String LONG = "/somewhere/" + "a-very-long-folder/".repeat(8);

    private static Outcome outcome(Action action, String source, DocumentState state) {
        return new Outcome(action, source, state, "why it is so, in a whole sentence", false, 0, 0, 1);
    }

    private static IngestReport report(int left, List<Outcome> outcomes) {
        return new IngestReport(
                "notes",
                Map.of("new", 1, "unchanged", 0),
                Map.of(),
                outcomes,
                left,
                1,
                0,
                0,
                1,
                1,
                1,
                1,
                "local/" + "model-of-a-long-name-".repeat(4) + "/384",
                List.of(),
                10);
    }

    private static List<String> lines(int left, Outcome... outcomes) {
        return new IngestText(Path.of("/home/somebody")).lines(report(left, List.of(outcomes)));
    }

    @Test
    void oneOfAThingIsNotMany() {
        var lines = lines(1);
        assertEquals("notes: 1 new · 1 chunk, 1 image · 0.0 s", lines.getFirst());
        assertTrue(lines.contains("1 source left the folder and stays known; --prune removes it"), lines.toString());
        assertTrue(lines.contains("1 link not followed"), lines.toString());
    }

    @Test
    void filesThatNoLoaderReadsAreCountedByEndingAndTheFirstAreNamed() {
        var lines = lines(
                0,
                outcome(Action.UNSUPPORTED, "/x/a.bin", DocumentState.UNSUPPORTED),
                outcome(Action.UNSUPPORTED, "/x/b.exe", DocumentState.UNSUPPORTED),
                outcome(Action.UNSUPPORTED, "/x/c.exe", DocumentState.UNSUPPORTED),
                outcome(Action.UNSUPPORTED, "/x/d.exe", DocumentState.UNSUPPORTED));
        int at = lines.indexOf("unsupported: 4 files that no loader reads (3 .exe, 1 .bin)");
        assertTrue(at > 0, lines.toString());
        assertEquals(
                List.of("  /x/a.bin", "  /x/b.exe", "  /x/c.exe", "  … and 1 more"), lines.subList(at + 1, at + 5));
    }

    @Test
    void noLineIsWiderThanTheTerminalAndNoneSteersIt() {
        var lines = lines(
                2,
                outcome(Action.NEW, LONG + "bad\u001b[31m\u202e.pdf", DocumentState.FAILED),
                outcome(Action.UNSUPPORTED, LONG + "x.bin", DocumentState.UNSUPPORTED));
        for (var line : lines) {
            assertTrue(Columns.width(line) <= 80, line);
            assertTrue(line.chars().noneMatch(c -> c == 0x1b || c == 0x202e), line);
        }
    }
}
