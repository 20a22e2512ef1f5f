package rag.load;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/** Tables whose cells are parted by rules: crossing lines make a grid, text goes into the cell it stands in. */
final class PdfGrid {

    private static final float NEAR = 3;
    private static final int MOST_RULES = 1500;

    /** Gap in ems that is more than one between words. */
    private static final float WIDE = 0.5f;

    private PdfGrid() {}

    /** Takes what lies in ruled tables out of the segments; gives those tables and the segments left. */
    static List<PdfItem> items(List<PdfSegment> segments, List<PdfBox> rules) {
        var left = new ArrayList<>(segments);
        var tables = new ArrayList<PdfItem>();
        if (rules.size() >= 4 && rules.size() <= MOST_RULES) {
            for (var group : groups(rules)) table(group, left, tables);
        }
        tables.addAll(left);
        return tables;
    }

    /** Rules that touch each other, directly or through others. */
    private static List<List<PdfBox>> groups(List<PdfBox> rules) {
        int count = rules.size();
        int[] root = new int[count];
        for (int i = 0; i < count; i++) root[i] = i;
        for (int i = 0; i < count; i++) {
            for (int j = i + 1; j < count; j++) {
                if (touch(rules.get(i), rules.get(j))) root[find(root, i)] = find(root, j);
            }
        }
        var groups = new TreeMap<Integer, List<PdfBox>>();
        for (int i = 0; i < count; i++)
            groups.computeIfAbsent(find(root, i), unseen -> new ArrayList<>()).add(rules.get(i));
        return groups.values().stream().filter(group -> group.size() >= 4).toList();
    }

    private static int find(int[] root, int i) {
        while (root[i] != i) i = root[i] = root[root[i]];
        return i;
    }

    static boolean touch(PdfBox a, PdfBox b) {
        return a.x0() <= b.x1() + NEAR && b.x0() <= a.x1() + NEAR && a.y0() <= b.y1() + NEAR && b.y0() <= a.y1() + NEAR;
    }

    private static void table(List<PdfBox> rules, List<PdfSegment> segments, List<PdfItem> tables) {
        var across = new ArrayList<Float>();
        var down = new ArrayList<Float>();
        for (var rule : rules) {
            boolean flat = rule.width() >= rule.height();
            (flat ? down : across).add(flat ? (rule.y0() + rule.y1()) / 2 : (rule.x0() + rule.x1()) / 2);
        }
        if (across.isEmpty() || down.size() < 2) return;
        for (var rule : rules) { // a table may be open at its sides
            if (rule.width() < rule.height()) continue;
            across.add(rule.x0());
            across.add(rule.x1());
        }
        var xs = distinct(across);
        var ys = distinct(down);
        if (xs.size() < 3 || ys.size() < 2) return;
        var inside = new ArrayList<PdfSegment>();
        for (var segment : segments) {
            float middle = (segment.u0 + segment.u1) / 2;
            boolean in = middle > xs.getFirst()
                    && middle < xs.getLast()
                    && segment.middle() > ys.getFirst()
                    && segment.middle() < ys.getLast();
            if (in) inside.add(segment);
        }
        var rows = rows(inside, xs, ys, rules);
        if (!worthwhile(rows)) return;
        segments.removeAll(inside);
        int order = inside.stream().mapToInt(PdfSegment::order).min().orElse(0);
        byte sight = (byte) inside.stream().mapToInt(PdfSegment::sight).min().orElse(0);
        tables.add(new PdfTable(rows, xs.getFirst(), xs.getLast(), ys.getFirst(), ys.getLast(), order, sight));
    }

    private static List<Float> distinct(List<Float> numbers) {
        numbers.sort(null);
        var distinct = new ArrayList<Float>();
        for (float number : numbers)
            if (distinct.isEmpty() || number - distinct.getLast() > NEAR + 1) distinct.add(number);
        return distinct;
    }

    private static List<List<String>> rows(
            List<PdfSegment> inside, List<Float> xs, List<Float> ys, List<PdfBox> rules) {
        var cells = new ArrayList<List<List<PdfSegment>>>();
        for (int i = 1; i < ys.size(); i++) {
            var row = new ArrayList<List<PdfSegment>>();
            for (int j = 1; j < xs.size(); j++) row.add(new ArrayList<>());
            cells.add(row);
        }
        for (var segment : inside) {
            int row = slot(segment.middle(), ys);
            for (var part : split(segment, xs, rules))
                cells.get(row)
                        .get(slot(Math.min((part.u0 + part.u1) / 2, part.u0 + 6), xs))
                        .add(part);
        }
        var rows = new ArrayList<List<String>>();
        for (var row : cells) for (var line : lines(row)) rows.add(line);
        return rows;
    }

    private static int slot(float at, List<Float> edges) {
        for (int i = 1; i < edges.size() - 1; i++) if (at < edges.get(i)) return i - 1;
        return edges.size() - 2;
    }

