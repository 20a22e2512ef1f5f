package rag.load;

import java.util.List;

/** Rows of cells as a Markdown table, the form that all loaders give to tables; an empty cell keeps its place. */
final class MarkdownTable {

    /** Cells that rows may be filled up to, all together: one row of very many must not make all others as wide. */
    private static final int MOST_CELLS = 2_000_000;

    private MarkdownTable() {}

    /** @param rows the first is the head; shorter rows are filled up; empty when no cell has text */
    static String of(List<List<String>> rows) {
        int columns = rows.stream().mapToInt(List::size).max().orElse(0);
        while (columns > 0 && emptyColumn(rows, columns - 1)) columns--;
        int filled = Math.min(columns, Math.max(1, MOST_CELLS / Math.max(1, rows.size())));
        var out = new StringBuilder();
        for (var row : rows) {
            if (row.stream().allMatch(String::isBlank)) continue;
            boolean head = out.isEmpty();
            line(out, row, Math.max(filled, Math.min(row.size(), columns)));
            if (head) out.append("\n|").append(" --- |".repeat(Math.max(filled, Math.min(row.size(), columns))));
        }
        return out.toString();
    }

    private static boolean emptyColumn(List<List<String>> rows, int column) {
        return rows.stream()
                .allMatch(row -> row.size() <= column || row.get(column).isBlank());
    }

    private static void line(StringBuilder out, List<String> row, int columns) {
        if (!out.isEmpty()) out.append('\n');
        out.append('|');
        for (int i = 0; i < columns; i++) {
            String cell = i < row.size() ? Characters.oneLine(row.get(i)) : "";
            out.append(' ');
            if (!cell.isEmpty()) out.append(cell.replace("|", "\\|")).append(' ');
            out.append('|');
        }
    }
}
