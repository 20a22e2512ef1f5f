package rag.web;

/**
 * Which part of a list a page shows.
 *
 * @param number from 1
 * @param size entries a page
 * @param total entries in all
 */
public record Paging(int number, int size, int total, Url url) {

    static final String KEY = "page";

    public Paging {
        number = Math.clamp(number, 1, Math.max(1, (total + size - 1) / size));
    }

    public int pages() {
        return Math.max(1, (total + size - 1) / size);
    }

    /** Index of the first entry shown, from 0. */
    public int from() {
        return (number - 1) * size;
    }

    /** Index behind the last entry shown. */
    public int to() {
        return Math.min(total, from() + size);
    }

    /** The address of another page of the list. */
    public Url at(Number page) {
        return url.with(KEY, page.intValue());
    }
}
