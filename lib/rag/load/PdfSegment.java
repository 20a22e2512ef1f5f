package rag.load;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Glyphs that stand on one base line without a wide gap. */
final class PdfSegment implements PdfItem {

    final List<PdfGlyph> glyphs = new ArrayList<>();
    float u0 = Float.MAX_VALUE;
    float u1 = -Float.MAX_VALUE;
    /** Base line of the largest glyphs. */
    float v;

    float size;
    private @Nullable String text;

    PdfSegment(PdfGlyph first) {
        add(first);
    }

    void add(PdfGlyph glyph) {
        glyphs.add(glyph);
        u0 = Math.min(u0, glyph.u0);
        u1 = Math.max(u1, glyph.u1);
        if (glyph.size > size * 1.02f) {
            size = glyph.size;
            v = glyph.v;
        }
        text = null;
    }

    /** Takes all of another piece of the same line; glyphs are put in the order of the line when the two overlap. */
    void join(PdfSegment next) {
        boolean overlap = next.u0 < u1 - 0.3f * size;
        if (next.u0 < u0) {
            var before = new ArrayList<>(next.glyphs);
            before.addAll(glyphs);
            if (!glyphs.isEmpty()) glyphs.getFirst().spaceBefore = true;
            glyphs.clear();
            glyphs.addAll(before);
        } else {
            next.glyphs.getFirst().spaceBefore |= next.u0 - u1 > 0.12f * size;
            glyphs.addAll(next.glyphs);
        }
        u0 = Math.min(u0, next.u0);
        u1 = Math.max(u1, next.u1);
        if (next.size > size * 1.02f) {
            size = next.size;
            v = next.v;
        }
        if (overlap) PdfWords.sort(glyphs);
        text = null;
    }

    String text() {
        if (text == null) text = PdfWords.text(glyphs);
        return text;
    }

    byte sight() {
        return glyphs.getFirst().sight;
    }

    PdfFont font() {
        return glyphs.get(glyphs.size() / 2).font;
    }

    @Override
    public float u0() {
        return u0;
    }

    @Override
    public float u1() {
        return u1;
    }

    @Override
    public float top() {
        return v - 0.75f * size;
    }

    @Override
    public float bottom() {
        return v + 0.2f * size;
    }

    @Override
    public int order() {
        return glyphs.getFirst().order;
    }
}