    /**
     * A piece of a line that runs over an upright rule between two of its words is two pieces; where the rule does not
     * reach down to this line, only a gap wider than between words parts it.
     */
    private static List<PdfSegment> split(PdfSegment segment, List<Float> xs, List<PdfBox> rules) {
        var beside = rules.stream()
                .filter(rule ->
                        rule.height() > rule.width() && rule.y0() <= segment.middle() && rule.y1() >= segment.middle())
                .map(PdfBox::middleX)
                .toList();
        var parts = new ArrayList<PdfSegment>();
        PdfSegment part = null;
        PdfGlyph before = null;
        for (var glyph : segment.glyphs) {
            boolean cut = before != null
                    && (glyph.spaceBefore || glyph.u0 - before.u1 > 0.1f * glyph.size)
                    && crossed(before, glyph, glyph.u0 - before.u1 > WIDE * glyph.size ? xs : beside);
            if (part == null || cut) parts.add(part = new PdfSegment(glyph));
            else part.add(glyph);
            before = glyph;
        }
        return parts;
    }

    private static boolean crossed(PdfGlyph before, PdfGlyph glyph, List<Float> xs) {
        float from = Math.max((before.u0 + before.u1) / 2, before.u1 - 1);
        float to = Math.min((glyph.u0 + glyph.u1) / 2, glyph.u0 + 1);
        for (float x : xs) if (x > from && x < to) return true;
        return false;
    }

    /** One row of cells; several where many lines stand in it on common base lines, without rules between them. */
    private static List<List<String>> lines(List<List<PdfSegment>> row) {
        var bases = new ArrayList<Float>();
        var all = row.stream()
                .flatMap(List::stream)
                .sorted(Comparator.comparingDouble(segment -> segment.v))
                .toList();
        boolean brief = true;
        for (var segment : all) {
            if (bases.isEmpty() || segment.v - bases.getLast() > 0.4f * segment.size) bases.add(segment.v);
            brief &= segment.text().split(" ").length <= 3;
        }
        long filled = row.stream().filter(cell -> !cell.isEmpty()).count();
        double share = all.size() / (double) Math.max(1, bases.size() * filled);
        boolean several = filled >= 2 && bases.size() >= 2 && (bases.size() >= 4 ? share > 0.8 : brief && share > 0.99);
        var lines = new ArrayList<List<String>>();
        var anchors = several ? List.<Float>of() : anchors(row);
        for (int i = 0; i < anchors.size(); i++) { // one cell of a record may have further lines below
            float from = i == 0 ? -Float.MAX_VALUE : anchors.get(i);
            float to = i + 1 < anchors.size() ? anchors.get(i + 1) : Float.MAX_VALUE;
            lines.add(row.stream().map(cell -> text(cell, from, to)).toList());
        }
        if (!anchors.isEmpty()) return lines;
        for (int i = 0; i < (several ? bases.size() : 1); i++) {
            float from = i == 0 ? -Float.MAX_VALUE : bases.get(i) - 0.1f;
            float to = several && i + 1 < bases.size() ? bases.get(i + 1) - 0.1f : Float.MAX_VALUE;
            lines.add(row.stream().map(cell -> text(cell, from, to)).toList());
        }
        return lines;
    }

    /** Where records begin, if three columns at least have four lines or more, each at the same heights; else none. */
    private static List<Float> anchors(List<List<PdfSegment>> row) {
        for (var cell : row) {
            var heights = heights(cell);
            if (heights.size() < 4) continue;
            long alike =
                    row.stream().filter(other -> alike(heights(other), heights)).count();
            if (alike >= 3) return heights.stream().map(height -> height - 2).toList();
        }
        return List.of();
    }

    private static List<Float> heights(List<PdfSegment> cell) {
        return distinct(new ArrayList<>(cell.stream().map(segment -> segment.v).toList()));
    }

    private static boolean alike(List<Float> a, List<Float> b) {
        if (a.size() != b.size()) return false;
        for (int i = 0; i < a.size(); i++) if (Math.abs(a.get(i) - b.get(i)) > 2) return false;
        return true;
    }

    private static String text(List<PdfSegment> cell, float from, float to) {
        var out = new StringBuilder();
        cell.sort(Comparator.comparingDouble((PdfSegment segment) -> Math.round(segment.v / 3))
                .thenComparingDouble(PdfSegment::u0));
        for (var segment : cell) {
            if (segment.v < from || segment.v >= to) continue;
            PdfParagraphs.append(out, segment.text());
        }
        return out.toString();
    }

    /** Boxes and charts are no tables: at least two columns and two rows or three cells must hold text. */
    private static boolean worthwhile(List<List<String>> rows) {
        int filled = 0;
        long most = 0;
        for (var row : rows) {
            long cells = row.stream().filter(cell -> !cell.isEmpty()).count();
            filled += (int) cells;
            most = Math.max(most, cells);
        }
        int places = rows.size() * rows.getFirst().size();
        return most >= 2 && filled >= 3 && filled * 5 >= places;
    }
}
