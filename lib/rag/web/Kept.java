package rag.web;

import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import rag.model.Failure;

/**
 * What takes longer than a page may, worked out once for each published state of a collection, in a thread of its own. A
 * page waits for it a moment; when that is not enough it says so, and fills by itself.
 */
final class Kept<T> {

    private static final int MOST = 100;

    private final Duration soon;
    private final Map<String, State<T>> known = new LinkedHashMap<>();
    private final ThreadPoolExecutor worker = new ThreadPoolExecutor(
            0,
            1,
            1,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            Thread.ofPlatform().daemon().name("kept").factory());

    private record State<T>(long seq, Future<T> result) {}

    /** @param soon so long a page waits */
    Kept(Duration soon) {
        this.soon = soon;
    }

    /**
     * The result for a state; empty while it is worked out.
     *
     * @param seq the state's number: the result of another one is never given
     */
    Optional<T> of(String key, long seq, Callable<T> work) throws IOException {
        var result = result(key, seq, work);
        try {
            return Optional.of(result.get(soon.toNanos(), TimeUnit.NANOSECONDS));
        } catch (TimeoutException | CancellationException e) { // the latter when another page asks for a newer state
            return Optional.empty();
        } catch (ExecutionException e) {
            forget(key, result);
            if (e.getCause() instanceof Failure failure) throw failure;
            throw new IOException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    private synchronized Future<T> result(String key, long seq, Callable<T> work) {
        var state = known.get(key);
        if (state != null && state.seq == seq) return state.result;
        if (state != null) state.result.cancel(false);
        var made = new State<>(seq, worker.submit(work));
        known.put(key, made);
        if (known.size() > MOST) known.remove(known.keySet().iterator().next());
        return made.result;
    }

    private synchronized void forget(String key, Future<T> failed) {
        var state = known.get(key);
        if (state != null && state.result == failed) known.remove(key);
    }
}
