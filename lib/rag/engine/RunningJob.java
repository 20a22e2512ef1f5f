package rag.engine;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import rag.model.Failure;
import rag.store.Job;
import rag.store.JobTable;

/**
 * A job while it runs in this process: gathers what it hears, and writes it to the table twice a second, where it also
 * learns whether somebody wants it stopped.
 */
final class RunningJob implements Progress, AutoCloseable {

    private static final long EVERY_MS = 500;

    /** Written at least so often, as a sign of life. */
    private static final Duration SIGN = Duration.ofSeconds(10);

    private final Job row;
    private final JobTable table;
    private final Clock clock;
    private final Progress also;
    private final BooleanSupplier ending;
    private final Map<String, Job.Step> steps = new LinkedHashMap<>();
    private final Map<String, Job.Working> working = new LinkedHashMap<>();
    private final Map<String, Integer> counts = new LinkedHashMap<>();
    private final List<Job.Trouble> troubles = new ArrayList<>();
    private final ScheduledExecutorService ticks = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("job-progress").factory());
    private volatile boolean cancelled;
    private volatile boolean changed;
    private int chunks;
    private int images;
    private volatile @Nullable Instant startedAt;
    private Instant written;

    /** @param also hears the same @param ending true when the process wants to end */
    RunningJob(Job row, JobTable table, Clock clock, Progress also, BooleanSupplier ending) {
        this.row = row;
        this.table = table;
        this.clock = clock;
        this.also = also;
        this.ending = ending;
        this.written = row.createdAt();
        var _ = ticks.scheduleWithFixedDelay(this::tick, EVERY_MS, EVERY_MS, TimeUnit.MILLISECONDS);
    }

    boolean cancelled() {
        return cancelled || ending.getAsBoolean();
    }

    void cancel() {
        cancelled = true;
    }

    @Override
    public void at(String stage, long done, long total) {
        synchronized (this) {
            if (startedAt == null) {
                startedAt = clock.instant();
                ticks.execute(this::tick);
            }
            steps.put(stage, new Job.Step(stage, done, total));
            changed = true;
        }
        also.at(stage, done, total);
    }

    @Override
    public void document(String source, String stage) {
        synchronized (this) {
            working.put(source, new Job.Working(source, stage));
            changed = true;
        }
        also.document(source, stage);
    }

    @Override
    public void outcome(Outcome outcome) {
        synchronized (this) {
            working.remove(outcome.source());
            changed = true;
            if (outcome.action() == Plan.Action.DELETED) counts.merge("deleted", 1, Integer::sum);
            else hear(outcome);
        }
        also.outcome(outcome);
    }

    private void hear(Outcome outcome) {
        counts.merge(outcome.state().key(), 1, Integer::sum);
        if (outcome.elapsedMs() > 0 && outcome.state().searchable()) {
            chunks += outcome.chunks();
            images += outcome.images();
        }
        if (!outcome.reason().isEmpty() && troubles.size() < Job.MOST_TROUBLES) {
            troubles.add(new Job.Trouble(outcome.source(), outcome.state().key(), outcome.reason()));
        }
    }

    /** Does the work, and writes how it ended, whatever happens. */
    IngestReport run(Function<RunningJob, IngestReport> work) {
        try {
            if (cancelled()) throw new Failure("stopped before it began");
            var report = work.apply(this);
            end(report);
            return report;
        } catch (RuntimeException | Error e) {
            var words = e instanceof Failure ? String.valueOf(e.getMessage()) : "unexpected error: " + e;
            if (cancelled()) end(Job.State.CANCELLED, why(), List.of());
            else end(Job.State.FAILED, words, List.of());
            throw e;
        }
    }

    private void end(IngestReport report) {
        boolean stopped;
        synchronized (this) {
            stopped = cancelled() && steps.values().stream().anyMatch(step -> step.done() < step.total());
            for (var action : List.of("new", "changed", "moved", "unchanged")) {
                int n = report.counts().getOrDefault(action, 0);
                if (n > 0) counts.put(action, n);
            }
        }
        if (stopped) end(Job.State.CANCELLED, why(), report.notes());
        else end(Job.State.DONE, "", report.notes());
    }

    private String why() {
        return ending.getAsBoolean() && !cancelled
                ? "its process was told to end; what was published by then stays"
                : "cancelled; what was published by then stays";
    }

    private void end(Job.State state, String reason, List<String> notes) {
        close();
        synchronized (this) {
            working.clear();
        }
        try {
            table.save(now(state, reason, notes, clock.instant()));
        } catch (Failure e) {
            System.getLogger(RunningJob.class.getName())
                    .log(System.Logger.Level.WARNING, "the end of " + row.id() + " is not recorded: " + e.getMessage());
        }
    }

    private void tick() {
        try {
            if (table.cancelled(row.id())) cancelled = true;
            var now = now(startedAt == null ? Job.State.QUEUED : Job.State.RUNNING, "", List.of(), null);
            if (!changed && Duration.between(written, now.seenAt()).compareTo(SIGN) < 0) return;
            changed = false;
            table.save(now);
            written = now.seenAt();
        } catch (RuntimeException | Error e) {
            // the disk is full, or another process writes for long: the next tick tries again. Let out, it would be the
            // last one, and the job seem dead while it runs
        }
    }

    private synchronized Job now(Job.State state, String reason, List<String> notes, @Nullable Instant finishedAt) {
        return new Job(
                row.id(),
                state,
                row.collection(),
                row.paths(),
                List.copyOf(steps.values()),
                List.copyOf(working.values()),
                counts,
                chunks,
                images,
                troubles,
                reason,
                notes,
                row.startedBy(),
                row.owner(),
                row.createdAt(),
                startedAt,
                finishedAt,
                clock.instant(),
                cancelled);
    }

    /** Ends the telling; a tick that is under way comes to its end first. */
    @Override
    public void close() {
        ticks.close();
    }
}
