package rag.model;

import java.util.List;

/**
 * One page of a paged document.
 *
 * @param number place in the file, from 1
 * @param label what is printed on it ("iv", "A-3"); equal to the number where the file names none
 * @param hasText whether any text came from it
 * @param flags findings such as "unmapped glyphs" or "hidden text"
 */
public record Page(int number, String label, boolean hasText, List<String> flags) {

    public Page {
        if (number < 1) throw new IllegalArgumentException("page numbers start at 1, not " + number);
        flags = List.copyOf(flags);
    }
}
