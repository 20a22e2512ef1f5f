package rag.trace;

import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The record of one ingestion of a document or of one query while it runs: what each stage took, got and gave.
 * Stages that run side by side may be added from several threads; {@link #finish} puts them in the order of their
 * start.
 */
public final class Trace {

    /** What a trace is about. */
    public enum Type {
        INGESTION,
        QUERY
    }

    private final String id = UUID.randomUUID().toString();
    private final Type type;
    private final Clock clock;
    private final Instant startedAt;
    private final long startedNanos = System.nanoTime();
    private final Map<String, Object> metadata = Collections.synchronizedMap(new LinkedHashMap<>());
    private final List<Running> stages = Collections.synchronizedList(new ArrayList<>());

    public Trace(Type type, Clock clock) {
        this.type = type;
        this.clock = clock;
        this.startedAt = clock.instant();
    }

    public String id() {
        return id;
    }

    public Trace put(String key, Object value) {
        metadata.put(key, value);
        return this;
    }

    /** Starts a stage; closing it stops its clock. A stage that throws is closed with {@link Running#fail}. */
    public Running stage(String name) {
        var stage = new Running(name, clock.instant(), System.nanoTime());
        stages.add(stage);
        return stage;
    }

    /** Says that it broke off, in words; the stage that began last is the one that failed. */
    public void fail(String message) {
        put("error", message);
        synchronized (stages) {
            if (!stages.isEmpty()) stages.getLast().failUnlessFailed(message);
        }
    }

    /** Milliseconds since it was started. */
    public double elapsedMs() {
        return round((System.nanoTime() - startedNanos) / 1e6);
    }

    /** The finished trace in the shape of the log. */
    public Finished finish() {
        double elapsed = elapsedMs();
        List<Stage> done;
        synchronized (stages) {
            done = stages.stream().map(Running::done).toList();
        }
        synchronized (metadata) {
            return new Finished(
                    id,
                    type.name().toLowerCase(java.util.Locale.ROOT),
                    startedAt.toString(),
                    clock.instant().toString(),
                    elapsed,
                    new LinkedHashMap<>(metadata),
                    done);
        }
    }

    private static double round(double ms) {
        return Math.round(ms * 1000) / 1000.0;
    }

    /** A whole trace, as it stands in the log. */
    public record Finished(
            String traceId,
            String traceType,
            String startedAt,
            String finishedAt,
            double totalElapsedMs,
            Map<String, Object> metadata,
            List<Stage> stages) {}

    /** A whole stage, as it stands in the log. */
    public record Stage(
            String stage,
            String timestamp,
            double elapsedMs,
            Map<String, Object> data,
            @Nullable String error) {}

    /** A stage while it runs. */
    public static final class Running implements AutoCloseable {

        private final String name;
        private final Instant startedAt;
        private final Map<String, Object> data = new LinkedHashMap<>();
        private long startedNanos;
        private double beforeMs;
        private double elapsedMs = -1;
        private @Nullable String error;

        private Running(String name, Instant startedAt, long startedNanos) {
            this.name = name;
            this.startedAt = startedAt;
            this.startedNanos = startedNanos;
        }

        public synchronized Running put(String key, Object value) {
            data.put(key, value);
            return this;
        }

        /** Marks the stage as failed, in words. */
        public synchronized Running fail(String message) {
            error = message;
            return this;
        }

        /** Goes on with a stage that was closed: what follows adds to its time. */
        public synchronized Running resume() {
            if (elapsedMs < 0) return this;
            beforeMs = elapsedMs;
            elapsedMs = -1;
            startedNanos = System.nanoTime();
            return this;
        }

        private synchronized void failUnlessFailed(String message) {
            if (error == null) error = message;
        }

        /** Stops the clock at a time measured elsewhere, such as a share of a commit for several documents. */
        public synchronized void close(double elapsedMs) {
            if (this.elapsedMs < 0) this.elapsedMs = elapsedMs;
        }

        @Override
        public synchronized void close() {
            close(ranMs());
        }

        private double ranMs() {
            return beforeMs + (System.nanoTime() - startedNanos) / 1e6;
        }

        private synchronized Stage done() {
            double elapsed = elapsedMs < 0 ? ranMs() : elapsedMs;
            return new Stage(name, startedAt.toString(), round(elapsed), new LinkedHashMap<>(data), error);
        }
    }
}
