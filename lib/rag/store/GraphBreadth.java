package rag.store;

/**
 * How many of the nearest a search by a graph of vectors keeps in view. Of a million vectors, 100 in view miss three of
 * the nearest ten, 800 less than one ({@code bench/sizes.java}): what is enough grows with the collection.
 */
public final class GraphBreadth {

    /** What is enough for a small collection; with 10, a third of its nearest ten are missed. */
    public static final int SMALL = 100;

    private static final int LARGE = 800;

    /** Chunks for each candidate in view: 100 are kept up to 125,000 chunks, 800 from a million on. */
    private static final int CHUNKS_EACH = 1_250;

    private GraphBreadth() {}

    /** @param atLeast what is kept in view of however few chunks */
    public static int of(int chunks, int atLeast) {
        return Math.max(atLeast, Math.min(LARGE, chunks / CHUNKS_EACH));
    }
}
