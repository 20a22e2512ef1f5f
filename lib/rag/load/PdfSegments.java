package rag.load;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** Groups a page's glyphs into pieces of lines: first as they were painted one after another, then across strokes of the pen. */
final class PdfSegments {

    /** Bullets and list numbers, which may stand far before their text. */
    static final Pattern MARKER =
            Pattern.compile("[•‣◦▪▫●○■□◆◇►▶✓✗*·–—-]|\\(?(?:\\d{1,3}|[a-zA-Z]|[ivxlc]{1,5})[.)]|\\[\\d{1,3}]|[①-⑳]");

    private static final String DASHES = "-\u2013\u2014";

    private PdfSegments() {}

    static List<PdfSegment> of(List<PdfGlyph> glyphs) {
        var runs = runs(glyphs);
        return joined(runs);
    }

    private static List<PdfSegment> runs(List<PdfGlyph> glyphs) {
        var runs = new ArrayList<PdfSegment>();
        PdfSegment run = null;
        PdfGlyph last = null;
        boolean space = false;
        for (var glyph : glyphs) {
            if (glyph.text.equals(" ")) {
                space = true;
                continue;
            }
            if (last != null && PdfWords.twice(last, glyph)) continue;
            if (run != null && last != null && follows(run, last, glyph, space)) {
                glyph.spaceBefore = space;
                run.add(glyph);
            } else if (!glyph.text.isEmpty()) {
                run = new PdfSegment(glyph);
                runs.add(run);
            } else {
                space = false;
                continue;
            }
            space = false;
            last = glyph;
        }
        return runs;
    }

    private static boolean follows(PdfSegment run, PdfGlyph last, PdfGlyph glyph, boolean space) {
        if (last.sight != glyph.sight) return false;
        float size = Math.max(run.size, glyph.size);
        float gap = glyph.u0 - last.u1;
        float shift = Math.abs(glyph.v - last.v);
        if (shift > 0.15f * size) { // raised or lowered signs are smaller than the line they belong to
            boolean sign = shift < 0.6f * size && Math.abs(glyph.v - run.v) < 0.6f * size;
            boolean differs = Math.min(last.size, glyph.size) < 0.87f * Math.max(run.size, glyph.size)
                    || Math.abs(glyph.v - run.v) < 0.15f * size;
            return sign && differs && gap > -0.6f * size && gap < 0.5f * size;
        }
        float widest = space ? 1.3f : 1.1f;
        return gap > -0.7f * size && gap < widest * size;
    }

    /** Joins runs that stand side by side on one line. */
    private static List<PdfSegment> joined(List<PdfSegment> runs) {
        int count = runs.size();
        if (count > 6000) return runs;
        var inner = inner(runs);
        var sorted = new ArrayList<>(runs);
        sorted.sort(Comparator.comparingDouble((PdfSegment run) -> run.v).thenComparingDouble(run -> run.u0));
        boolean[] gone = new boolean[count];
        boolean changed = true;
        for (int pass = 0; pass < 4 && changed; pass++) {
            changed = false;
            for (int i = 0; i < count; i++) {
                if (gone[i]) continue;
                var a = sorted.get(i);
                for (int j = i + 1;
                        j < count && sorted.get(j).v - a.v <= 0.6f * Math.max(a.size, sorted.get(j).size);
                        j++) {
                    if (gone[j] || !beside(a, sorted.get(j), inner)) continue;
                    a.join(sorted.get(j));
                    gone[j] = true;
                    changed = true;
                }
            }
        }
        var left = new ArrayList<PdfSegment>();
        for (int i = 0; i < count; i++) if (!gone[i]) left.add(sorted.get(i));
        initials(left);
        return left;
    }

    /** Dashes painted just behind another piece of their line: they stand for an empty cell and mark no item. */
    private static Set<PdfSegment> inner(List<PdfSegment> runs) {
        Set<PdfSegment> inner = Collections.newSetFromMap(new IdentityHashMap<>());
        for (int i = 1; i < runs.size(); i++) {
            var before = runs.get(i - 1);
            var run = runs.get(i);
            boolean dash = run.glyphs.size() == 1 && DASHES.contains(run.text());
            if (dash && Math.abs(run.v - before.v) < 0.15f * run.size && before.u1 <= run.u0) inner.add(run);
        }
        return inner;
    }

    /** A large first letter that reaches down several lines belongs to the first of them. */
    private static void initials(List<PdfSegment> segments) {
        for (int i = segments.size() - 1; i >= 0; i--) {
            var large = segments.get(i);
            if (large.glyphs.size() != 1
                    || !Character.isLetter(
                            large.text().isEmpty() ? ' ' : large.text().charAt(0))) continue;
            for (var line : segments) {
                boolean beside =
                        line.size < 0.6f * large.size && line.u0 > large.u1 - 2 && line.u0 < large.u1 + line.size;
                if (!beside
                        || Math.abs(line.top() - large.top()) > 0.9f * line.size
                        || line.v > large.v - 0.5f * line.size) continue;
                var first = large.glyphs.getFirst();
                float width = 0.5f * line.size;
                line.glyphs.addFirst(new PdfGlyph(
                        line.u0 - width, line.u0, line.v, line.size, first.text, first.font, first.order, first.sight));
                line.u0 -= width;
                segments.remove(i);
                break;
            }
        }
    }

    private static boolean beside(PdfSegment a, PdfSegment b, Set<PdfSegment> inner) {
        if (a.sight() != b.sight()) return false;
        float size = Math.max(a.size, b.size);
        float small = Math.min(a.size, b.size);
        boolean line = Math.abs(a.v - b.v) < 0.15f * small;
        boolean sign = small < 0.87f * size && Math.abs(a.v - b.v) < 0.55f * size;
        if (!line && !sign) return false;
        var first = a.u0 <= b.u0 ? a : b;
        var second = first == a ? b : a;
        float gap = second.u0 - first.u1;
        if (gap < -0.3f * size) return line && overprint(first, second);
        if (sign) return gap < 0.25f * size;
        int steps = second.order() - first.glyphs.getLast().order;
        float widest = steps >= 0 && steps <= 3 ? 1.0f : 0.55f;
        if (gap < widest * size || (gap < 12 * size && steps >= 0 && steps <= 40 && a.font().mono && b.font().mono))
            return true;
        return gap < 4.5f * size
                && first.glyphs.size() <= 6
                && !inner.contains(first)
                && MARKER.matcher(first.text()).matches();
    }

    /** The same words again, or glyphs painted into the gaps of others: both belong into one line. */
    private static boolean overprint(PdfSegment first, PdfSegment second) {
        if (first.text().contains(second.text())) return true;
        if (first.glyphs.size() * second.glyphs.size() > 20_000) return false;
        for (var a : first.glyphs) {
            for (var b : second.glyphs) {
                float shared = Math.min(a.u1, b.u1) - Math.max(a.u0, b.u0);
                if (shared > 0.5f * Math.min(a.u1 - a.u0, b.u1 - b.u0) && !PdfWords.twice(a, b)) return false;
            }
        }
        return true;
    }
}
