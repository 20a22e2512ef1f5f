package rag.load;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Tables without rules: short cells in columns, on common base lines. */
final class PdfAligned {

    /** @param above what stands over the table's first row with two cells, @param below what stands under its last */
    record Found(PdfTable table, List<PdfItem> above, List<PdfItem> below) {}

    private record Row(float v, List<String> cells, List<PdfSegment> parts) {}

    private PdfAligned() {}

    /** The table that two sides of a gutter make together; null when they are rather columns of running text. */
    static @Nullable Found table(List<PdfItem> left, List<PdfItem> right) {
        var whole = new ArrayList<PdfSegment>();
        for (var side : List.of(left, right)) {
            for (var item : side) {
                if (!(item instanceof PdfSegment segment)) return null;
                whole.add(segment);
            }
        }
        var lines = lines(whole);
        var above = lone(lines, false);
        var below = lone(lines, true);
        var segments = PdfBridges.cut(lines.stream().flatMap(List::stream).toList());
        if (segments.isEmpty()) return null;
        var columns = columns(segments);
        if (columns.size() < 2 || columns.size() > 40) return null;
        var rows = rows(segments, columns);
        if (!tabular(segments, columns, rows)) return null;
        var cells = merged(rows);
        float u0 = columns.getFirst()[0];
        float u1 = columns.getLast()[1];
        float top = (float) segments.stream().mapToDouble(PdfSegment::top).min().orElse(0);
        float bottom =
                (float) segments.stream().mapToDouble(PdfSegment::bottom).max().orElse(0);
        int order = segments.stream().mapToInt(PdfSegment::order).min().orElse(0);
        byte sight = (byte) segments.stream().mapToInt(PdfSegment::sight).min().orElse(0);
        return new Found(new PdfTable(cells, u0, u1, top, bottom, order, sight), above, below);
    }

    /** Pieces on common base lines. */
    private static List<List<PdfSegment>> lines(List<PdfSegment> segments) {
        var sorted = new ArrayList<>(segments);
        sorted.sort(Comparator.comparingDouble(segment -> segment.v));
        var lines = new ArrayList<List<PdfSegment>>();
        for (var segment : sorted) {
            if (lines.isEmpty() || segment.v - lines.getLast().getFirst().v > 0.45f * segment.size)
                lines.add(new ArrayList<>());
            lines.getLast().add(segment);
        }
        return lines;
    }

    /** Takes off the lines at one end that are of one piece: they are text, not of the table, and say nothing of its columns. */
    private static List<PdfItem> lone(List<List<PdfSegment>> lines, boolean last) {
        var lone = new ArrayList<PdfItem>();
        while (!lines.isEmpty() && (last ? lines.getLast() : lines.getFirst()).size() == 1)
            lone.addAll(last ? lines.removeLast() : lines.removeFirst());
        return lone;
    }

    private static List<float[]> columns(List<PdfSegment> segments) {
        var sorted = new ArrayList<>(segments);
        sorted.sort(Comparator.comparingDouble(PdfSegment::u0));
        var columns = new ArrayList<float[]>();
        for (var segment : sorted) {
            var last = columns.isEmpty() ? null : columns.getLast();
            if (last == null || segment.u0 > last[1] + Math.max(2, 0.25f * segment.size)) {
                columns.add(new float[] {segment.u0, segment.u1});
            } else {
                last[1] = Math.max(last[1], segment.u1);
            }
        }
        return columns;
    }

    private static int column(PdfSegment segment, List<float[]> columns) {
        float middle = (segment.u0 + segment.u1) / 2;
        for (int i = 0; i < columns.size(); i++) if (middle <= columns.get(i)[1]) return i;
        return columns.size() - 1;
    }

    private static List<Row> rows(List<PdfSegment> segments, List<float[]> columns) {
        var rows = new ArrayList<Row>();
        for (var line : lines(segments)) {
            var cells = new ArrayList<String>();
            for (int i = 0; i < columns.size(); i++) cells.add("");
            for (var segment : line) {
                int column = column(segment, columns);
                String there = cells.get(column);
                cells.set(column, there.isEmpty() ? segment.text() : there + " " + segment.text());
            }
            rows.add(new Row(line.getFirst().v, cells, line));
        }
        return rows;
    }

