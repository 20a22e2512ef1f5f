package rag.mcp.wire;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import rag.config.Json;

/**
 * Standard output: whole lines in the order they were handed in, written by one thread. Who produces more than the
 * client reads has to wait; the reader of standard input never does, so that it sees when the client leaves.
 */
final class Outlet {

    /** What may lie here unread before those who hand in have to wait, and before the client is given up. */
    private static final long FULL = 16 << 20;

    private static final long TOO_FULL = 128 << 20;

    /** What is written at once, so that one sees how a long answer is read. */
    private static final int PORTION = 1 << 16;

    private final OutputStream out;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final ArrayDeque<byte[]> queue = new ArrayDeque<>();
    private long bytes;
    private boolean closed;

    /** When something was last taken, or came to lie where nothing was. */
    private long moved = System.nanoTime();

    Outlet(OutputStream out) {
        this.out = out;
        Thread.ofPlatform().daemon().name("mcp-out").start(this::write);
    }

    /** Hands in a message, once there is room for it. */
    void send(Map<String, Object> message) {
        var line = line(message);
        lock.lock();
        try {
            while (bytes > FULL && !closed) changed.awaitUninterruptibly();
            add(line);
        } finally {
            lock.unlock();
        }
    }

    /** Hands in a message without waiting. */
    void sendNow(Map<String, Object> message) {
        var line = line(message);
        lock.lock();
        try {
            if (bytes > TOO_FULL) close();
            add(line);
        } finally {
            lock.unlock();
        }
    }

    private static byte[] line(Map<String, Object> message) {
        return (Json.line(message) + "\n").getBytes(StandardCharsets.UTF_8);
    }

    private void add(byte[] line) {
        if (closed) return;
        if (bytes == 0) moved = System.nanoTime();
        queue.add(line);
        bytes += line.length;
        changed.signalAll();
    }

    boolean isEmpty() {
        lock.lock();
        try {
            return bytes == 0;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Whether nobody reads any more: the other end is closed, or nothing was taken from what lies here for so long,
     * counted at the earliest from a moment on, by {@link System#nanoTime}.
     */
    boolean isStuck(long since, Duration patience) {
        lock.lock();
        try {
            long idle = System.nanoTime() - Math.max(moved, since);
            return closed || (bytes > 0 && idle > patience.toNanos());
        } finally {
            lock.unlock();
        }
    }

    /** Whether the client has closed its end, or let too much lie unread. */
    boolean isClosed() {
        lock.lock();
        try {
            return closed;
        } finally {
            lock.unlock();
        }
    }

    private void close() {
        closed = true;
        queue.clear();
        bytes = 0;
        changed.signalAll();
    }

    private void write() {
        try {
            while (true) {
                var line = take();
                for (int from = 0; from < line.length; from += PORTION) {
                    int length = Math.min(PORTION, line.length - from);
                    out.write(line, from, length);
                    out.flush();
                    written(length);
                }
            }
        } catch (IOException e) {
            lock.lock();
            try {
                close();
            } finally {
                lock.unlock();
            }
        }
    }

    private byte[] take() {
        lock.lock();
        try {
            while (queue.isEmpty()) changed.awaitUninterruptibly();
            return queue.remove();
        } finally {
            lock.unlock();
        }
    }

    private void written(int length) {
        lock.lock();
        try {
            bytes = Math.max(0, bytes - length);
            moved = System.nanoTime();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
