package rag.store;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import rag.config.Json;
import rag.model.Failure;
import rag.model.Misuse;

/**
 * The right to write to a data folder, for one run: one process, and in it one thread, has it at a time. It is a lock
 * of the operating system on {@code <data>/writer.lock}, so it ends with its process, however that ends. Beside it,
 * {@code writer.json} tells others who has it; that file is information only, and may be out of date.
 */
public final class WriterLock implements AutoCloseable {

    /**
     * Who writes.
     *
     * @param since ISO 8601 instant; "" when it is not known
     * @param progress how far it is, in words: "310/900 documents"; "" when it has not said
     */
    public record Holder(long pid, String host, String command, String since, String progress) {

        public Holder {
            Objects.requireNonNull(host);
            Objects.requireNonNull(command);
            Objects.requireNonNull(progress);
            if (!since.isEmpty()) Instant.parse(since);
        }

        /** "pid 4711 (ingest.java) since 12:03, 310/900 documents". */
        @Override
        public String toString() {
            return "pid %d%s (%s)%s%s"
                    .formatted(
                            pid,
                            host.equals(HOST) ? "" : " on " + host,
                            command,
                            since.isEmpty() ? "" : " since " + clock(Instant.parse(since)),
                            progress.isEmpty() ? "" : ", " + progress);
        }

        private static String clock(Instant since) {
            var at = since.atZone(ZoneId.systemDefault());
            var format = at.toLocalDate().equals(LocalDate.now()) ? "HH:mm" : "yyyy-MM-dd HH:mm";
            return DateTimeFormatter.ofPattern(format).format(at);
        }

        private boolean gone() {
            return host.equals(HOST)
                    && !ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
        }
    }

    private static final Duration POLL = Duration.ofMillis(50);
    private static final Duration BETWEEN_PROGRESS = Duration.ofMillis(500);
    public static final String HOST = host();

    /** What operating systems call file systems whose files lie on another machine. */
    private static final Pattern NETWORK = Pattern.compile(
            "nfs.*|cifs|smb.*|afs|afpfs|ncpfs|9p|webdav|davfs.*|fuse\\.(sshfs|rclone|s3fs|gcsfuse|davfs.*|glusterfs)");

    /**
     * Folders that this process has the lock of. Asked before the lock file is opened: closing any channel on it would
     * end the process's lock, whichever channel got it (POSIX).
     */
    private static final Map<Path, WriterLock> HELD = new ConcurrentHashMap<>();

    private final Path folder;
    private final Holder holder;
    private @Nullable FileChannel channel;
    private @Nullable Closeable also;
    private long lastProgress = System.nanoTime() - BETWEEN_PROGRESS.toNanos();

    private WriterLock(Path folder, String command) {
        this.folder = folder;
        this.holder = new Holder(
                ProcessHandle.current().pid(), HOST, command, Instant.now().toString(), "");
    }

    /**
     * Takes the lock; makes the data folder when it is not there.
     *
     * @param command what others are told about the holder: the script's name
     * @param wait how long to wait for another holder; zero asks once
     * @throws Failure when another one has it (the message says who), or the folder cannot be written safely
     */
    public static WriterLock acquire(Path data, String command, Duration wait) {
        return acquire(data, command, wait, () -> false);
    }

    /** @param stopped asked while it waits; when true, the wait ends in a failure */
    public static WriterLock acquire(Path data, String command, Duration wait, BooleanSupplier stopped) {
        var folder = prepared(data);
        var lock = new WriterLock(folder, command);
        long end = System.nanoTime() + wait.toNanos();
        while (!lock.tryAcquire()) {
            if (System.nanoTime() >= end) throw busy(folder, wait);
            if (stopped.getAsBoolean()) throw new Failure("stopped while waiting for another ingest; nothing was done");
            try {
                Thread.sleep(POLL);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new Failure("Stopped while waiting for the data folder " + data, e);
            }
        }
        lock.tell(lock.holder);
        return lock;
    }

    /** Gives back another lock with this one. */
    public WriterLock with(Closeable other) {
        also = other;
        return this;
    }

    private static Path prepared(Path data) {
        try {
            Files.createDirectories(data);
            var refusal = refusal(
                    data.toAbsolutePath().toString(), Files.getFileStore(data).type());
            if (refusal.isPresent()) throw new Failure(refusal.get());
            return data.toRealPath();
        } catch (IOException e) {
            throw unwritable(data, e);
        }
    }

