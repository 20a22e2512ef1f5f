package rag.split;

import java.util.ArrayList;
import java.util.List;
import rag.model.Document;
import rag.model.Passage;

/** Packs blocks into passages, heading by heading, and cuts those blocks that no passage can hold. */
record BlockSplitter(Style style) implements Splitter {

    /** Counters whose sums run a little short of the whole get this much less room with each further attempt. */
    private static final double SHRINK = 0.9;

    /** Where it ends: what is too long even then is one grapheme cluster or one image mark. */
    private static final double LEAST = 0.3;

    @Override
    public List<Passage> split(Document document, ChunkLimits limits) {
        var clean = CleanText.of(document);
        var units = Outline.of(document, clean);
        if (style == Style.SENTENCE) units = flowing(units);
        var measure = new Measure(limits.tokens());
        for (double share = 1; ; share *= SHRINK) {
            var packing = new Packing(document, clean, limits, style, measure, share);
            units.forEach(packing::add);
            packing.flush();
            if (!packing.over() || share < LEAST) return packing.passages();
        }
    }

    /** Neighbouring blocks of running text under one heading as one, so that sentences alone say where to cut. */
    private static List<Unit> flowing(List<Unit> units) {
        var merged = new ArrayList<Unit>();
        for (var unit : units) {
            var last = merged.isEmpty() ? unit : merged.getLast();
            boolean goesOn =
                    last != unit && runs(last) && runs(unit) && last.flags().equals(unit.flags());
            if (goesOn) {
                merged.removeLast();
                unit = new Unit(last.kind(), last.start(), unit.end(), "", last.headings(), last.flags());
            }
            merged.add(unit);
        }
        return merged;
    }

    private static boolean runs(Unit unit) {
        return unit.prose() && !unit.heading();
    }
}
