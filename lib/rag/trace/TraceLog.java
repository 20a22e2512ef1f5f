package rag.trace;

import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import rag.config.Json;
import rag.config.Secrets;

/**
 * The log of finished traces, one JSON object a line, written by any number of threads and processes. Each line goes
 * out whole, under a file lock that also guards the change of files when one is full. Writing never fails the caller: a
 * log that can't be written is said once, on stderr.
 */
public final class TraceLog {

    /** Files that the total is spread over: a fifth of the history goes at a time. */
    private static final int FILES = 5;

    /** How long another process may hold the lock before its hold is ignored: it hangs then. */
    private static final long PATIENCE_MS = 10_000;

    /** File locks belong to the process, so its own threads need another. */
    private static final Object PROCESS = new Object();

    private final TraceFiles files;
    private final long totalBytes;
    private final Consumer<String> warn;
    private final AtomicBoolean warned = new AtomicBoolean();

    /** @param maxMb most megabytes of all files of the log together */
    public TraceLog(Path file, int maxMb) {
        this(file, maxMb * 1_000_000L, System.err::println);
    }

    TraceLog(Path file, long totalBytes, Consumer<String> warn) {
        this.files = new TraceFiles(file);
        this.totalBytes = totalBytes;
        this.warn = warn;
    }

    /** Appends a trace as one line, known secrets masked. */
    public void append(Trace.Finished trace) {
        boolean interrupted = Thread.interrupted(); // it would close the channel in the middle of the line
        try {
            var line = (Secrets.mask(Json.line(trace)) + "\n").getBytes(StandardCharsets.UTF_8);
            synchronized (PROCESS) {
                append(line);
            }
        } catch (IOException | RuntimeException e) {
            if (warned.compareAndSet(false, true)) {
                warn.accept("traces are not written to " + files.current() + ": " + Secrets.mask("" + e));
            }
        } finally {
            if (interrupted) Thread.currentThread().interrupt();
        }
    }

    private void append(byte[] line) throws IOException {
        if (line.length > totalBytes) {
            throw new IOException("a trace of " + line.length + " bytes is larger than observability.max_mb");
        }
        Files.createDirectories(files.folder());
        try (var guard = FileChannel.open(files.lock(), CREATE, WRITE);
                var lock = lock(guard)) {
            if (lock != null) files.makeRoom(line.length, totalBytes / FILES, totalBytes);
            boolean torn = endsTorn();
            try (var log = FileChannel.open(files.current(), CREATE, APPEND)) {
                long before = log.size();
                try {
                    var bytes = ByteBuffer.allocate(line.length + 1);
                    if (torn) bytes.put((byte) '\n');
                    bytes.put(line).flip();
                    while (bytes.hasRemaining()) log.write(bytes);
                } catch (IOException e) {
                    if (lock != null) log.truncate(before); // a full disk takes half a line
                    throw e;
                }
            }
        }
    }

    /** The lock, or null when another process keeps it longer than anybody writes. */
    private static @Nullable FileLock lock(FileChannel guard) throws IOException {
        long end = System.nanoTime() + PATIENCE_MS * 1_000_000;
        for (var lock = guard.tryLock(); ; lock = guard.tryLock()) {
            if (lock != null || System.nanoTime() > end) return lock;
            try {
                Thread.sleep(1);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return null;
            }
        }
    }

    /** Whether a process died in the middle of the last line. */
    private boolean endsTorn() throws IOException {
        if (!Files.exists(files.current())) return false;
        try (var log = FileChannel.open(files.current(), READ)) {
            var last = ByteBuffer.allocate(1);
            return log.size() > 0 && log.read(last, log.size() - 1) == 1 && last.get(0) != '\n';
        }
    }

    /**
     * The newest traces that are wanted, newest first.
     *
     * @throws IOException when the log is there and can't be read
     */
    public Page read(int limit, Predicate<Trace.Finished> wanted) throws IOException {
        var traces = new ArrayList<Trace.Finished>();
        int unreadable = 0;
        var open = open();
        try {
            for (var log : open) {
                var lines = new LinesFromEnd(log);
                for (var line = lines.next(); line != null && traces.size() < limit; line = lines.next()) {
                    var trace = parse(line);
                    if (trace == null) unreadable++;
                    else if (wanted.test(trace)) traces.add(trace);
                }
            }
        } finally {
            for (var log : open) log.close();
        }
        return new Page(traces, unreadable);
    }

    /** All files as they are at one moment; open files keep their content when names change. */
    @SuppressWarnings("try") // the lock is only held
    List<FileChannel> open() throws IOException {
        var open = new ArrayList<FileChannel>();
        synchronized (PROCESS) {
            if (!Files.isDirectory(files.folder())) return open;
            if (!Files.isWritable(files.folder())) {
                for (var file : files.all()) open.add(FileChannel.open(file, READ)); // nobody can change it
                return open;
            }
            try (var guard = FileChannel.open(files.lock(), CREATE, WRITE);
                    var lock = lock(guard)) {
                for (var file : files.all()) open.add(FileChannel.open(file, READ));
            }
        }
        return open;
    }

    private static Trace.@Nullable Finished parse(String line) {
        try {
            var trace = Json.read(line, Trace.Finished.class);
            return trace == null || trace.traceId() == null || trace.stages() == null ? null : trace;
        } catch (JsonProcessingException e) {
            return null;
        }
    }

    /**
     * Traces of the log.
     *
     * @param traces newest first
     * @param unreadable lines met on the way that hold no trace
     */
    public record Page(List<Trace.Finished> traces, int unreadable) {}
}
