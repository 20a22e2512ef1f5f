package rag.store;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A run of an ingestion as every process may see it: a row of {@code job}.
 *
 * @param id {@code job_<12 hex>}
 * @param paths what is read, absolute
 * @param steps how far each stage is, in the order they began
 * @param working documents that are being read at this moment
 * @param counts sources by what was done with them or how they ended: new, unchanged, ready, failed …
 * @param troubles sources that gave nothing or not all, the first {@value #MOST_TROUBLES} of them
 * @param reason why it failed or was cancelled, "" else
 * @param notes what a user must know
 * @param startedBy cli, mcp, dashboard
 * @param owner the process that runs it
 * @param seenAt when its process wrote to the row last
 * @param cancelAsked whether somebody asked it to stop
 */
public record Job(
        String id,
        State state,
        String collection,
        List<String> paths,
        List<Step> steps,
        List<Working> working,
        Map<String, Integer> counts,
        int chunks,
        int images,
        List<Trouble> troubles,
        String reason,
        List<String> notes,
        String startedBy,
        Owner owner,
        Instant createdAt,
        @Nullable Instant startedAt,
        @Nullable Instant finishedAt,
        Instant seenAt,
        boolean cancelAsked) {

    public static final int MOST_TROUBLES = 100;

    /** A process on another machine or in another container can't be looked at; it writes far more often than this. */
    private static final Duration SILENCE = Duration.ofSeconds(60);

    /** Where a job is on its way. */
    public enum State {
        /** Waits for its turn: one run at a time writes to a data folder. */
        QUEUED,
        RUNNING,
        DONE,
        FAILED,
        /** Stopped on request; what was published by then stays. */
        CANCELLED;

        public boolean over() {
            return this == DONE || this == FAILED || this == CANCELLED;
        }

        public String key() {
            return name().toLowerCase(Locale.ROOT);
        }

        static State of(String key) {
            return valueOf(key.toUpperCase(Locale.ROOT));
        }
    }

    /** @param stage scan: comparing files with what is known; ingest: documents */
    public record Step(String stage, long done, long total) {}

    /** @param stage load, split, transform, embed or upsert */
    public record Working(String source, String stage) {}

    public record Trouble(String source, String state, String reason) {}

    /** @param processStarted ISO 8601 instant, since numbers of processes are used again; "" where it can't be told */
    public record Owner(long pid, String host, String processStarted) {

        static Owner current() {
            var process = ProcessHandle.current();
            return new Owner(process.pid(), WriterLock.HOST, started(process));
        }

        private static String started(ProcessHandle process) {
            return process.info().startInstant().map(Instant::toString).orElse("");
        }

        /** The clock that tells it is set now and then. */
        private boolean sameStart(ProcessHandle process) {
            var now = process.info().startInstant();
            if (now.isEmpty() || processStarted.isEmpty()) return true;
            return Duration.between(Instant.parse(processStarted), now.get())
                            .abs()
                            .toSeconds()
                    < 10;
        }

        private boolean gone(Instant seenAt, Instant now) {
            if (!host.equals(WriterLock.HOST))
                return Duration.between(seenAt, now).compareTo(SILENCE) > 0;
            return ProcessHandle.of(pid)
                    .filter(ProcessHandle::isAlive)
                    .filter(this::sameStart)
                    .isEmpty();
        }
    }

    public Job {
        paths = List.copyOf(paths);
        steps = List.copyOf(steps);
        working = List.copyOf(working);
        counts = Collections.unmodifiableMap(new LinkedHashMap<>(counts));
        troubles = List.copyOf(troubles);
        notes = List.copyOf(notes);
    }

    /** The job as it really is: one whose process has died did not say so itself. */
    Job seen(Instant now) {
        if (state.over() || !owner.gone(seenAt, now)) return this;
        return new Job(
                id,
                State.FAILED,
                collection,
                paths,
                steps,
                List.of(),
                counts,
                chunks,
                images,
                troubles,
                "its process ended; what was published by then stays, and the next run does the rest",
                notes,
                startedBy,
                owner,
                createdAt,
                startedAt,
                seenAt,
                seenAt,
                cancelAsked);
    }
}
