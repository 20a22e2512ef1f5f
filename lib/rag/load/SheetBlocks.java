package rag.load;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.poi.ss.util.CellReference;
import rag.load.SheetGrid.Row;
import rag.model.Block.Kind;

/**
 * Makes the cells of a sheet into headings, paragraphs and tables. Empty rows part tables, a lone cell above one is its
 * title, and the first full row its head, which a splitter repeats on every piece.
 */
final class SheetBlocks {

    private static final List<String> HIDDEN_SHEET = List.of("hidden sheet");
    private static final List<String> HIDDEN = List.of("hidden text");
    private static final Pattern FIGURE =
            Pattern.compile("[-+(]?[\\p{Sc}]?\\s?\\d[\\d.,\\u00a0 ]*\\s?[%\\p{Sc})]?|\\d{4}-\\d{2}-\\d{2}.*");

    private final DocumentBuilder builder;
    private final String sheet;
    private final List<String> flags;
    private final List<Head> heads = new ArrayList<>();

    /** What stands above the columns from a row on, up to the next of these; nothing where there is text, not a table. */
    private record Head(int row, List<String> cells) {}

    private SheetBlocks(DocumentBuilder builder, String sheet, List<String> flags) {
        this.builder = builder;
        this.sheet = sheet;
        this.flags = flags;
    }

    /** Appends a sheet under its name; an empty one is left out. */
    static void append(DocumentBuilder builder, String sheet, boolean hidden, SheetGrid grid) {
        if (grid.rows.isEmpty()) return;
        grid.fillDown();
        var blocks = new SheetBlocks(builder, sheet, hidden ? HIDDEN_SHEET : List.of());
        builder.add(Kind.HEADING, 1, Characters.oneLine(sheet), null, "", blocks.flags);
        blocks.seen(grid);
        blocks.unseen(grid);
        if (grid.tooWide)
            builder.problem("sheet " + sheet + ": what stands right of column "
                    + CellReference.convertNumToColString(SheetGrid.MOST_COLUMNS - 1) + " is left out");
        if (grid.cutAt > 0)
            builder.problem("sheet " + sheet + ": from row " + grid.cutAt + " on left out, it holds too much");
    }

    private void seen(SheetGrid grid) {
        var region = new ArrayList<Row>();
        int last = -1;
        boolean several = false;
        for (var row : grid.rows) {
            if (row.hidden()) {
                if (row.number() == last + 1) last++; // a filter parts no table
                continue;
            }
            var shown = shown(row, grid);
            if (shown.blank()) continue;
            if (!region.isEmpty() && row.number() > last + 1 && !(several && goesOn(shown))) {
                region(region, grid);
                region.clear();
                several = false;
            }
            region.add(shown);
            several |= shown.filled() > 1;
            last = row.number();
        }
        region(region, grid);
    }

    private static Row shown(Row row, SheetGrid grid) {
        if (grid.hiddenColumns.isEmpty()) return row;
        var cells = new ArrayList<>(row.cells());
        for (int i = grid.hiddenColumns.nextSetBit(0);
                i >= 0 && i < cells.size();
                i = grid.hiddenColumns.nextSetBit(i + 1)) cells.set(i, "");
        return new Row(row.number(), false, cells);
    }

    /** Behind an empty row, figures under a table's columns are still that table. */
    private static boolean goesOn(Row row) {
        return row.filled() > 1
                && row.cells().stream().anyMatch(cell -> FIGURE.matcher(cell).matches());
    }

