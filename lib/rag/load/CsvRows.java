package rag.load;

import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;

/**
 * The rows of a table as text. A quote that begins a cell and is never closed takes all up to the next quote for that
 * cell; it is known by the lines in it, which are rows themselves, and left out.
 */
final class CsvRows {

    /** Lines that one row may have at the end of a file. */
    private static final int LONGEST_ROW = 50;

    /** Separators in lines of a cell that are as many as in a row each: fewer may be the commas of an address. */
    private static final int CLEAR = 10;

    private final String text;
    private final char separator;
    private final int most;

    /** Without blanks at the end. */
    private final int length;

    private final List<CSVRecord> rows = new ArrayList<>();
    private final Map<Integer, Integer> widths = new HashMap<>();
    private final List<Integer> unclosed = new ArrayList<>();

    private CsvRows(String text, char separator, int most) {
        this.text = text;
        this.separator = separator;
        this.most = most;
        this.length = text.stripTrailing().length();
    }

    /** @param most rows that are read */
    static CsvRows of(String text, char separator, int most) throws IOException {
        var rows = new CsvRows(text, separator, most);
        for (int at = 0; at < text.length() && rows.rows.size() < most; ) at = rows.read(at);
        return rows;
    }

    List<CSVRecord> all() {
        return rows;
    }

    /** How many cells most rows have; 1 where there are none. */
    int width() {
        return widths.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey)
                .orElse(1);
    }

    /** The share of rows that have the usual number of cells. */
    double evenness() {
        return rows.isEmpty() ? 0 : widths.getOrDefault(width(), 0) / (double) rows.size();
    }

    /** Rows, counted from 1, with a quote that was left out. */
    List<Integer> unclosed() {
        return unclosed;
    }

    /** Reads rows from here on; where to go on behind one that does not end. */
    private int read(int start) throws IOException {
        try (var reader = new StringReader(text)) {
            reader.skip(start);
            for (var row : parser(reader, start)) {
                var lines = lines(row);
                int open = lines.size() > 2 ? open(lines) : 0;
                if (open > 0) {
                    unclosed.add(rows.size() + 1);
                    return literally(lines.subList(0, open));
                }
                add(row);
                if (rows.size() == most) break;
            }
            return text.length();
        }
    }

    private CSVParser parser(StringReader reader, int start) throws IOException {
        var format = CSVFormat.RFC4180
                .builder()
                .setDelimiter(separator)
                .setIgnoreEmptyLines(true)
                .setTrailingData(true)
                .setLenientEof(true)
                .get();
        return CSVParser.builder()
                .setReader(reader)
                .setFormat(format)
                .setCharacterOffset(start)
                .get();
    }

    private void add(CSVRecord row) {
        rows.add(row);
        widths.merge(row.size(), 1, Integer::sum);
    }

    private record Line(int start, int end) {}

    /** Those that a row is written in. */
    private List<Line> lines(CSVRecord row) {
        long ends = row.stream()
                .mapToLong(cell -> cell.chars().filter(c -> c == '\n').count())
                .sum();
        if (ends == 0) return List.of();
        int start = (int) row.getCharacterPosition();
        while (text.charAt(start) == '\n') start++; // empty lines before it
        var lines = new ArrayList<Line>();
        for (long i = 0; i <= ends && start < text.length(); i++) {
            int end = text.indexOf('\n', start);
            if (end < 0) end = text.length();
            lines.add(new Line(start, end));
            start = end + 1;
        }
        return lines;
    }

    /** How many lines of a row are rows, since the quote in the first is not closed; 0: they are one row. */
    private int open(List<Line> lines) {
        boolean last = lines.getLast().end() >= length && text.charAt(length - 1) != '"';
        if (last && lines.size() > LONGEST_ROW) return lines.size();
        int end = last ? lines.size() : lines.size() - 1; // a quote in the last one may be that of a cell
        int separators = rows.isEmpty() ? count(lines.getFirst(), separator) : width() - 1;
        int alike = 0;
        for (var line : lines.subList(1, end)) if (count(line, separator) == separators) alike++;
        return alike * 10 >= (end - 1) * 8 && alike * separators >= CLEAR ? end : 0;
    }

    private int count(Line line, char wanted) {
        int count = 0;
        for (int i = line.start(); i < line.end(); i++) if (text.charAt(i) == wanted) count++;
        return count;
    }

    /** Reads each line as a row, the first and those with an odd number of quotes without them; where the last one ends. */
    private int literally(List<Line> lines) throws IOException {
        for (var line : lines) {
            String words = text.substring(line.start(), line.end());
            boolean open = line.equals(lines.getFirst()) || count(line, '"') % 2 == 1;
            try (var reader = new StringReader(open ? words.replace("\"", "") : words)) {
                for (var row : parser(reader, line.start())) if (rows.size() < most) add(row);
            }
        }
        return Math.min(lines.getLast().end() + 1, text.length());
    }
}
