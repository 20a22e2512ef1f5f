package rag.embed;

/** Cuts texts into what a model reads. Usable from several threads. */
interface Tokens {

    /**
     * The ids of a text, special ones included.
     *
     * @param limit a text with more ids is cut so that this many are left, the special ones included
     */
    long[] ids(String text, int limit);

    /** How many ids the whole text has, the special ones included. */
    default int count(String text) {
        return ids(text, Integer.MAX_VALUE).length;
    }
}
