package rag.trace;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The log of the calls that clients of all server processes make: {@code mcp_calls.jsonl} beside the traces; see {@link
 * JsonLog} for how it is written.
 */
public final class ToolCalls {

    /** A call takes about 300 bytes: some 30,000 calls. */
    private static final int MOST_BYTES = 10_000_000;

    /**
     * One call of a tool.
     *
     * @param time ISO 8601 instant of its start
     * @param pid the server process
     * @param client name and version, "" when it did not say
     * @param transport stdio or http
     * @param status ok; refused: the answer says what the caller has to mend; failed: an error of ours; cancelled
     * @param arguments digest of the arguments, 16 hex: equal for equal calls, and tells nothing of them
     * @param traceId the query's trace, "" when there is none
     * @param error in words, "" when there is none; of one that is ok, what its answer lacks
     */
    public record Entry(
            String time,
            long pid,
            String client,
            String protocolVersion,
            String transport,
            String tool,
            String status,
            double elapsedMs,
            String arguments,
            String traceId,
            String error) {

        /** Whether a line held all of it: another program may write there, too. */
        boolean whole() {
            return time != null
                    && Stream.of(client, protocolVersion, transport, tool, status, arguments, traceId, error)
                            .allMatch(Objects::nonNull)
                    && Double.isFinite(elapsedMs)
                    && isTime(time);
        }

        private static boolean isTime(String time) {
            try {
                Instant.parse(time);
                return true;
            } catch (DateTimeParseException e) {
                return false;
            }
        }
    }

    /** @param values newest first @param unreadable lines met on the way that hold no call */
    public record Page(List<Entry> values, int unreadable) {}

    private final JsonLog<Entry> log;

    /** @param traceFile the file of the trace log, beside which this one lies */
    public ToolCalls(Path traceFile) {
        log = new JsonLog<>(
                "tool calls",
                Entry.class,
                Entry::whole,
                traceFile.resolveSibling("mcp_calls.jsonl"),
                MOST_BYTES,
                System.err::println);
    }

    /** Appends a call, known secrets masked. Never fails: what goes wrong is said once, on stderr. */
    public void append(Entry entry) {
        log.append(entry);
    }

    /**
     * The newest calls that are wanted, newest first.
     *
     * @throws IOException when the log is there and can't be read
     */
    public Page read(int limit, Predicate<Entry> wanted) throws IOException {
        var page = log.read(limit, wanted);
        return new Page(page.values(), page.unreadable());
    }
}
