package rag.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.Normalizer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import rag.model.LoadException;

/** Real files that break loaders, each with words that must come and words that must not; they lie beside the repository. */
class SharedFilesTest {

    private static final Path FILES = Path.of("../shared/files");

    private record Row(String file, String wanted, String forbidden, String expect) {}

    private static List<Row> rows() throws IOException {
        var lines = Files.readAllLines(FILES.resolve("index.tsv"));
        var names = List.of(lines.getFirst().split("\t", -1));
        return lines.stream()
                .skip(1)
                .map(line -> line.split("\t", -1))
                .map(cells -> new Row(
                        cells[names.indexOf("file")],
                        cells[names.indexOf("must_contain")],
                        cells[names.indexOf("must_not_contain")],
                        cells[names.indexOf("expect")]))
                .toList();
    }

    @Test
    void nearlyAllRequiredWordsComeAndNoForbiddenOnes() throws Exception {
        Assumptions.assumeTrue(Files.isDirectory(FILES), "no " + FILES + " here");
        var loaders = Loaders.standard();
        var missed = new ArrayList<String>();
        var forbidden = new ArrayList<String>();
        int wanted = 0;
        for (var row : rows()) {
            String text = "";
            long start = System.nanoTime();
            try {
                text = loaders.load(FILES.resolve(row.file)).text();
            } catch (LoadException e) {
                if (row.expect.startsWith("text")) missed.add(row.file + ": " + e.getMessage());
            }
            var took = Duration.ofNanos(System.nanoTime() - start);
            assertTrue(took.toSeconds() < 30, row.file + " took " + took);
            if (!row.wanted.isEmpty()) {
                wanted++;
                if (!normal(text, row).contains(normal(row.wanted, row))) missed.add(row.file);
            }
            boolean bad = row.forbidden.startsWith("\\u")
                    ? text.indexOf(Integer.parseInt(row.forbidden.substring(2), 16)) >= 0
                    : !row.forbidden.isEmpty() && normal(text, row).contains(normal(row.forbidden, row));
            if (bad) forbidden.add(row.file);
            if (row.expect.equals("no-text") || row.expect.equals("empty")) assertEquals("", text, row.file);
        }
        assertEquals(List.of(), forbidden);
        assertTrue(missed.size() <= wanted * 0.05, missed.toString());
        // its main content does not begin with the words by which a screen reader skips the navigation
        assertEquals(List.of("html/scripts-and-styles.html"), missed);
    }

    private static String normal(String text, Row row) {
        String out = Normalizer.normalize(text, Normalizer.Form.NFKC)
                .replaceAll("[\u200b-\u200f\u202a-\u202e\u2066-\u2069\u00ad]", "")
                .replaceAll("\\s+", " ");
        return row.expect.equals("text-nospace") ? out.replace(" ", "") : out;
    }
}
