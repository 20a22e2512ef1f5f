package rag.trace;

import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Which traces are wanted; null and "" mean any.
 *
 * @param type ingestion or query
 * @param text stands in the question or source, in whatever case; or is the trace's id
 * @param from earliest start, included
 * @param to latest start, left out
 * @param leastMs shortest duration
 */
public record TraceFilter(
        String type,
        String collection,
        String outcome,
        String text,
        @Nullable Instant from,
        @Nullable Instant to,
        double leastMs) {

    public static final TraceFilter ALL = new TraceFilter("", "", "", "", null, null, 0);

    public TraceFilter {
        text = text.strip().toLowerCase(Locale.ROOT);
    }

    /** Those of a type. */
    public static TraceFilter of(String type) {
        return new TraceFilter(type, "", "", "", null, null, 0);
    }

    boolean matches(TraceSummary trace) {
        return (type.isEmpty() || type.equals(trace.type()))
                && (collection.isEmpty() || trace.collections().contains(collection))
                && (outcome.isEmpty() || outcome.equals(trace.outcome()))
                && trace.elapsedMs() >= leastMs
                && (from == null || !trace.startedAt().isBefore(from))
                && (to == null || trace.startedAt().isBefore(to))
                && (text.isEmpty()
                        || trace.id().equals(text)
                        || trace.subject().toLowerCase(Locale.ROOT).contains(text));
    }
}
