package rag.load;

/**
 * One line of text as the layout found it.
 *
 * @param left where the column of the line begins
 * @param right where it ends
 * @param column a number that lines of one column share
 * @param bold whether most of it is bold
 * @param mono whether it is set in a font of fixed pitch
 */
record PdfLine(
        String text,
        float u0,
        float u1,
        float v,
        float size,
        float left,
        float right,
        int column,
        boolean bold,
        boolean mono,
        byte sight) {

    float top() {
        return v - 0.75f * size;
    }

    boolean hidden() {
        return sight == PdfGlyph.HIDDEN;
    }
}
