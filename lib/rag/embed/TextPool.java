package rag.embed;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.IntStream;
import rag.model.Failure;

/** Puts texts through a model, several at once: each worker thread takes one text after the other. */
final class TextPool implements AutoCloseable {

    private final String name;
    private final int workers;
    private final ExecutorService pool;

    /** @param name the model's, for messages */
    TextPool(String name, int workers) {
        this.name = name;
        this.workers = workers;
        this.pool = Executors.newFixedThreadPool(
                workers, Thread.ofPlatform().daemon().name("model-", 1).factory());
    }

    /**
     * What comes of each text, in their order. When the thread is interrupted, no further text is begun.
     *
     * @throws Failure when the model fails or the thread is interrupted
     */
    <T> List<T> each(List<String> texts, Function<String, T> work) {
        // longest first, so that no worker sits idle while another ends with a long one
        var order = IntStream.range(0, texts.size())
                .boxed()
                .sorted(Comparator.comparingInt(i -> -texts.get(i).length()))
                .toList();
        var results = new ArrayList<T>(Collections.nCopies(texts.size(), null));
        var next = new AtomicInteger();
        Runnable worker = () -> {
            try {
                for (int i; (i = next.getAndIncrement()) < results.size(); ) {
                    int at = order.get(i);
                    results.set(at, work.apply(texts.get(at)));
                }
            } finally {
                next.set(results.size()); // after a failure nobody takes another
            }
        };
        var running = new ArrayList<Future<?>>();
        for (int i = 0; i < Math.min(workers, results.size()); i++) running.add(pool.submit(worker));
        try {
            for (var future : running) future.get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException cause
                    ? cause
                    : new Failure("the model %s failed: %s".formatted(name, e.getCause()), e);
        } catch (InterruptedException e) {
            next.set(results.size());
            Thread.currentThread().interrupt();
            throw new Failure("the model %s was interrupted".formatted(name), e);
        }
        return results;
    }

    @Override
    public void close() {
        pool.shutdown();
    }
}
