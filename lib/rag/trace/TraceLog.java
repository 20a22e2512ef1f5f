package rag.trace;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** The log of finished traces; see {@link JsonLog} for how it is written. */
public final class TraceLog {

    private final JsonLog<Trace.Finished> log;

    /** @param maxMb most megabytes of all files of the log together */
    public TraceLog(Path file, int maxMb) {
        this(file, maxMb * 1_000_000L, System.err::println);
    }

    TraceLog(Path file, long totalBytes, Consumer<String> warn) {
        this.log = new JsonLog<>(
                "traces",
                Trace.Finished.class,
                trace -> trace.traceId() != null && trace.stages() != null,
                file,
                totalBytes,
                warn);
    }

    /** Appends a trace as one line, known secrets masked. Never fails: what goes wrong is said once, on stderr. */
    public void append(Trace.Finished trace) {
        log.append(trace);
    }

    /**
     * The newest traces that are wanted, newest first.
     *
     * @throws IOException when the log is there and can't be read
     */
    public Page read(int limit, Predicate<Trace.Finished> wanted) throws IOException {
        var page = log.read(limit, wanted);
        return new Page(page.values(), page.unreadable());
    }

    /** All files of the log as they are at one moment, newest first; the caller closes them. */
    List<FileChannel> open() throws IOException {
        return log.open();
    }

    /**
     * Traces of the log.
     *
     * @param traces newest first
     * @param unreadable lines met on the way that hold no trace
     */
    public record Page(List<Trace.Finished> traces, int unreadable) {}
}
