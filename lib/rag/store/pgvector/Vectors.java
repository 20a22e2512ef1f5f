package rag.store.pgvector;

/** Vectors as pgvector writes them, and the ways in which it can look for them. */
final class Vectors {

    /** Longest vector that pgvector's graph takes. */
    private static final int LONGEST = 2000;

    /**
     * Longest vector that is kept in the chunk's own row, where looking at every one costs a third of the time: a row has
     * to fit into 8 KB.
     */
    private static final int LONGEST_IN_ROW = 1536;

    private Vectors() {}

    static String text(float[] vector) {
        var text = new StringBuilder(12 * vector.length).append('[');
        for (float value : vector) text.append(value).append(',');
        text.setCharAt(text.length() - 1, ']');
        return text.toString();
    }

    static float[] read(String text) {
        var values = text.substring(1, text.length() - 1).split(",");
        var vector = new float[values.length];
        for (int i = 0; i < vector.length; i++) vector[i] = Float.parseFloat(values[i]);
        return vector;
    }

    /** Whether vectors of a length can have a graph. */
    static boolean canHaveGraph(int dimension) {
        return dimension <= LONGEST;
    }

    static boolean inRow(int dimension) {
        return dimension <= LONGEST_IN_ROW;
    }
}
