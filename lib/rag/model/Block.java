package rag.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A stretch of a document's text that belongs together.
 *
 * @param kind what it is
 * @param level depth of a heading, 1 to 6; 0 for all else
 * @param start offset of its first character in {@link Document#text()}
 * @param end offset behind its last character
 * @param page page it starts on, from 1; null where a format has no pages
 * @param name symbol path of code ("Ledger.put"), language of a fence, else ""
 * @param flags findings that a reader must see with the text, such as "hidden text"
 */
public record Block(
        Kind kind, int level, int start, int end, @Nullable Integer page, String name, List<String> flags) {

    /** What a block is; splitters keep TABLE rows, CODE and IMAGE whole where they fit. */
    public enum Kind {
        HEADING,
        PARAGRAPH,
        LIST,
        TABLE,
        CODE,
        QUOTE,
        IMAGE,
        NOTE
    }

    public Block {
        if (start < 0 || end < start) throw new IllegalArgumentException("bad span " + start + ".." + end);
        if (level < 0 || level > 6) throw new IllegalArgumentException("heading level 0..6, not " + level);
        flags = List.copyOf(flags);
    }
}
