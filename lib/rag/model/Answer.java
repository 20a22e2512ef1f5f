package rag.model;

import java.util.List;

/**
 * What a query gives.
 *
 * @param reason why the verdict is what it is, in words
 * @param hits best first
 * @param notes what the reader must know: a route that failed, a query that was cut, hits that a budget left out
 * @param traceId the trace that shows how it came about; "" when traces are off
 */
public record Answer(
        String query,
        List<String> collections,
        Verdict verdict,
        String reason,
        List<Hit> hits,
        List<String> notes,
        double elapsedMs,
        String traceId) {

    public Answer {
        collections = List.copyOf(collections);
        hits = List.copyOf(hits);
        notes = List.copyOf(notes);
    }
}
