package rag.mcp.wire;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One request under way: should its work go on, and is its answer still wanted? Work is never interrupted, since an
 * interrupted thread closes the files and sockets it touches, for everybody; long loops look at this instead.
 */
final class Ticket {

    private final long came = System.nanoTime();
    private final List<Runnable> listeners = new ArrayList<>();

    @Nullable
    private volatile Stop stopped;

    /** How long ago the request came. */
    Duration age() {
        return Duration.ofNanos(System.nanoTime() - came);
    }

    /** Why the work should end; null while it should go on. */
    @Nullable
    Stop stopped() {
        return stopped;
    }

    /** Whether nobody wants the answer. */
    boolean cancelled() {
        return stopped == Stop.WITHDRAWN;
    }

    /** The work should end; what is said about that is still wanted. */
    synchronized void stop(Stop why) {
        if (stopped == null) stopped = why;
    }

    /** The client has taken the request back. */
    void cancel() {
        List<Runnable> told;
        synchronized (this) {
            if (cancelled()) return;
            stopped = Stop.WITHDRAWN;
            told = List.copyOf(listeners);
        }
        told.forEach(Runnable::run);
    }

    /** Runs this when the ticket is cancelled, or now if it is. */
    void onCancel(Runnable listener) {
        boolean late;
        synchronized (this) {
            late = cancelled();
            if (!late) listeners.add(listener);
        }
        if (late) listener.run();
    }
}
