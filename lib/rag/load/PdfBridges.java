package rag.load;

import java.util.ArrayList;
import java.util.List;

/**
 * Pieces of a line that run over from one column of a table to the next, as heads that nearly touch do: they are cut where
 * the other rows leave a strip free.
 */
final class PdfBridges {

    /** Gap between two words, in ems, that may be one between columns. */
    private static final float GAP = 0.5f;

    /** Rows with text on both sides of a strip that make it one between columns. */
    private static final int FEWEST_ROWS = 2;

    private PdfBridges() {}

    /** The same pieces, those that run over cut in two or more. */
    static List<PdfSegment> cut(List<PdfSegment> segments) {
        var cut = new ArrayList<PdfSegment>();
        for (var segment : segments) {
            PdfSegment part = null;
            PdfGlyph before = null;
            for (var glyph : segment.glyphs) {
                boolean parted = before != null
                        && glyph.u0 - before.u1 > GAP * segment.size
                        && free(before.u1, glyph.u0, segment, segments);
                if (part == null || parted) cut.add(part = new PdfSegment(glyph));
                else part.add(glyph);
                before = glyph;
            }
        }
        return cut;
    }

    /** Whether no other row has words across the strip, and some have words on both sides of it and near it. */
    private static boolean free(float from, float to, PdfSegment bridge, List<PdfSegment> segments) {
        var left = new ArrayList<PdfSegment>();
        var right = new ArrayList<PdfSegment>();
        for (var other : segments) {
            if (Math.abs(other.v - bridge.v) < 0.45f * bridge.size) continue;
            boolean before = other.u1 < to;
            boolean after = other.u0 > from;
            if (before && other.u1 > bridge.u0) left.add(other);
            else if (after && other.u0 < bridge.u1) right.add(other);
            else if (!before && !after) return false;
        }
        int rows = 0;
        for (var one : left) {
            boolean both = right.stream().anyMatch(other -> Math.abs(other.v - one.v) < 0.45f * one.size);
            if (both && ++rows == FEWEST_ROWS) return true;
        }
        return false;
    }
}
