package rag.engine;

import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import rag.model.Failure;
import rag.store.CollectionNames;
import rag.store.Job;
import rag.store.JobTable;

/**
 * Ingestions that any process can watch and stop. One that is started here runs in a thread of this process, one after
 * another; one that a script runs in its own thread is seen alike.
 */
public final class Jobs implements AutoCloseable {

    /** A job waits this long for its turn; it may be cancelled meanwhile. */
    private static final Duration PATIENCE = Duration.ofDays(1);

    /** How long documents that are on their way may take when this process ends. */
    private static final Duration FAREWELL = Duration.ofMillis(1500);

    private static final Duration POLL = Duration.ofMillis(50);

    private final Engine engine;
    private final Map<String, RunningJob> running = new ConcurrentHashMap<>();
    private final ExecutorService queue = Executors.newSingleThreadExecutor(
            Thread.ofPlatform().daemon().name("jobs").factory());
    private @Nullable JobTable table;
    private volatile boolean closed;

    public Jobs(Engine engine) {
        this.engine = engine;
    }

    /**
     * Queues an ingestion and returns at once. The request's patience does not count: a job waits for its turn.
     *
     * @param startedBy mcp, dashboard
     * @throws Failure when it can't even begin: no such path, a name no collection can have, a folder that can't be
     *     written
     */
    public Job start(IngestRequest request, String startedBy) {
        return start(task(request.patient(PATIENCE)), startedBy);
    }

    /**
     * Queues a text that has no file: it is kept below the data folder, in place of one of that name, and read from
     * there; its source is {@code text:NAME}.
     *
     * @param metadata what filters shall know of it: title, tags, any key
     */
    public Job addText(String collection, String name, String text, Map<String, Object> metadata, String startedBy) {
        CollectionNames.check(collection);
        var file = new PastedTexts(engine.data()).keep(collection, name, text, metadata);
        return start(new IngestRequest(collection, List.of(file), false, false, false, PATIENCE, startedBy), startedBy);
    }

    /** Queues the crawl of a site; otherwise as {@link #start(IngestRequest, String)}. */
    public Job start(CrawlRequest request, String startedBy) {
        return start(task(request.patient(PATIENCE)), startedBy);
    }

    private synchronized Job start(Task task, String startedBy) {
        if (closed) throw new Failure("this process is ending; nothing is started any more");
        var row = add(task, startedBy);
        var job = new RunningJob(row, table(), engine.clock(), Progress.NONE, () -> closed);
        running.put(row.id(), job);
        queue.execute(() -> {
            try (job) {
                job.run(it -> task.work().run(it, it::cancelled));
            } catch (RuntimeException | Error e) {
                // the job's row says it
            } finally {
                running.remove(row.id());
            }
        });
        return row;
    }

    /**
     * Runs an ingestion in this thread, visible to others and to be stopped by them.
     *
     * @param startedBy cli
     * @param cancelled as in {@link Ingestion#run}
     */
    public IngestReport run(IngestRequest request, String startedBy, Progress progress, BooleanSupplier cancelled) {
        return run(task(request), startedBy, progress, cancelled);
    }

    /** The same for the crawl of a site. */
    public IngestReport run(CrawlRequest request, String startedBy, Progress progress, BooleanSupplier cancelled) {
        return run(task(request), startedBy, progress, cancelled);
    }

    private IngestReport run(Task task, String startedBy, Progress progress, BooleanSupplier cancelled) {
        RunningJob job;
        try {
            job = new RunningJob(add(task, startedBy), table(), engine.clock(), progress, cancelled);
        } catch (Failure e) {
            // Being seen is not worth a run: what hinders it here, such as a full disk, is met and said there.
            return task.work().run(progress, cancelled);
        }
        try (job) {
            return job.run(it -> task.work().run(it, it::cancelled));
        }
    }

    private Job add(Task task, String startedBy) {
        return table().add(
                        task.collection(),
                        task.names(),
                        startedBy,
                        engine.clock().instant());
    }

    /** What a job is to do. @param names of what it brings in, for whoever watches */
    private record Task(String collection, List<String> names, Work work) {}

    /** Told where to report and when to stop. */
    private interface Work {
        IngestReport run(Progress progress, BooleanSupplier cancelled);
    }

    private Task task(IngestRequest request) {
        var ingestion = new Ingestion(engine);
        ingestion.check(request);
        ingestion.foresee(request.collection());
        var manifest = request.manifest();
        var named = request.paths().isEmpty() && manifest != null ? List.of(manifest) : request.paths();
        var names = named.stream()
                .map(path -> path.toAbsolutePath().normalize().toString())
                .toList();
        return new Task(request.collection(), names, (hears, stops) -> ingestion.run(request, hears, stops));
    }

    private Task task(CrawlRequest request) {
        CollectionNames.check(request.collection());
        var crawling = new Crawling(engine);
        return new Task(
                request.collection(), List.of(request.url()), (hears, stops) -> crawling.run(request, hears, stops));
    }

    /** The job as it is now, whichever process runs it; empty when there never was one of that id, or long ago. */
    public Optional<Job> status(String id) {
        return read(table -> table.get(id, engine.clock().instant()), Optional.<Job>empty());
    }

    /** The newest jobs first. */
    public List<Job> list(int limit) {
        return read(table -> table.list(limit, engine.clock().instant()), List.<Job>of());
    }

    /**
     * Asks a job to stop, whichever process runs it. It does so between documents; what is published by then stays.
     *
     * @return the job as it is now: mostly still running
     * @throws Failure when there is no such job
     */
    public Job cancel(String id) {
        var known = status(id);
        if (known.isEmpty()) throw new Failure("there is no job '" + id + "'");
        if (known.get().state().over()) return known.get();
        table().cancel(id);
        var own = running.get(id);
        if (own != null) own.cancel();
        return status(id).orElseThrow();
    }

    /** Waits for a job to end, or for so long. */
    public Optional<Job> await(String id, Duration most) {
        long end = System.nanoTime() + most.toNanos();
        var job = status(id);
        while (job.isPresent() && !job.get().state().over() && System.nanoTime() < end) {
            try {
                Thread.sleep(POLL);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return job;
            }
            job = status(id);
        }
        return job;
    }

    private synchronized JobTable table() {
        if (table == null) {
            try {
                Files.createDirectories(engine.data());
            } catch (java.io.IOException e) {
                throw new Failure("the data folder " + engine.data() + " can't be made: " + Failure.words(e), e);
            }
            table = JobTable.open(engine.data());
        }
        return table;
    }

    /** Reads without making anything: the folder may be read-only, and a look at it leaves no trace. */
    private <T> T read(Function<JobTable, T> question, T none) {
        synchronized (this) {
            if (table != null || (JobTable.exists(engine.data()) && Files.isWritable(engine.data())))
                return question.apply(table());
        }
        try (var readOnly = JobTable.openReadOnly(engine.data()).orElse(null)) {
            return readOnly == null ? none : question.apply(readOnly);
        }
    }

    /** Stops the jobs of this process between two documents. */
    @Override
    public void close() {
        synchronized (this) {
            closed = true;
        }
        queue.shutdown();
        try {
            if (!queue.awaitTermination(FAREWELL.toMillis(), TimeUnit.MILLISECONDS))
                return; // its row is shown as ended
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return;
        }
        synchronized (this) {
            if (table != null) table.close();
            table = null;
        }
    }
}
