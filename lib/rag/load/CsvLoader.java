package rag.load;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.commons.csv.CSVRecord;
import rag.model.Block.Kind;
import rag.model.Document;
import rag.model.LoadException;

/**
 * Tables as text (CSV, TSV): the separator is found out, lines of one cell above the head are a title, and a row that does
 * not fit the head stays as it is written.
 */
public final class CsvLoader implements DocumentLoader {

    /** Those beside the comma, which stands in figures and sentences as well. */
    private static final char[] SEPARATORS = {';', '\t', '|'};

    /** A score that only rows of nearly the same number of cells have. */
    private static final double EVEN = 0.83;

    private static final Pattern COMMA_INSIDE = Pattern.compile("(?<=\\d),(?=\\d)|, ");

    /** A first line by which Excel is told the separator. */
    private static final Pattern TOLD = Pattern.compile("(?i)\"?sep=([^\\w\\s\"]|\\t)\"?[,;\\t|]*(?:\\n|$)");

    private static final int SAMPLE_CHARACTERS = 64_000;
    private static final int SAMPLE_ROWS = 100;

    private static final int MOST_CHARACTERS = 32_000_000;

    @Override
    public String type() {
        return "csv";
    }

    @Override
    public Set<String> extensions() {
        return Set.of("csv", "tsv", "tab", "psv");
    }

    @Override
    public Document load(Source source) throws IOException, LoadException {
        var builder = new DocumentBuilder(type()).title(source.stem());
        String text = Encodings.decode(source.bytes()).tell(builder).text();
        if (text.length() > MOST_CHARACTERS) {
            int end = end(text, MOST_CHARACTERS);
            builder.problem("rows from character " + end + " on left out, the table is too long");
            text = text.substring(0, end);
        }
        var told = TOLD.matcher(text);
        boolean tells = told.lookingAt();
        if (tells) text = text.substring(told.end());
        char separator = tells ? told.group(1).charAt(0) : separator(text);
        List<CSVRecord> records = List.of();
        try {
            if (separator != 0) {
                var rows = CsvRows.of(text, separator, Integer.MAX_VALUE);
                tell(rows.unclosed(), builder);
                records = rows.all();
            }
        } catch (IOException | UncheckedIOException | IllegalStateException broken) {
            builder.problem("read line by line: " + broken.getMessage());
        }
        if (records.isEmpty()) lines(text, builder);
        else table(text, records, builder);
        return builder.build(source);
    }

    /** Says which quotes were left out. */
    private static void tell(List<Integer> unclosed, DocumentBuilder builder) {
        if (unclosed.isEmpty()) return;
        String numbers = unclosed.stream().limit(5).map(String::valueOf).collect(Collectors.joining(", "));
        int more = unclosed.size() - 5;
        builder.problem(
                unclosed.size() == 1
                        ? "a quote in row " + numbers + " is never closed and is left out"
                        : "quotes in rows " + numbers + (more > 0 ? " and " + more + " more" : "")
                                + " are never closed and are left out");
    }

    /** Where the last whole row within so many characters ends; a table of one row is cut within it. */
    static int end(String text, int most) {
        int line = text.lastIndexOf('\n', most);
        return line > 0 ? line : most;
    }

    /** The one by which most rows have the same number of cells, more than one; 0 when there is none. */
    static char separator(String text) {
        int end = text.length() <= SAMPLE_CHARACTERS ? text.length() : text.lastIndexOf('\n', SAMPLE_CHARACTERS);
        String sample = text.substring(0, end < 0 ? SAMPLE_CHARACTERS : end);
        char best = 0;
        double most = 0;
        for (char separator : SEPARATORS) {
            double score = score(sample, separator);
            if (score > most) {
                most = score;
                best = separator;
            }
        }
        double comma = score(sample, ',');
        boolean cells = comma > 0 && comma >= most && !(most > EVEN && inside(sample));
        return cells ? ',' : best;
    }

    /** Agreement first, then the finer cut; 0 when it cuts nothing. */
    private static double score(String sample, char separator) {
        try {
            var rows = CsvRows.of(sample, separator, SAMPLE_ROWS);
            int usual = rows.width();
            return usual < 2 ? 0 : rows.evenness() * rows.evenness() + 0.01 * Math.min(usual, 20);
        } catch (IOException | UncheckedIOException | IllegalStateException broken) {
            return 0; // not by this one
        }
    }

    /** Whether nearly all commas stand in figures and sentences: 12,5 and "Smith, John". */
    private static boolean inside(String sample) {
        long commas = sample.chars().filter(c -> c == ',').count();
        return COMMA_INSIDE.matcher(sample).results().count() * 10 >= commas * 9;
    }

    private static void lines(String text, DocumentBuilder builder) {
        builder.add(Kind.PARAGRAPH, text);
    }

    private static void table(String text, List<CSVRecord> records, DocumentBuilder builder) {
        int head = 0;
        while (head < records.size() && filled(records.get(head)) < 2) {
            builder.add(
                    Kind.PARAGRAPH, String.join(" ", cells(records.get(head))).strip());
            head++;
        }
        if (head == records.size()) return;
        int width = cells(records.get(head)).size();
        long wider = records.stream()
                .skip(head)
                .filter(record -> cells(record).size() > width)
                .count();
        boolean headless = wider * 2 > records.size() - head; // it is the head that is short
        var rows = new ArrayList<List<String>>();
        rows.add(cells(records.get(head)));
        boolean headWritten = false;
        for (int i = head + 1; i < records.size(); i++) {
            var cells = cells(records.get(i));
            if (cells.size() <= width || headless) {
                rows.add(cells);
                continue;
            }
            flush(rows, headWritten, builder);
            headWritten = true;
            int end = i + 1 < records.size() ? (int) records.get(i + 1).getCharacterPosition() : text.length();
            builder.add(Kind.PARAGRAPH, text.substring((int) records.get(i).getCharacterPosition(), end));
        }
        flush(rows, headWritten, builder);
    }

    /** Writes the rows gathered under the head, which stays for those to come. */
    private static void flush(List<List<String>> rows, boolean headWritten, DocumentBuilder builder) {
        if (rows.size() > 1 || !headWritten) builder.add(Kind.TABLE, MarkdownTable.of(rows));
        rows.subList(1, rows.size()).clear();
    }

    private static long filled(CSVRecord record) {
        return record.stream().filter(cell -> !cell.isBlank()).count();
    }

    /** Without the empty ones at the end. */
    private static List<String> cells(CSVRecord record) {
        var cells = new ArrayList<>(record.toList());
        while (!cells.isEmpty() && cells.getLast().isBlank()) cells.removeLast();
        return cells;
    }
}
