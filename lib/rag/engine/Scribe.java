package rag.engine;

import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import rag.config.Settings;
import rag.trace.OtlpExport;
import rag.trace.Trace;
import rag.trace.TraceLog;

/** Writes traces and learned words behind the answer's back, one after another: nobody waits for the disk. */
final class Scribe implements AutoCloseable {

    private final Optional<TraceLog> log;
    private final Optional<OtlpExport> collector;
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
        collector.ifPresent(collector -> thread.execute(() -> collector.send(finished)));
    }

    /** Does something after what was given before. */
    void later(Runnable work) {
        thread.execute(work);
    }

    /** Waits for what is on its way. */
    @Override
    public void close() {
        thread.close();
    }
}
