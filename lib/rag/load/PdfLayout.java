package rag.load;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Brings what stands on a page into reading order. Strips without text part columns; where lines cross the strip, what is
 * above them is read before what is below (a recursive cut along both axes, after Nagy and Seth, 1984). Columns of short
 * cells on common base lines are a table and are read row by row.
 */
final class PdfLayout {

    private static final int DEEPEST = 24;

    /** Share of the width of a page's text; a shorter rule does not part columns. */
    private static final float LONG = 0.6f;

    /** Share of the columns' width that a rule across them covers. */
    private static final float ACROSS = 0.85f;

    private final List<Object> order = new ArrayList<>();
    private final boolean rightToLeft;
    private final boolean aside;
    private final List<PdfBox> rules;
    private int columns;

    private PdfLayout(List<PdfBox> rules, boolean rightToLeft, boolean aside) {
        this.rules = rules;
        this.rightToLeft = rightToLeft;
        this.aside = aside;
    }

    /**
     * Lines ({@link PdfLine}) and tables ({@link PdfTable}) in reading order.
     *
     * @param rules lines drawn on the page, in the frame of the items
     * @param aside whether these items run in another direction than most of the page
     */
    static List<Object> order(List<PdfItem> items, List<PdfBox> rules, boolean rightToLeft, boolean aside) {
        var layout = new PdfLayout(dividers(items, rules), rightToLeft, aside);
        layout.arrange(items, 0);
        return layout.order;
    }

    /** Level rules over most of the page's text that no upright one touches: those are sides of boxes. */
    private static List<PdfBox> dividers(List<PdfItem> items, List<PdfBox> rules) {
        double u0 = items.stream().mapToDouble(PdfItem::u0).min().orElse(0);
        double u1 = items.stream().mapToDouble(PdfItem::u1).max().orElse(0);
        var upright =
                rules.stream().filter(rule -> rule.height() > rule.width()).toList();
        return rules.stream()
                .filter(rule -> rule.width() > LONG * (u1 - u0))
                .filter(rule -> upright.stream().noneMatch(side -> PdfGrid.touch(side, rule)))
                .toList();
    }

    private void arrange(List<PdfItem> items, int depth) {
        if (items.isEmpty()) return;
        var gutter = depth < DEEPEST && items.size() >= 4 ? PdfGutter.best(items) : null;
        if (gutter == null) {
            column(items);
            return;
        }
        var above = new ArrayList<PdfItem>();
        var left = new ArrayList<PdfItem>();
        var right = new ArrayList<PdfItem>();
        var below = new ArrayList<PdfItem>();
        for (var item : items) {
            boolean crosses = item.u0() < gutter.middle() && item.u1() > gutter.middle();
            if (item.middle() <= gutter.top() && (crosses || item.middle() < gutter.top())) above.add(item);
            else if (item.middle() >= gutter.bottom()) below.add(item);
            else (item.middle() == gutter.top() ? above : item.u1() <= gutter.middle() ? left : right).add(item);
        }
        if (left.isEmpty() || right.isEmpty()) {
            column(items);
            return;
        }
        trailing(left, right, below);
        arrange(above, depth + 1);
        var table = PdfAligned.table(left, right);
        if (table != null) {
            arrange(table.above(), depth + 1);
            order.add(table.table());
            arrange(table.below(), depth + 1);
        } else if (noted(left, right) || noted(right, left)) {
            left.addAll(right);
            column(left);
        } else if (!divided(left, right, depth)) {
            arrange(rightToLeft ? right : left, depth + 1);
            arrange(rightToLeft ? left : right, depth + 1);
        }
        arrange(below, depth + 1);
    }

    /** Arranges what is above a rule that runs across both columns before what is below it; false when there is none. */
    private boolean divided(List<PdfItem> left, List<PdfItem> right, int depth) {
        var both = new ArrayList<>(left);
        both.addAll(right);
        double u0 = both.stream().mapToDouble(PdfItem::u0).min().orElse(0);
        double u1 = both.stream().mapToDouble(PdfItem::u1).max().orElse(0);
        for (var rule : rules) {
            float at = rule.middleY();
            double shared = Math.min(u1, rule.x1()) - Math.max(u0, rule.x0());
            if (shared < ACROSS * (u1 - u0) || both.stream().anyMatch(item -> item.top() < at && item.bottom() > at))
                continue;
            var above = both.stream().filter(item -> item.middle() < at).toList();
            if (above.isEmpty() || above.size() == both.size()) continue;
            both.removeAll(above);
            arrange(above, depth + 1);
            arrange(both, depth + 1);
            return true;
        }
        return false;
    }

