package rag.model;

import java.util.Comparator;

/**
 * A chunk in one route's list.
 *
 * @param id chunk id
 * @param score cosine in -1..1 for the dense route, BM25 (0 and more) for the sparse one
 * @param likeness 64-bit SimHash of the chunk's text, for folding near-duplicates
 */
public record Candidate(String id, double score, long likeness) {

    /** By score, ties by id. Written out, as the JDK's comparators take three times as long, and every query sorts. */
    public static final Comparator<Candidate> BEST_FIRST = (a, b) -> {
        int order = Double.compare(b.score, a.score);
        return order != 0 ? order : a.id.compareTo(b.id);
    };
}
