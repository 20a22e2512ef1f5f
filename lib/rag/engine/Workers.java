package rag.engine;

import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import rag.engine.Plan.Item;
import rag.model.Failure;

/** Prepares documents side by side, and hands them out one by one; few wait at a time, so memory stays small. */
final class Workers implements AutoCloseable {

    private final List<Item> work;
    private final DocumentPipeline pipeline;
    private final BooleanSupplier cancelled;
    private final BlockingQueue<Prepared> ready;
    private final AtomicInteger next = new AtomicInteger();
    private final AtomicInteger running;
    private final ExecutorService threads;
    private int handedOut;
    private volatile boolean stopped;
    private volatile @Nullable Throwable broken;

    Workers(int count, List<Item> work, DocumentPipeline pipeline, BooleanSupplier cancelled) {
        this.work = work;
        this.pipeline = pipeline;
        this.cancelled = cancelled;
        this.ready = new ArrayBlockingQueue<>(2 * count);
        this.running = new AtomicInteger(count);
        this.threads = Executors.newFixedThreadPool(
                count, Thread.ofPlatform().daemon().name("ingest-", 0).factory());
        for (int i = 0; i < count; i++) threads.execute(this::run);
    }

    private void run() {
        try {
            while (!stopped && !cancelled.getAsBoolean()) {
                int n = next.getAndIncrement();
                if (n >= work.size()) break;
                ready.put(pipeline.prepare(work.get(n)));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException | Error e) { // of no single document
            broken = e;
            stopped = true;
        } finally {
            running.decrementAndGet();
        }
    }

    /** @throws Failure when documents were not prepared, though nobody stopped it */
    void requireAll() {
        var cause = broken;
        if (cause == null && (handedOut == work.size() || cancelled.getAsBoolean())) return;
        throw new Failure(
                Failure.USAGE,
                "stopped with %d of %d documents done%s; what is published stays, and the next run does the rest"
                        .formatted(handedOut, work.size(), cause == null ? "" : " by an unexpected error: " + cause),
                cause);
    }

    /** Whether all that will ever come has been handed out. */
    boolean done() {
        return handedOut == work.size() || (running.get() == 0 && ready.isEmpty());
    }

    /** Whether another document is there at once. */
    boolean hasNext() {
        return !ready.isEmpty();
    }

    /** The next document that is ready; null when none is within a moment. */
    @Nullable
    Prepared next() {
        try {
            var prepared = ready.poll(50, TimeUnit.MILLISECONDS);
            if (prepared != null) handedOut++;
            return prepared;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Failure("interrupted", e);
        }
    }

    /** Lets the documents that are being prepared come to their end, and starts no other. */
    @Override
    public void close() {
        stopped = true;
        while (running.get() > 0) next(); // lets a worker go that waits for room
        threads.close();
    }
}
