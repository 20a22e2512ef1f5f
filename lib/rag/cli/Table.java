package rag.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import rag.text.Visible;

/**
 * Columns of text for a terminal; numbers stand to the right. Wide (CJK) signs count two columns. One column may give way
 * where a line would get too long.
 */
public final class Table {

    private static final int LEAST = 8;

    private final List<String[]> rows = new ArrayList<>();
    private final char[] kinds;

    /**
     * @param columns heads; one that starts with {@code >} stands to the right, one with {@code ~} gives way at its end,
     *     one with {@code <} at its beginning
     */
    public Table(String... columns) {
        kinds = new char[columns.length];
        var heads = new String[columns.length];
        for (int i = 0; i < columns.length; i++) {
            boolean marked = !columns[i].isEmpty() && ">~<".indexOf(columns[i].charAt(0)) >= 0;
            kinds[i] = marked ? columns[i].charAt(0) : ' ';
            heads[i] = marked ? columns[i].substring(1) : columns[i];
        }
        rows.add(heads);
    }

    public Table row(Object... cells) {
        rows.add(Arrays.stream(cells)
                .map(cell -> cell == null ? "" : Visible.line(cell.toString()))
                .toArray(String[]::new));
        return this;
    }

    public List<String> lines() {
        return lines(SafeOutput.WIDTH);
    }

    /** @param columns that a line has at most, as far as the column that gives way can give */
    public List<String> lines(int columns) {
        var widths = new int[kinds.length];
        for (var row : rows)
            for (int i = 0; i < row.length; i++) widths[i] = Math.max(widths[i], Columns.width(row[i]));
        int over = Arrays.stream(widths).sum() + 2 * (widths.length - 1) - columns;
        for (int i = 0; i < kinds.length && over > 0; i++) {
            if (kinds[i] == '~' || kinds[i] == '<') widths[i] = Math.max(LEAST, widths[i] - over);
        }
        var lines = new ArrayList<String>();
        for (var row : rows) {
            var line = new StringBuilder();
            for (int i = 0; i < row.length; i++) {
                var cell = fit(row[i], kinds[i], widths[i]);
                var space = " ".repeat(widths[i] - Columns.width(cell));
                line.append(i == 0 ? "" : "  ").append(kinds[i] == '>' ? space + cell : cell + space);
            }
            lines.add(line.toString().stripTrailing());
        }
        return lines;
    }

    private static String fit(String cell, char kind, int columns) {
        return switch (kind) {
            case '~' -> Columns.width(cell) <= columns ? cell : Columns.fit(cell, columns);
            case '<' -> Columns.fitPath(cell, columns);
            default -> cell;
        };
    }
}
