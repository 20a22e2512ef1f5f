package rag.split;

import java.util.List;
import rag.model.Block.Kind;

/**
 * A block in the clean text, with the signs round it that belong to no block.
 *
 * @param label a heading's words
 * @param headings headings above it, outermost first; of a heading, itself the last
 */
record Unit(Kind kind, int start, int end, String label, List<String> headings, List<String> flags) {

    boolean heading() {
        return kind == Kind.HEADING;
    }

    /** Running text, that can be cut between sentences. */
    boolean prose() {
        return switch (kind) {
            case PARAGRAPH, LIST, QUOTE, NOTE, HEADING -> true;
            case TABLE, CODE, IMAGE -> false;
        };
    }
}
