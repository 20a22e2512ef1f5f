package rag.load;

/** What a page's layout arranges: a piece of a line, or a table. */
sealed interface PdfItem permits PdfSegment, PdfTable {

    float u0();

    float u1();

    float top();

    float bottom();

    /** Place among what was painted. */
    int order();

    default float middle() {
        return (top() + bottom()) / 2;
    }
}
