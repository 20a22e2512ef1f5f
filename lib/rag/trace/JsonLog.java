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
 * A log of one JSON object a line, written by any number of threads and processes. Each line goes out whole, under a
 * file lock that also guards the change of files when one is full. Writing never fails the caller: a log that can't be
 * written is said once, on stderr.
 *
 * @param <T> what a line holds
 */
final class JsonLog<T> {

    /** Files that the total is spread over: a fifth of the history goes at a time. */
    private static final int FILES = 5;

    /** How long another process may hold the lock before its hold is ignored: it hangs then. */
    private static final long PATIENCE_MS = 10_000;

    /** File locks belong to the process, so its own threads need another. */
    private static final Object PROCESS = new Object();

    private final String what;
    private final Class<T> type;
    private final Predicate<T> whole;
    private final TraceFiles files;
    private final long totalBytes;
    private final Consumer<String> warn;
    private final AtomicBoolean warned = new AtomicBoolean();

    /**
     * @param what its lines are, in the plural, for messages
     * @param whole whether what was read of a line is a whole one
     * @param totalBytes most bytes of all files of the log together
     */
    JsonLog(String what, Class<T> type, Predicate<T> whole, Path file, long totalBytes, Consumer<String> warn) {
        this.what = what;
        this.type = type;
        this.whole = whole;
        this.files = new TraceFiles(file);
        this.totalBytes = totalBytes;
        this.warn = warn;
    }

    /** Appends one line, known secrets masked. */
    void append(T value) {
        boolean interrupted = Thread.interrupted(); // it would close the channel in the middle of the line
        try {
            var line = Secrets.any()
                    ? Secrets.mask(Json.line(value)).getBytes(StandardCharsets.UTF_8)
                    : Json.bytes(value);
            synchronized (PROCESS) {
                append(line);
            }
        } catch (IOException | RuntimeException e) {
            if (warned.compareAndSet(false, true)) {
                warn.accept(what + " are not written to " + files.current() + ": " + Secrets.mask("" + e));
            }
        } finally {
            if (interrupted) Thread.currentThread().interrupt();
        }
    }

    private void append(byte[] line) throws IOException {
        int length = line.length + 1; // its end included
        if (length > totalBytes) {
            throw new IOException("a line of " + length + " bytes is larger than observability.max_mb");
        }
        Files.createDirectories(files.folder());
        try (var guard = FileChannel.open(files.lock(), CREATE, WRITE);
                var lock = lock(guard)) {
            if (lock != null) files.makeRoom(length, totalBytes / FILES, totalBytes);
            boolean torn = endsTorn();
            try (var log = FileChannel.open(files.current(), CREATE, APPEND)) {
                long before = log.size();
                try {
                    var bytes = ByteBuffer.allocate(length + 1);
                    if (torn) bytes.put((byte) '\n');
                    bytes.put(line).put((byte) '\n').flip();
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
     * The newest that are wanted, newest first.
     *
     * @throws IOException when the log is there and can't be read
     */
    Page<T> read(int limit, Predicate<T> wanted) throws IOException {
        var found = new ArrayList<T>();
        int unreadable = 0;
        var open = open();
        try {
            for (var log : open) {
                var lines = new LinesFromEnd(log);
                for (var line = lines.next(); line != null && found.size() < limit; line = lines.next()) {
                    var value = parse(line);
                    if (value == null) unreadable++;
                    else if (wanted.test(value)) found.add(value);
                }
            }
        } finally {
            for (var log : open) log.close();
        }
        return new Page<>(found, unreadable);
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

    private @Nullable T parse(String line) {
        try {
            var value = Json.read(line, type);
            return value != null && whole.test(value) ? value : null;
        } catch (JsonProcessingException e) {
            return null;
        }
    }

    /**
     * Lines of the log.
     *
     * @param values newest first
     * @param unreadable lines met on the way that hold nothing of the kind
     */
    record Page<T>(List<T> values, int unreadable) {}
}