    /**
     * Whether one side is no column but notes to single lines of the other, such as a place beside a name or the number of
     * a formula: each stands on the base line of one of the other side's, and neither goes on below.
     */
    private static boolean noted(List<PdfItem> column, List<PdfItem> notes) {
        PdfSegment before = null;
        var sorted = new ArrayList<>(notes);
        sorted.sort(Comparator.comparingDouble(item -> item instanceof PdfSegment segment ? segment.v : item.top()));
        for (var item : sorted) {
            if (!(item instanceof PdfSegment note)) return false;
            boolean beside = column.stream()
                    .anyMatch(
                            other -> other instanceof PdfSegment line && Math.abs(line.v - note.v) < 0.2f * note.size);
            boolean below = before != null && !sameLine(before, note) && note.v - before.v < 1.9f * note.size;
            boolean goesOn = column.stream()
                    .anyMatch(other -> other.middle() > note.middle() + 0.5f * note.size
                            && other.top() < note.bottom() + 0.4f * note.size);
            if (!beside || below || goesOn) return false;
            before = note;
        }
        return notes.size() < column.size() && (column.size() < 4 || PdfGutter.best(column) == null);
    }

    /** What follows both columns after a gap, though it stands on the left only, belongs to what comes below them. */
    private static void trailing(List<PdfItem> left, List<PdfItem> right, List<PdfItem> below) {
        float end = (float) right.stream().mapToDouble(PdfItem::bottom).max().orElse(0);
        left.sort(Comparator.comparingDouble(PdfItem::middle));
        for (int i = left.size() - 1; i > 0; i--) {
            var item = left.get(i);
            if (item.top() < end) return;
            float gap = item.top() - left.get(i - 1).bottom();
            if (gap > 1.2f * (item.bottom() - item.top())) {
                below.addAll(left.subList(i, left.size()));
                left.subList(i, left.size()).clear();
                return;
            }
        }
    }

    /** Lines of one column from top to bottom. */
    private void column(List<PdfItem> items) {
        float left = Float.MAX_VALUE;
        float right = -Float.MAX_VALUE;
        for (var item : items) {
            left = Math.min(left, item.u0());
            right = Math.max(right, item.u1());
        }
        int column = ++columns;
        var sorted = new ArrayList<>(items);
        sorted.sort(Comparator.comparingDouble(item -> item instanceof PdfSegment segment ? segment.v : item.top()));
        var row = new ArrayList<PdfSegment>();
        for (var item : sorted) {
            if (item instanceof PdfSegment segment) {
                if (!row.isEmpty() && !sameLine(row.getFirst(), segment)) line(row, left, right, column);
                row.add(segment);
            } else {
                line(row, left, right, column);
                order.add(item);
            }
        }
        line(row, left, right, column);
    }

    private static boolean sameLine(PdfSegment a, PdfSegment b) {
        return Math.abs(a.v - b.v) < 0.35f * Math.min(a.size, b.size) && a.sight() == b.sight();
    }

    private void line(List<PdfSegment> row, float left, float right, int column) {
        if (row.isEmpty()) return;
        row.sort(Comparator.comparingDouble(PdfSegment::u0));
        if (rightToLeft) java.util.Collections.reverse(row);
        var text = new StringBuilder();
        int bold = 0;
        int mono = 0;
        int all = 0;
        PdfSegment largest = row.getFirst();
        float end = -Float.MAX_VALUE;
        float start = Float.MAX_VALUE;
        for (var segment : row) {
            if (!text.isEmpty()) text.append(' ');
            text.append(segment.text());
            for (var glyph : segment.glyphs) {
                all++;
                if (glyph.font.bold) bold++;
                if (glyph.font.mono) mono++;
            }
            if (segment.size > largest.size) largest = segment;
            end = Math.max(end, segment.u1);
            start = Math.min(start, segment.u0);
        }
        if (!text.isEmpty()) {
            boolean fixed = mono * 10 > all * 7 && even(row);
            order.add(new PdfLine(
                    text.toString(),
                    start,
                    end,
                    largest.v,
                    largest.size,
                    left,
                    right,
                    column,
                    bold * 100 > all * 95,
                    fixed,
                    row.getFirst().sight(),
                    aside));
        }
        row.clear();
    }

    /** Whether all glyphs are equally wide: some fonts say so of themselves and are not. */
    private static boolean even(List<PdfSegment> row) {
        float narrow = Float.MAX_VALUE;
        float wide = 0;
        for (var segment : row) {
            for (var glyph : segment.glyphs) {
                if (!glyph.font.mono || glyph.text.isEmpty()) continue;
                float width = (glyph.u1 - glyph.u0) / glyph.size;
                narrow = Math.min(narrow, width);
                wide = Math.max(wide, width);
            }
        }
        return wide < narrow * 1.12f + 0.02f;
    }
}
