package rag.load;

/**
 * One line of text as the layout found it.
 *
 * @param left where the column of the line begins
 * @param right where it ends
 * @param column a number that lines of one column share
 * @param bold whether most of it is bold
 * @param mono whether it is set in a font of fixed pitch
 * @param aside whether it runs in another direction than most lines of its page
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
        byte sight,
        boolean aside) {

    float top() {
        return v - 0.75f * size;
    }

    /** The same line seen from behind the page: right-to-left lines then begin and end where others do. */
    PdfLine mirrored() {
        return new PdfLine(text, -u1, -u0, v, size, -right, -left, column, bold, mono, sight, aside);
    }

    boolean rightToLeft() {
        return Characters.rightToLeft(text.charAt(0));
    }

    boolean hidden() {
        return sight == PdfGlyph.HIDDEN;
    }
}
