package rag.load;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import rag.model.Block.Kind;
import rag.model.Document;
import rag.model.LoadException;

/**
 * Tables as text (CSV, TSV): the separator is found out, lines of one cell above the head are a title, and a row that does
 * not fit the head stays as it is written.
 */
public final class CsvLoader implements DocumentLoader {

    private static final char[] SEPARATORS = {',', ';', '\t', '|'};
    private static final int SAMPLE_CHARACTERS = 64_000;
    private static final int SAMPLE_ROWS = 100;

    /** Lines that one row may have at the end of a file. */
    private static final int LONGEST_ROW = 50;

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
        char separator = separator(text);
        List<CSVRecord> records;
        try {
            records = separator == 0 ? List.of() : records(text, separator, Integer.MAX_VALUE);
            int open = open(text, records);
            if (open >= 0) {
                builder.problem(
                        "a quote in row " + records.size() + " is never closed: from there on each line is a row");
                text = text.substring(0, open) + literally(text.substring(open));
                records = records(text, separator, Integer.MAX_VALUE);
            }
        } catch (IOException | UncheckedIOException | IllegalStateException broken) {
            builder.problem("read line by line: " + broken.getMessage());
            records = List.of();
        }
        if (records.isEmpty()) lines(text, builder);
        else table(text, records, builder);
        return builder.build(source);
    }

    /** Where a last row begins that runs on over many lines to the end of the file, since its quote is not closed; else -1. */
    private static int open(String text, List<CSVRecord> records) {
        if (records.isEmpty()) return -1;
        int start = (int) records.getLast().getCharacterPosition();
        boolean closed = text.stripTrailing().endsWith("\"");
        long lines = text.substring(start).lines().limit(LONGEST_ROW + 1L).count();
        return lines > LONGEST_ROW && !closed ? start : -1;
    }

    /** Rows of which no cell goes on in the next line: a line with an odd number of quotes has none. */
    private static String literally(String rows) {
        var out = new StringBuilder(rows.length());
        for (int start = 0; start < rows.length(); ) {
            int end = rows.indexOf('\n', start) + 1;
            String line = rows.substring(start, end == 0 ? rows.length() : end);
            boolean odd = line.chars().filter(c -> c == '"').count() % 2 == 1;
            out.append(odd ? line.replace("\"", "") : line);
            start += line.length();
        }
        return out.toString();
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
            try {
                var widths = records(sample, separator, SAMPLE_ROWS).stream()
                        .map(CSVRecord::size)
                        .toList();
                int usual = widths.stream()
                        .max(java.util.Comparator.comparingInt(width -> java.util.Collections.frequency(widths, width)))
                        .orElse(1);
                if (usual < 2) continue;
                double share = java.util.Collections.frequency(widths, usual) / (double) widths.size();
                double score = share * share + 0.01 * Math.min(usual, 20); // agreement first, then the finer cut
                if (score > most) {
                    most = score;
                    best = separator;
                }
            } catch (IOException | UncheckedIOException | IllegalStateException broken) {
                // not by this one
            }
        }
        return best;
    }

    private static List<CSVRecord> records(String text, char separator, int most) throws IOException {
        var format = CSVFormat.RFC4180
                .builder()
                .setDelimiter(separator)
                .setIgnoreEmptyLines(true)
                .setTrailingData(true)
                .setLenientEof(true)
                .get();
        try (var parser = CSVParser.parse(text, format)) {
            var records = new ArrayList<CSVRecord>();
            for (var record : parser) {
                records.add(record);
                if (records.size() == most) break;
            }
            return records;
        }
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
