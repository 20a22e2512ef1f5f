package rag.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import rag.text.Visible;

/** Columns of text for a terminal; numbers stand to the right. Wide (CJK) signs count two columns. */
public final class Table {

    private final List<String[]> rows = new ArrayList<>();
    private final boolean[] right;

    /** @param columns heads; one that starts with {@code >} stands to the right */
    public Table(String... columns) {
        right = new boolean[columns.length];
        var heads = new String[columns.length];
        for (int i = 0; i < columns.length; i++) {
            right[i] = columns[i].startsWith(">");
            heads[i] = right[i] ? columns[i].substring(1) : columns[i];
        }
        rows.add(heads);
    }

    public Table row(Object... cells) {
        rows.add(Arrays.stream(cells)
                .map(c -> c == null ? "" : Visible.line(c.toString()))
                .toArray(String[]::new));
        return this;
    }

    public List<String> lines() {
        var widths = new int[right.length];
        for (var row : rows)
            for (int i = 0; i < row.length; i++) widths[i] = Math.max(widths[i], Columns.width(row[i]));
        var lines = new ArrayList<String>();
        for (var row : rows) {
            var line = new StringBuilder();
            for (int i = 0; i < row.length; i++) {
                var space = " ".repeat(widths[i] - Columns.width(row[i]));
                line.append(i == 0 ? "" : "  ").append(right[i] ? space + row[i] : row[i] + space);
            }
            lines.add(line.toString().stripTrailing());
        }
        return lines;
    }
}
