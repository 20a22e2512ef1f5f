package rag.engine;

import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import rag.config.Settings;
import rag.text.Counted;
import rag.trace.OtlpExport;
import rag.trace.Trace;
import rag.trace.TraceLog;

/**
 * Writes traces and learned words behind the answer's back, one after another: nobody waits for the disk. A collector has
 * a thread of its own, so that a slow one keeps nothing from the log.
 */
final class Scribe implements AutoCloseable {

    private final Optional<TraceLog> log;
    private final Optional<OtlpExport> collector;
    /** Traces that wait for a slow collector; more are dropped, and counted. */
    private static final int MOST_WAITING = 1000;

    /** How long the end of a process waits for a collector. */
    private static final int FAREWELL_S = 5;

    private final AtomicInteger dropped = new AtomicInteger();
    private final ThreadPoolExecutor sending = new ThreadPoolExecutor(
            1,
            1,
            1,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(MOST_WAITING),
            Thread.ofPlatform().daemon().name("collector").factory(),
            (trace, queue) -> dropped.incrementAndGet());
    private final ExecutorService thread = Executors.newSingleThreadExecutor(
            Thread.ofPlatform().daemon().name("traces").factory());

    Scribe(Settings.Observability settings) {
        boolean traces = settings.traceEnabled();
        var endpoint = settings.otlpEndpoint();
        log = traces ? Optional.of(new TraceLog(settings.traceFile(), settings.maxMb())) : Optional.empty();
        collector = traces && !endpoint.isEmpty()
                ? Optional.of(new OtlpExport(endpoint, System.err::println))
                : Optional.empty();
    }

    /** Appends a finished trace to the log, and sends it where the settings say. */
    void write(Trace trace) {
        var finished = trace.finish();
        log.ifPresent(log -> thread.execute(() -> log.append(finished)));
        collector.ifPresent(collector -> sending.execute(() -> collector.send(finished)));
    }

    /** Does something after what was given before. */
    void later(Runnable work) {
        thread.execute(work);
    }

    /** Waits for what is on its way, for a collector not for ever. */
    @Override
    public void close() {
        thread.close();
        sending.shutdown();
        try {
            if (!sending.awaitTermination(FAREWELL_S, TimeUnit.SECONDS))
                dropped.addAndGet(sending.shutdownNow().size() + 1);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (dropped.get() > 0)
            System.err.println("%s went to the log only: observability.otlp_endpoint answers too slowly"
                    .formatted(Counted.of(dropped.get(), "trace")));
    }
}