    private static boolean tabular(List<PdfSegment> segments, List<float[]> columns, List<Row> rows) {
        int count = columns.size();
        int shared = 0;
        for (var row : rows)
            if (row.cells.stream().filter(cell -> !cell.isEmpty()).count() > 1) shared++;
        if (rows.size() < 2 || shared < rows.size() * 0.55 || (count == 2 && rows.size() < 3)) return false;
        var words = new ArrayList<List<Integer>>();
        for (int i = 0; i < count; i++) words.add(new ArrayList<>());
        int numbers = 0;
        int cells = 0;
        for (var row : rows) {
            for (int i = 0; i < count; i++) {
                String cell = row.cells.get(i);
                if (cell.isEmpty()) continue;
                cells++;
                if (cell.chars().filter(Character::isDigit).count() * 2
                        >= cell.replace(" ", "").length()) numbers++;
                words.get(i).add(words(cell));
            }
        }
        boolean two = rows.size() == 2; // such a table has no empty cell; lines of formulas have
        if (cells == 0 || two && cells < 2 * count) return false;
        boolean brief = !two && count >= 3 && cells * 10 >= rows.size() * count * 9 && longest(words) <= 3;
        boolean byRows = brief || byRows(segments, columns, rows);
        if (!byRows && numbers * 10 < cells * 4) return false;
        var medians = words.stream().map(PdfAligned::median).sorted().toList();
        int widest = medians.getLast();
        if (count == 2) return medians.getFirst() <= 2 && widest <= 6;
        return medians.get(count / 2) <= 4 && widest <= 9;
    }

    /** Whether it was painted row by row, as tables are, rather than column by column. */
    private static boolean byRows(List<PdfSegment> segments, List<float[]> columns, List<Row> rows) {
        var rowOf = new java.util.IdentityHashMap<PdfSegment, Integer>();
        for (int i = 0; i < rows.size(); i++) for (var part : rows.get(i).parts) rowOf.put(part, i);
        var painted = new ArrayList<>(segments);
        painted.sort(Comparator.comparingInt(PdfSegment::order));
        int along = 0;
        int down = 0;
        for (int i = 1; i < painted.size(); i++) {
            var a = painted.get(i - 1);
            var b = painted.get(i);
            if (Objects.requireNonNull(rowOf.get(a)).equals(rowOf.get(b))) along++;
            else if (column(a, columns) == column(b, columns)) down++;
        }
        return along >= down;
    }

    /** A row that goes on in the cells of the one above, close under it and with nothing in the first column, is part of that. */
    private static List<List<String>> merged(List<Row> rows) {
        float pitch = pitch(rows);
        var merged = new ArrayList<List<String>>();
        Row before = null;
        for (var row : rows) {
            float size = row.parts.getFirst().size;
            boolean close = before != null && row.v - before.v < 1.35f * size && pitch > 1.6f * size;
            boolean goesOn = close && row.cells.getFirst().isEmpty() && !merged.isEmpty();
            if (goesOn) {
                var above = merged.getLast();
                for (int i = 0; i < row.cells.size(); i++) {
                    if (!row.cells.get(i).isEmpty()) above.set(i, (above.get(i) + " " + row.cells.get(i)).strip());
                }
            } else {
                merged.add(new ArrayList<>(row.cells));
            }
            before = row;
        }
        return merged;
    }

    /** Median distance of rows that have a first cell. */
    private static float pitch(List<Row> rows) {
        var distances = new ArrayList<Float>();
        Row last = null;
        for (var row : rows) {
            if (row.cells.getFirst().isEmpty()) continue;
            if (last != null) distances.add(row.v - last.v);
            last = row;
        }
        distances.sort(null);
        return distances.isEmpty() ? 0 : distances.get(distances.size() / 2);
    }

    private static int words(String cell) {
        int cjk = (int) cell.codePoints().filter(Characters::unspaced).count();
        return cjk > 0 ? (cjk + 1) / 2 : cell.split(" ").length;
    }

    private static int longest(List<List<Integer>> words) {
        return words.stream()
                .flatMap(List::stream)
                .mapToInt(Integer::intValue)
                .max()
                .orElse(0);
    }

    private static int median(List<Integer> numbers) {
        numbers.sort(null);
        return numbers.isEmpty() ? 0 : numbers.get(numbers.size() / 2);
    }
}
