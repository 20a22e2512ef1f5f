package rag.trace;

import java.time.Instant;
import java.util.List;

/**
 * One trace in a line, as a list of traces shows it.
 *
 * @param type ingestion or query
 * @param elapsedMs of the whole run
 * @param subject what it was about: the question, or the source; its first 300 characters
 * @param outcome of a query its verdict, "degraded" when a stage failed and another answered, or "failed"; of an
 *     ingestion the state the document ended in
 * @param note why it did not go well, "" when it did
 * @param tool the tool or prompt by which it was asked, "" when by none
 * @param documents ids of the documents in a query's answer, each once
 */
public record TraceSummary(
        String id,
        String type,
        Instant startedAt,
        double elapsedMs,
        String subject,
        List<String> collections,
        String outcome,
        String note,
        String tool,
        List<String> documents) {

    public static final String DEGRADED = "degraded";
    public static final String FAILED = "failed";
}
