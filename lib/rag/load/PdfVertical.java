package rag.load;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Vertical script whose signs were placed one by one with a font for horizontal lines. */
final class PdfVertical {

    static final int HORIZONTAL = 0;
    static final int VERTICAL = 1090;

    /** Share of an em that a sign rises above its base line. */
    private static final float RISE = 0.88f;

    private PdfVertical() {}

    /** Moves such signs to the frame of vertical lines, among those that are there. */
    static void turn(Map<Integer, List<PdfGlyph>> frames) {
        var flat = frames.get(HORIZONTAL);
        if (flat == null || !downwards(flat)) return;
        var stays = new ArrayList<PdfGlyph>();
        var upright = new ArrayList<>(frames.getOrDefault(VERTICAL, List.of()));
        for (var glyph : flat) {
            if (glyph.text.isEmpty() || !Characters.cjk(glyph.text.codePointAt(0))) {
                stays.add(glyph);
                continue;
            }
            float top = glyph.v - RISE * glyph.size;
            upright.add(new PdfGlyph(
                    top,
                    top + glyph.size,
                    -(glyph.u0 + glyph.u1) / 2,
                    glyph.size,
                    glyph.text,
                    glyph.font,
                    glyph.order,
                    glyph.sight));
        }
        upright.sort(java.util.Comparator.comparingInt(glyph -> glyph.order));
        frames.put(VERTICAL, upright);
        if (stays.isEmpty()) frames.remove(HORIZONTAL);
        else frames.put(HORIZONTAL, stays);
    }

    /** Whether most signs stand straight under the one painted before, an em or so lower. */
    private static boolean downwards(List<PdfGlyph> glyphs) {
        int down = 0;
        int across = 0;
        for (int i = 1; i < glyphs.size(); i++) {
            var a = glyphs.get(i - 1);
            var b = glyphs.get(i);
            if (b.text.isEmpty() || !Characters.unspaced(b.text.codePointAt(0))) continue;
            float step = (b.v - a.v) / b.size;
            if (Math.abs(b.u0 - a.u0) < 0.2f * b.size && step > 0.7f && step < 2.2f) down++;
            else if (Math.abs(step) < 0.2f) across++;
        }
        return down > 10 && down > 2 * across;
    }
}
