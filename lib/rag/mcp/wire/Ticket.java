package rag.mcp.wire;

import java.util.ArrayList;
import java.util.List;

/**
 * One request under way: is its answer still wanted? Work is never interrupted, since an interrupted thread closes the
 * files and sockets it touches, for everybody; long loops look at this instead.
 */
final class Ticket {

    private final List<Runnable> listeners = new ArrayList<>();
    private volatile boolean cancelled;

    boolean cancelled() {
        return cancelled;
    }

    void cancel() {
        List<Runnable> told;
        synchronized (this) {
            if (cancelled) return;
            cancelled = true;
            told = List.copyOf(listeners);
        }
        told.forEach(Runnable::run);
    }

    /** Runs this when the ticket is cancelled, or now if it is. */
    void onCancel(Runnable listener) {
        boolean late;
        synchronized (this) {
            late = cancelled;
            if (!late) listeners.add(listener);
        }
        if (late) listener.run();
    }
}
