package rag.trace;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import rag.config.Json;

/**
 * Finds traces in a log that grows under it: keeps a summary of each trace and where its line stands, and before each
 * look reads what was added since, by whichever process. A log that is met for the first time is read from its end, in a
 * thread of its own, so that the newest traces are known at once. A line that holds no trace is counted and passed over.
 * Usable from several threads.
 */
public final class TraceIndex {

    /** Patience for all that there is. */
    private static final Duration WHOLE = Duration.ofDays(1);

    private final TraceLog log;
    private final ExecutorService reader = new ThreadPoolExecutor(
            0,
            1,
            1,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            Thread.ofPlatform().daemon().name("traces").factory());

    /** The files, newest first. */
    private Map<String, TraceFile> files = new LinkedHashMap<>();

    /** A reading that has not begun, so that it will see all that is written by now. */
    private @Nullable Future<?> next;

    public TraceIndex(TraceLog log) {
        this.log = log;
    }

    /**
     * Traces that were found.
     *
     * @param traces newest first
     * @param matching how many there are in all
     * @param all how many traces the log holds
     * @param unreadable lines of the log that hold no trace
     */
    public record Found(List<TraceSummary> traces, int matching, int all, int unreadable) {}

    /**
     * The traces that a filter lets pass, newest first.
     *
     * @param skip how many of them to leave out, from 0
     * @throws IOException when the log is there and can't be read
     */
    public Found find(TraceFilter filter, int skip, int limit) throws IOException {
        catchUp(WHOLE);
        return known(filter, skip, limit);
    }

    /** The newest traces that a filter lets pass, newest first. Reads no more of the log than holds them. */
    public List<TraceSummary> newest(TraceFilter filter, int limit) throws IOException {
        wait(
                reader.submit(() -> {
                    read(() -> known(filter, 0, limit).traces().size() == limit);
                    return null;
                }),
                WHOLE);
        return known(filter, 0, limit).traces();
    }

    /** The whole trace of an id; empty when the log does not hold it (any more). */
    public Optional<Trace.Finished> trace(String id) throws IOException {
        var known = known(id);
        if (known.isPresent()) return known;
        catchUp(WHOLE);
        return known(id);
    }

    /** As {@link #find}, among the traces that have been read. */
    public synchronized Found known(TraceFilter filter, int skip, int limit) {
        var found = new ArrayList<TraceSummary>();
        int matching = 0, all = 0, unreadable = 0;
        for (var file : files.values()) {
            all += file.size();
            unreadable += file.unreadable();
            for (int i = 0; i < file.size(); i++) {
                var trace = file.newest(i).trace();
                if (!filter.matches(trace)) continue;
                if (matching >= skip && found.size() < limit) found.add(trace);
                matching++;
            }
        }
        return new Found(found, matching, all, unreadable);
    }

    /** As {@link #trace}, among the traces that have been read. */
    public Optional<Trace.Finished> known(String id) throws IOException {
        String identity = null;
        TraceFile.Line line = null;
        synchronized (this) {
            for (var file : files.entrySet()) {
                for (int i = 0; i < file.getValue().size() && line == null; i++) {
                    if (!file.getValue().newest(i).trace().id().equals(id)) continue;
                    identity = file.getKey();
                    line = file.getValue().newest(i);
                }
            }
        }
        return identity == null || line == null ? Optional.empty() : read(identity, line);
    }

    private Optional<Trace.Finished> read(String identity, TraceFile.Line line) throws IOException {
        var open = log.open();
        try {
            for (var channel : open) {
                if (!TraceFile.identity(channel).equals(identity)) continue;
                var bytes = TraceFile.bytes(channel, line.offset(), line.length());
                return Optional.of(Json.read(new String(bytes, StandardCharsets.UTF_8), Trace.Finished.class));
            }
        } catch (JsonProcessingException e) {
            return Optional.empty(); // of another shape than ours
        } finally {
            for (var channel : open) channel.close();
        }
        return Optional.empty(); // rotated away this moment
    }

    /**
     * Reads what stands in the log at this moment, or as much of it as there is patience for; the reading then goes on
     * by itself.
     *
     * @param patience zero only sets the reading going
     * @return bytes that are still to be read; 0 when all is known
     * @throws IOException when the log is there and can't be read
     */
    public long catchUp(Duration patience) throws IOException {
        var reading = reading();
        return patience.isZero() ? Math.max(1, unread()) : wait(reading, patience);
    }

    private long wait(Future<?> reading, Duration patience) throws IOException {
        try {
            reading.get(patience.toNanos(), TimeUnit.NANOSECONDS);
            return 0;
        } catch (TimeoutException e) {
            return Math.max(1, unread());
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException io) throw new IOException(io.getMessage(), io);
            throw new IllegalStateException("reading the log of traces broke", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while the log of traces was read");
        }
    }

    private synchronized long unread() {
        return files.values().stream().mapToLong(TraceFile::unread).sum();
    }

    private synchronized Future<?> reading() {
        if (next == null) {
            next = reader.submit(() -> {
                synchronized (this) {
                    next = null;
                }
                read(() -> false);
                return null;
            });
        }
        return next;
    }

    /** @param enough asked after each block whether to leave the rest */
    private void read(BooleanSupplier enough) throws IOException {
        var open = log.open();
        try {
            var now = new LinkedHashMap<String, TraceFile>();
            var channels = new LinkedHashMap<TraceFile, FileChannel>();
            synchronized (this) {
                for (var channel : open) {
                    var identity = TraceFile.identity(channel);
                    if (identity.isEmpty()) continue;
                    var known = files.get(identity);
                    var file = known != null && known.grows(channel) ? known : new TraceFile(channel);
                    now.put(identity, file);
                    channels.put(file, channel);
                }
                files = now;
            }
            for (var file : channels.entrySet()) {
                if (!read(file.getKey(), file.getValue(), enough)) return;
            }
        } finally {
            for (var channel : open) channel.close();
        }
    }

    /** Whether there is to be read more elsewhere. */
    private boolean read(TraceFile file, FileChannel channel, BooleanSupplier enough) throws IOException {
        for (var block = file.next(channel); block != null; block = file.next(channel)) {
            synchronized (this) {
                file.add(block);
            }
            if (enough.getAsBoolean()) return false;
        }
        return true;
    }
}
