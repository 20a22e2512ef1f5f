package rag.load;

import java.util.List;

/** Cells in rows, recognised by rules or by alignment; the first row is the head. */
record PdfTable(List<List<String>> rows, float u0, float u1, float top, float bottom, int order, byte sight)
        implements PdfItem {}
