package rag.load;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** Cells of one sheet, row by row, before they become tables. */
final class SheetGrid {

    /** Cells of a row by column, from the first; none behind the last that has text. */
    record Row(int number, boolean hidden, List<String> cells) {

        String cell(int column) {
            return column < cells.size() ? cells.get(column) : "";
        }

        boolean blank() {
            return cells.stream().allMatch(String::isBlank);
        }

        long filled() {
            return cells.stream().filter(cell -> !cell.isBlank()).count();
        }
    }

    /** Rows and columns from 0, both ends included. */
    record Merge(int top, int left, int bottom, int right) {}

    static final int MOST_COLUMNS = 1000;
    private static final long MOST_CHARACTERS = 16_000_000;
    private static final int MOST_MERGES = 20_000;
    private static final int TALLEST_MERGE = 5000;

    final List<Row> rows = new ArrayList<>();
    final BitSet hiddenColumns = new BitSet();
    final List<Merge> merges = new ArrayList<>();
    private long characters;

    /** The row, from 1, from which on nothing was taken since there is too much; 0 when all of it was. */
    int cutAt;

    /** Whether anything stands further right than is taken. */
    boolean tooWide;

    /** A further row; false when the sheet is full. */
    boolean add(int number, boolean hidden, List<String> cells) {
        DocumentBuilder.goOn();
        if (cutAt > 0) return false;
        while (!cells.isEmpty() && cells.getLast().isBlank()) cells.removeLast();
        if (cells.isEmpty()) return true;
        for (String cell : cells) characters += cell.length() + 3L;
        if (characters > MOST_CHARACTERS) {
            cutAt = number + 1;
            return false;
        }
        rows.add(new Row(number, hidden, cells));
        return true;
    }

    /** Puts a value in its column; what stands further right than any person looks is left out. */
    void put(List<String> cells, int column, String value) {
        if (column < 0 || value.isBlank()) return;
        if (column >= MOST_COLUMNS) {
            tooWide = true;
            return;
        }
        while (cells.size() <= column) cells.add("");
        cells.set(column, value);
    }

    void merge(Merge merge) {
        if (merges.size() < MOST_MERGES) merges.add(merge);
    }

    /** What a merged cell says is true of every row beside it: a row that is cut off from the others keeps it. */
    void fillDown() {
        if (merges.isEmpty()) return;
        var byNumber = new java.util.HashMap<Integer, Row>();
        for (var row : rows) byNumber.put(row.number(), row);
        for (var merge : merges) {
            var first = byNumber.get(merge.top());
            if (first == null || merge.bottom() - merge.top() > TALLEST_MERGE) continue;
            String value = first.cell(merge.left());
            for (int i = merge.top() + 1; i <= merge.bottom() && !value.isEmpty(); i++) {
                var row = byNumber.get(i);
                if (row != null && row.cell(merge.left()).isEmpty()) put(row.cells(), merge.left(), value);
            }
        }
    }

    /** Whether a cell goes on over the columns to its right. */
    int span(int row, int column) {
        for (var merge : merges)
            if (merge.top() == row && merge.left() == column && merge.bottom() == row)
                return merge.right() - merge.left() + 1;
        return 1;
    }
}
