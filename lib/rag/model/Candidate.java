package rag.model;

/**
 * A chunk in one route's list.
 *
 * @param id chunk id
 * @param score cosine in -1..1 for the dense route, BM25 (0 and more) for the sparse one
 * @param likeness 64-bit SimHash of the chunk's text, for folding near-duplicates
 */
public record Candidate(String id, double score, long likeness) {}
