package rag.load;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;

/**
 * A strip that no line crosses, with text on both sides of it.
 *
 * @param middle where the strip stands
 * @param top where it begins
 * @param bottom where it ends
 */
record PdfGutter(float middle, float top, float bottom) {

    private static final int MOST_ITEMS = 3000;
    private static final int MOST_CANDIDATES = 24;

    /** The strip with most text beside it, null when there is none with two lines on each side. */
    static @org.jspecify.annotations.Nullable PdfGutter best(List<PdfItem> items) {
        if (items.size() > MOST_ITEMS) return null;
        var sorted = new ArrayList<>(items);
        sorted.sort(Comparator.comparingDouble(PdfItem::middle));
        PdfGutter best = null;
        float bestScore = 0;
        for (float at : candidates(sorted)) {
            var sides = new Sides(at);
            for (int i = 0; i <= sorted.size(); i++) {
                var item = i < sorted.size() ? sorted.get(i) : null;
                if (item != null && !sides.blocks(item)) {
                    sides.add(item);
                    continue;
                }
                float score = sides.score();
                if (score > bestScore) {
                    bestScore = score;
                    best = sides.gutter(item);
                }
                sides.reset(item);
            }
        }
        return best;
    }

    /** Places just beside the edges of items that have a neighbour across a gap, those with most such edges first. */
    private static List<Float> candidates(List<PdfItem> sorted) {
        var votes = new HashMap<Integer, Integer>();
        int count = sorted.size();
        for (int i = 0; i < count; i++) {
            var a = sorted.get(i);
            PdfItem next = null;
            for (int j = Math.max(0, i - 60); j < Math.min(count, i + 60); j++) {
                var b = sorted.get(j);
                if (b.u0() < a.u1() || j == i) continue;
                float shared = Math.min(a.bottom(), b.bottom()) - Math.max(a.top(), b.top());
                if (shared < 0.4f * Math.min(a.bottom() - a.top(), b.bottom() - b.top())) continue;
                if (next == null || b.u0() < next.u0()) next = b;
            }
            if (next == null || next.u0() - a.u1() < 4) continue;
            float edge = Math.min(3, (next.u0() - a.u1()) / 2);
            votes.merge(Math.round((next.u0() - edge) / 2), 1, Integer::sum);
            votes.merge(Math.round((a.u1() + edge) / 2), 1, Integer::sum);
        }
        return votes.entrySet().stream()
                .sorted((x, y) ->
                        x.getValue().equals(y.getValue()) ? x.getKey() - y.getKey() : y.getValue() - x.getValue())
                .limit(MOST_CANDIDATES)
                .map(vote -> vote.getKey() * 2f)
                .toList();
    }

    /** What stands left and right of a place between two items that cross it. */
    private static final class Sides {
        private final float at;
        private float from = -Float.MAX_VALUE;
        private int left;
        private int right;
        private int leftRows;
        private int rightRows;
        private float leftMiddle = -Float.MAX_VALUE;
        private float rightMiddle = -Float.MAX_VALUE;
        private float leftEdge = -Float.MAX_VALUE;
        private float rightEdge = Float.MAX_VALUE;
        private float tallest;

        Sides(float at) {
            this.at = at;
        }

        boolean blocks(PdfItem item) {
            return item.u0() < at - 1 && item.u1() > at + 1;
        }

        void add(PdfItem item) {
            float height = item.bottom() - item.top();
            if (item instanceof PdfSegment) tallest = tallest == 0 ? height : Math.min(tallest, height);
            int rows = item instanceof PdfTable table ? table.rows().size() : 1;
            if (item.u1() <= at + 1) {
                left++;
                if (item.middle() - leftMiddle > 0.4f * height) leftRows += rows;
                leftMiddle = item.middle();
                leftEdge = Math.max(leftEdge, item.u1());
            } else {
                right++;
                if (item.middle() - rightMiddle > 0.4f * height) rightRows += rows;
                rightMiddle = item.middle();
                rightEdge = Math.min(rightEdge, item.u0());
            }
        }

        float score() {
            int least = Math.min(leftRows, rightRows);
            if (least < 2 || rightEdge - leftEdge < Math.max(4, 0.5f * tallest)) return 0;
            return left + right + 2 * Math.min(left, right) + Math.min(0.9f, (rightEdge - leftEdge) / 1000);
        }

        PdfGutter gutter(@org.jspecify.annotations.Nullable PdfItem blocker) {
            return new PdfGutter(
                    (leftEdge + rightEdge) / 2, from, blocker == null ? Float.MAX_VALUE : blocker.middle());
        }

        void reset(@org.jspecify.annotations.Nullable PdfItem blocker) {
            from = blocker == null ? from : blocker.middle();
            left = right = leftRows = rightRows = 0;
            leftMiddle = rightMiddle = -Float.MAX_VALUE;
            leftEdge = -Float.MAX_VALUE;
            rightEdge = Float.MAX_VALUE;
            tallest = 0;
        }
    }
}
