package rag.load;

import java.util.ArrayList;
import java.util.List;

/** Cells of an RTF table as their ends are met; what is nested in a cell is a part of it. */
final class RtfRows {

    private final List<List<String>> rows = new ArrayList<>();
    private List<String> row = new ArrayList<>();
    private List<String> cell = new ArrayList<>();

    /** A paragraph or nested cell of the cell at hand. */
    void part(String words) {
        cell.add(Characters.oneLine(words));
    }

    void endCell() {
        row.add(HtmlTable.joined(cell));
        cell = new ArrayList<>();
    }

    void endRow() {
        if (!row.isEmpty()) rows.add(row);
        row = new ArrayList<>();
    }

    /** The rows so far as a table, "" when there are none; begins anew. */
    String take() {
        if (!cell.isEmpty()) endCell(); // the last row was not closed
        endRow();
        String table = MarkdownTable.of(rows);
        rows.clear();
        return table;
    }
}
