package rag.engine;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import rag.config.Settings;
import rag.rerank.Models;
import rag.rerank.Reranker;
import rag.rerank.Rerankers;

/**
 * The reranker that the settings name, opened once for all questions. Its model may have to be fetched first: that goes
 * on behind the questions, none of which waits for it longer than its time limit.
 */
final class SharedReranker implements AutoCloseable {

    /** Nanoseconds before what could not be opened is tried again. */
    private static final long PAUSE = 60_000_000_000L;

    private final Settings.Rerank settings;
    private final Executor threads;
    private @Nullable CompletableFuture<Reranker> opening;
    private long begun;

    SharedReranker(Settings.Rerank settings, Executor threads) {
        this.settings = settings;
        this.threads = threads;
    }

    /** The reranker, or why there is none; late interaction is made of the collection's own model each time. */
    synchronized CompletableFuture<Reranker> get(Models models) {
        if (settings.provider().equals("late_interaction")) return open(models);
        boolean again = opening != null && opening.isCompletedExceptionally() && System.nanoTime() - begun > PAUSE;
        if (opening == null || again) {
            begun = System.nanoTime();
            opening = open(models);
        }
        return opening;
    }

    private CompletableFuture<Reranker> open(Models models) {
        return CompletableFuture.supplyAsync(() -> Rerankers.open(settings, models), threads);
    }

    @Override
    public synchronized void close() {
        boolean open = opening != null && opening.isDone() && !opening.isCompletedExceptionally();
        if (opening != null && open) opening.join().close();
    }
}
