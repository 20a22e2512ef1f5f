package rag.model;

import java.util.List;

/**
 * A piece of a document as a splitter cut it.
 *
 * @param text what stands there; a splitter may repeat a table's header or close a cut fence, so it can differ from the span
 * @param start offset of its first character in {@link Document#text()}
 * @param end offset behind its last character
 * @param headings headings above it, outermost first
 * @param flags flags of the blocks it was cut from, each once
 */
public record Passage(String text, int start, int end, List<String> headings, List<String> flags) {

    public Passage {
        if (text.isBlank()) throw new IllegalArgumentException("a passage has text");
        if (start < 0 || end < start) throw new IllegalArgumentException("bad span " + start + ".." + end);
        headings = List.copyOf(headings);
        flags = List.copyOf(flags);
    }
}
