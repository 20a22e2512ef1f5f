package rag.load;

import java.util.List;

/**
 * One page, read.
 *
 * @param number from 1
 * @param order its {@link PdfLine}s, {@link PdfTable}s and {@link PdfFigure}s in reading order
 * @param notes contents of notes stuck on the page
 * @param flags findings for the whole page
 * @param scanned whether it shows something but holds no text
 */
record PdfPage(int number, float height, List<Object> order, List<String> notes, List<String> flags, boolean scanned) {

    boolean hasText() {
        return order.stream().anyMatch(part -> part instanceof PdfLine || part instanceof PdfTable);
    }
}
