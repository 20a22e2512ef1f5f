package rag.load;

/**
 * One painted glyph, in a frame whose u axis runs along the reading direction and whose v axis runs from line to line.
 * Units are points.
 */
final class PdfGlyph {

    /** Shown as any text is. */
    static final byte SHOWN = 0;

    /** Painted with no ink; an OCR layer when a picture lies under it, else hidden. */
    static final byte INVISIBLE = 1;

    /** White on white, too small to read, or off the page. */
    static final byte HIDDEN = 2;

    final float u0;
    final float u1;
    final float v;
    final float size;
    final String text;
    final PdfFont font;
    final int order;
    byte sight;
    boolean spaceBefore;

    /**
     * @param u0 where it begins along the line
     * @param u1 where the next one would begin
     * @param v base line
     * @param text what it means, "" when that is unknown
     * @param order place among the glyphs as painted
     */
    PdfGlyph(float u0, float u1, float v, float size, String text, PdfFont font, int order, byte sight) {
        this.u0 = u0;
        this.u1 = u1;
        this.v = v;
        this.size = size;
        this.text = text;
        this.font = font;
        this.order = order;
        this.sight = sight;
    }
}