    private void region(List<Row> rows, SheetGrid grid) {
        int first = 0;
        while (first < rows.size() && rows.get(first).filled() == 1) first++;
        boolean list = first == rows.size(); // one cell a row: text, not a table
        var lines = new ArrayList<String>();
        for (int i = 0; i < first; i++) {
            for (String cell : rows.get(i).cells()) if (!cell.isBlank()) lines.add(cell);
        }
        boolean notes = lines.stream().anyMatch(line -> line.length() > 120);
        builder.add(Kind.PARAGRAPH, 0, String.join(notes ? "\n\n" : "\n", lines), null, "", flags);
        if (list) {
            if (!rows.isEmpty()) heads.add(new Head(rows.getFirst().number(), List.of()));
            return;
        }
        int from = leftmost(rows.subList(first, rows.size()));
        var table = new ArrayList<List<String>>();
        for (int i = first; i < rows.size(); i++) table.add(tail(rows.get(i), from));
        if (table.size() > 2 && grouped(rows.get(first), grid)) {
            int width = rows.stream().mapToInt(row -> row.cells().size()).max().orElse(0);
            var groups = spread(rows.get(first), grid, from, width);
            var names = table.remove(1);
            for (int i = 0; i < names.size(); i++) {
                while (groups.size() <= i) groups.add("");
                if (!names.get(i).equals(groups.get(i))) groups.set(i, (groups.get(i) + " " + names.get(i)).strip());
            }
            table.set(0, groups);
        }
        var head = new ArrayList<>(Collections.nCopies(from, ""));
        head.addAll(table.getFirst());
        heads.add(new Head(rows.getFirst().number(), head));
        builder.add(Kind.TABLE, 0, MarkdownTable.of(table), null, sheet, flags);
    }

    private static boolean grouped(Row row, SheetGrid grid) {
        for (int i = 0; i < row.cells().size(); i++) {
            if (!row.cell(i).isBlank() && grid.span(row.number(), i) > 1) return true;
        }
        return false;
    }

    private static List<String> spread(Row row, SheetGrid grid, int from, int width) {
        var groups = new ArrayList<>(row.cells());
        for (int i = 0; i < row.cells().size(); i++) {
            int span = row.cell(i).isBlank() ? 1 : grid.span(row.number(), i);
            for (int j = i + 1; j < Math.min(i + span, width); j++) grid.put(groups, j, row.cell(i));
        }
        return new ArrayList<>(groups.subList(Math.min(from, groups.size()), groups.size()));
    }

    private static int leftmost(List<Row> rows) {
        int left = Integer.MAX_VALUE;
        for (var row : rows) {
            int i = 0;
            while (i < row.cells().size() && row.cell(i).isBlank()) i++;
            left = Math.min(left, i);
        }
        return left;
    }

    private static List<String> tail(Row row, int from) {
        return row.cells()
                .subList(Math.min(from, row.cells().size()), row.cells().size());
    }

    /** Rows and columns that the sheet does not show, apart from what it shows. */
    private void unseen(SheetGrid grid) {
        hiddenRows(grid);
        var columns = new ArrayList<List<String>>();
        for (var row : grid.rows) {
            var cells = new ArrayList<String>();
            for (int i = grid.hiddenColumns.nextSetBit(0);
                    i >= 0 && i < row.cells().size();
                    i = grid.hiddenColumns.nextSetBit(i + 1)) cells.add(row.cell(i));
            if (cells.stream().allMatch(String::isBlank)) continue;
            int shown = grid.hiddenColumns.nextClearBit(0);
            cells.addFirst(row.cell(shown));
            columns.add(cells);
        }
        if (!columns.isEmpty()) builder.add(Kind.TABLE, 0, MarkdownTable.of(columns), null, sheet, HIDDEN);
    }

    /** Hidden rows under the heads of the tables that they belong to. */
    private void hiddenRows(SheetGrid grid) {
        var rows = new ArrayList<Row>();
        int next = 0;
        for (var row : grid.rows) {
            if (!row.hidden() || row.blank()) continue;
            int before = next;
            while (next < heads.size() && heads.get(next).row() < row.number()) next++;
            if (next > before) hiddenTable(rows, before);
            rows.add(row);
        }
        hiddenTable(rows, next);
    }

    /** @param below number of the heads that stand above them */
    private void hiddenTable(List<Row> rows, int below) {
        if (rows.isEmpty()) return;
        List<String> head = below == 0 ? List.of() : heads.get(below - 1).cells();
        if (!head.isEmpty()) rows.addFirst(new Row(0, true, head));
        int from = leftmost(rows);
        var table = rows.stream().map(row -> tail(row, from)).toList();
        builder.add(Kind.TABLE, 0, MarkdownTable.of(table), null, sheet, HIDDEN);
        rows.clear();
    }
}