    /**
     * Why a folder on this kind of file system is not written to; empty when it is.
     *
     * @param type what the operating system calls the file system: ext4, nfs4, cifs
     */
    static Optional<String> refusal(String folder, String type) {
        var kind = type.toLowerCase(Locale.ROOT);
        if (!NETWORK.matcher(kind).matches() && !folder.startsWith("\\\\")) return Optional.empty();
        return Optional.of(("The data folder %s lies on a network file system (%s), where locks and the data base's "
                        + "write-ahead log do not hold, so nothing is written there. Use a folder on a local disk: "
                        + "--data DIR, or RAG_DATA. The documents themselves may stay where they are.")
                .formatted(folder, type));
    }

    /** Why a folder that is there is never written to; empty when its kind does not forbid it. */
    public static Optional<String> refused(Path data) {
        try {
            return refusal(
                    data.toAbsolutePath().toString(), Files.getFileStore(data).type());
        } catch (IOException e) {
            return Optional.of("its file system can't be told: " + e.getMessage());
        }
    }

    private boolean tryAcquire() {
        if (HELD.putIfAbsent(folder, this) != null) return false;
        boolean mine = false;
        try {
            var opened = FileChannel.open(
                    folder.resolve("writer.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            @Nullable FileLock lock = null;
            try {
                lock = opened.tryLock();
            } finally {
                if (lock == null) opened.close();
            }
            channel = opened;
            mine = lock != null;
            return mine;
        } catch (IOException e) {
            throw unwritable(folder, e);
        } finally {
            if (!mine) HELD.remove(folder);
        }
    }

    private static Failure unwritable(Path data, IOException e) {
        if (e instanceof NoSuchFileException || e instanceof FileAlreadyExistsException) {
            var reason = e instanceof NoSuchFileException ? "its parent takes no folders" : "a file has that name";
            return new Misuse(
                    "The data folder %s can't be made: %s. Choose another with --data DIR or RAG_DATA."
                            .formatted(data, reason),
                    e);
        }
        if (!DiskFailure.readOnly(e)) return DiskFailure.of("Locking the data folder", data, e);
        return ReadOnlyFolder.failure(data, e);
    }

    private static Failure busy(Path folder, Duration wait) {
        var who = holder(folder).map(Holder::toString).orElse("its process has not said who it is yet");
        var advice = wait.isZero() ? "wait with --wait 60s" : "waited " + wait.toSeconds() + " s";
        return new Failure("another ingest is running: %s; %s".formatted(who, advice));
    }

    /** Who writes to a data folder, as far as is known: empty when nobody does, or has not said so. */
    public static Optional<Holder> holder(Path data) {
        try {
            var holder = Json.read(Files.readString(data.resolve("writer.json")), Holder.class);
            return holder.gone() ? Optional.empty() : Optional.of(holder);
        } catch (IOException e) {
            return Optional.empty(); // nobody writes, or a version that says other things
        }
    }

    /** Tells others how far the run is, at most twice a second; the rest is dropped. */
    public synchronized void progress(String words) {
        long now = System.nanoTime();
        if (channel == null || now - lastProgress < BETWEEN_PROGRESS.toNanos()) return;
        lastProgress = now;
        tell(new Holder(holder.pid(), holder.host(), holder.command(), holder.since(), words));
    }

    /** Best effort: a run does not end because others cannot be told about it. */
    private void tell(Holder words) {
        try {
            var temporary = folder.resolve("writer.json.tmp");
            Files.writeString(temporary, Json.line(words));
            Files.move(temporary, folder.resolve("writer.json"), StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            lastProgress = System.nanoTime(); // the next try comes with the next progress
        }
    }

    /** @throws IllegalStateException when this process does not hold the lock of the folder */
    static void require(Path data) {
        try {
            if (HELD.containsKey(data.toRealPath())) return;
        } catch (IOException e) {
            throw new IllegalStateException("no such data folder: " + data, e);
        }
        throw new IllegalStateException("writing to " + data + " without its lock");
    }

    static String host() {
        try {
            return Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
        } catch (IOException e) {
            return Optional.ofNullable(System.getenv("COMPUTERNAME")).orElse("localhost");
        }
    }

    /** Gives the lock back. */
    @Override
    public synchronized void close() {
        var open = channel;
        if (open == null) return;
        channel = null;
        try (open;
                var _ = also) {
            Files.deleteIfExists(folder.resolve("writer.json"));
        } catch (IOException e) {
            throw DiskFailure.of("Unlocking the data folder", folder, e);
        } finally {
            HELD.remove(folder);
        }
    }
}
