package rag.split;

/**
 * A stretch of the clean text that is not cut further.
 *
 * @param tokens what it costs
 */
record Atom(int start, int end, int tokens) {}
