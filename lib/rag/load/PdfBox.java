package rag.load;

/** A box on the page, in points; y runs downwards. */
record PdfBox(float x0, float y0, float x1, float y1) {

    boolean contains(float x, float y) {
        return x >= x0 && x <= x1 && y >= y0 && y <= y1;
    }

    float middleX() {
        return (x0 + x1) / 2;
    }

    float middleY() {
        return (y0 + y1) / 2;
    }

    float width() {
        return x1 - x0;
    }

    float height() {
        return y1 - y0;
    }

    /** The same box where the page is turned so that text of this direction reads upright. */
    PdfBox turned(int angle) {
        float u0 = PdfView.u(x0, y0, angle);
        float u1 = PdfView.u(x1, y1, angle);
        float v0 = PdfView.v(x0, y0, angle);
        float v1 = PdfView.v(x1, y1, angle);
        return new PdfBox(Math.min(u0, u1), Math.min(v0, v1), Math.max(u0, u1), Math.max(v0, v1));
    }
}
