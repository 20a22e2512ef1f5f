package rag.mcp;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import rag.engine.Engine;
import rag.mcp.wire.Call;
import rag.model.Failure;

/**
 * The engine, opened in the background: a client gets its first answers before index and models are there. Whoever
 * needs the engine waits for it, and a client that has to wait for long hears why.
 */
public final class Opening implements Supplier<Engine>, AutoCloseable {

    private static final Duration SILENCE = Duration.ofSeconds(2);

    private final Supplier<Engine> opener;

    @Nullable
    private CompletableFuture<Engine> engine;

    /** What waits for the engine: each behind the one before, since a future's own callbacks run the last one first. */
    private CompletableFuture<?> waiting = CompletableFuture.completedFuture(null);

    public Opening(Supplier<Engine> opener) {
        this.opener = opener;
    }

    /** Begins to open, unless that was done before. Returns at once. */
    public void begin() {
        var _ = begun();
    }

    private synchronized CompletableFuture<Engine> begun() {
        // What failed (a folder that is not there yet) is tried again by whoever asks next.
        if (engine == null || engine.isCompletedExceptionally()) {
            engine = CompletableFuture.supplyAsync(
                    opener, work -> Thread.ofPlatform().daemon().name("engine").start(work));
            var _ = engine.thenAccept(Opening::warm);
        }
        return engine;
    }

    private static void warm(Engine engine) {
        try {
            engine.warm();
        } catch (Failure | IOException e) {
            // The first question meets it again, and whoever asks hears it.
        }
    }

    /** Does something with the engine: at once if it is open, else when it is, in the order in which it is asked for. */
    synchronized void whenOpen(Consumer<Engine> work) {
        waiting = waiting.handle((done, failed) -> null).thenAcceptBoth(begun(), (done, engine) -> work.accept(engine));
    }

    @Override
    public Engine get() {
        return waitFor(null);
    }

    /** The engine for a call, which is told every few seconds that it has to wait. */
    public Engine get(Call call) {
        return waitFor(call);
    }

    private Engine waitFor(@Nullable Call call) {
        var opened = begun();
        for (int waited = 1; ; waited++) {
            try {
                return opened.get(SILENCE.toMillis(), TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
                if (call != null)
                    call.progress((double) (waited * SILENCE.toSeconds()), null, "Opening index and models");
            } catch (ExecutionException e) {
                if (e.getCause() instanceof RuntimeException failure) throw failure;
                throw new IllegalStateException("cannot open the engine", e.getCause());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted while opening the engine", e);
            }
        }
    }

    /** Closes the engine if it was opened. */
    @Override
    public synchronized void close() {
        if (engine != null && engine.isDone() && !engine.isCompletedExceptionally())
            engine.join().close();
    }
}
