package rag.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rag.model.Failure;
import rag.store.Job;
import rag.store.Job.State;
import rag.store.WriterLock;

/** Ingestions as jobs, seen and stopped from another process: here, from another engine on the same folder. */
class JobsTest {

    private static final Duration LONG = Duration.ofSeconds(20);

    @TempDir
    Path folder;

    private Corpus corpus;
    private Jobs jobs;
    private Corpus elsewhere;
    private Jobs watching;

    @BeforeEach
    void open() {
        corpus = new Corpus(folder, Map.of("ingestion.workers", "1"));
        jobs = new Jobs(corpus.engine());
        elsewhere = new Corpus(folder, Map.of());
        watching = new Jobs(elsewhere.engine());
    }

    @AfterEach
    void close() {
        jobs.close();
        watching.close();
        corpus.close();
        elsewhere.close();
    }

    private IngestRequest request() {
        return new IngestRequest("c", List.of(corpus.docs()), false, false, false, LONG, "test");
    }

    @Test
    void aJobRunsBehindItsStarterAndTellsWhatBecameOfEachSource() throws Exception {
        corpus.write("a.md", "# A\n\nThe pump needs oil.");
        corpus.write("b.md", "# B\n\nThe dome closes.");
        corpus.write("empty.md", "");
        var job = jobs.start(request(), "mcp");
        assertTrue(job.id().matches("job_[0-9a-f]{12}"), job.id());
        assertEquals(State.QUEUED, job.state());

        var done = watching.await(job.id(), LONG).orElseThrow();

        assertEquals(State.DONE, done.state(), done.reason());
        assertEquals("mcp", done.startedBy());
        assertEquals(Map.of("ready", 2, "no_text", 1, "new", 3), done.counts());
        assertEquals(2, done.chunks());
        assertEquals(List.of(corpus.docs().toString()), done.paths());
        assertEquals(
                List.of("scan", "ingest"),
                done.steps().stream().map(Job.Step::stage).toList());
        assertTrue(done.steps().stream().allMatch(step -> step.done() == 3 && step.total() == 3), "" + done.steps());
        assertEquals(1, done.troubles().size());
        assertTrue(done.troubles().getFirst().source().endsWith("empty.md"));
        assertFalse(done.createdAt().isAfter(done.finishedAt()));
        assertEquals(List.of(done), watching.list(10));
    }

    @Test
    void aRunOfAScriptIsSeenByOthersWithTheFileItIsAt() throws Exception {
        for (int i = 0; i < 20; i++) corpus.write("f" + i + ".md", "# F\n\nText number " + i + ".");
        var seen = new AtomicReference<Job>();
        var progress = new Progress() {
            @Override
            public void at(String stage, long done, long total) {}

            @Override
            public void document(String source, String stage) {
                if (!source.endsWith("f5.md") || !stage.equals("embed")) return;
                long end = System.nanoTime() + LONG.toNanos();
                while (seen.get() == null && System.nanoTime() < end) {
                    watching.list(1).stream()
                            .filter(job -> job.working().contains(new Job.Working(source, stage)))
                            .forEach(seen::set);
                }
            }
        };
        var report = jobs.run(request(), "cli", progress, () -> false);

        assertEquals(20, report.counts().get("new"));
        assertEquals(State.RUNNING, seen.get().state());
        assertEquals("cli", seen.get().startedBy());
        assertEquals(ProcessHandle.current().pid(), seen.get().owner().pid());
        assertEquals(State.DONE, watching.list(1).getFirst().state());
    }

    @Test
    void cancellingFromElsewhereStopsBetweenDocumentsAndKeepsWhatIsPublished() throws Exception {
        for (int i = 0; i < 200; i++) corpus.write("f%03d.md".formatted(i), "# F\n\nText number " + i + ".");
        var id = new AtomicReference<String>();
        var progress = new Progress() {
            @Override
            public void at(String stage, long done, long total) {
                if (!stage.equals("ingest") || done != 3) return;
                id.set(watching.list(1).getFirst().id());
                watching.cancel(id.get());
                try {
                    Thread.sleep(1200); // it looks twice a second
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
        };
        var report = jobs.run(request(), "cli", progress, () -> false);

        var job = watching.status(id.get()).orElseThrow();
        assertEquals(State.CANCELLED, job.state());
        assertTrue(job.cancelAsked());
        assertTrue(job.working().isEmpty(), "" + job.working());
        int ready = report.states().get("ready");
        assertTrue(ready >= 3 && ready < 200, "" + ready);
        assertEquals(
                ready,
                new Maintenance(elsewhere.engine(), LONG, "test").list("c").size());
    }

    @Test
    @SuppressWarnings("try") // the lock is only held
    void aJobThatWaitsForAnotherWriterIsQueuedAndCanBeCancelled() throws Exception {
        corpus.write("a.md", "# A\n\nThe pump needs oil.");
        try (var lock = WriterLock.acquire(corpus.engine().data(), "other", LONG)) {
            var job = jobs.start(request(), "dashboard");
            assertEquals(
                    State.QUEUED,
                    watching.await(job.id(), Duration.ofMillis(700))
                            .orElseThrow()
                            .state());
            watching.cancel(job.id());
            var over = watching.await(job.id(), LONG).orElseThrow();
            assertEquals(State.CANCELLED, over.state());
            assertEquals(Map.of(), over.counts());
        }
    }

    @Test
    void jobsOfOneProcessRunInTheOrderTheyWereStarted() throws Exception {
        corpus.write("a.md", "# A\n\nThe pump needs oil.");
        var first = jobs.start(request(), "mcp");
        var second = jobs.start(request(), "mcp");
        var done = watching.await(second.id(), LONG).orElseThrow();
        assertEquals(Map.of("unchanged", 1), done.counts());
        assertEquals(1, watching.status(first.id()).orElseThrow().counts().get("new"));
    }

    @Test
    void aJobWhoseProcessDiedIsShownAsFailed() throws Exception {
        corpus.write("a.md", "# A\n\nThe pump needs oil.");
        var job = jobs.start(request(), "mcp");
        jobs.await(job.id(), LONG);
        var dead = new ProcessBuilder("true").start();
        dead.waitFor();
        try (var db = DriverManager.getConnection(
                        "jdbc:sqlite:" + corpus.engine().data().resolve("jobs.db"));
                var sql = db.prepareStatement(
                        "UPDATE job SET state = 'running', body = json_set(body, '$.owner.pid', ?)")) {
            sql.setLong(1, dead.pid());
            sql.executeUpdate();
        }
        var seen = watching.status(job.id()).orElseThrow();
        assertEquals(State.FAILED, seen.state());
        assertTrue(seen.reason().startsWith("its process ended"), seen.reason());
        assertEquals(State.FAILED, watching.cancel(job.id()).state());
    }

    @Test
    void aJobThatFailsSaysWhy() throws Exception {
        for (int i = 0; i < 8; i++) corpus.write("f" + i + ".md", "# F\n\nText number " + i + ".");
        jobs.await(jobs.start(request(), "mcp").id(), LONG);
        for (int i = 0; i < 8; i++) Files.delete(corpus.docs().resolve("f" + i + ".md"));
        var prune = new IngestRequest("c", List.of(corpus.docs()), false, true, false, LONG, "test");
        var failed = jobs.await(jobs.start(prune, "mcp").id(), LONG).orElseThrow();
        assertEquals(State.FAILED, failed.state());
        assertTrue(failed.reason().contains("mounted"), failed.reason());
    }

    @Test
    void whatCantBeginIsRefusedAtOnceAndLeavesNoJob() {
        var nowhere = new IngestRequest("c", List.of(folder.resolve("nowhere")), false, false, false, LONG, "test");
        assertThrows(Failure.class, () -> jobs.start(nowhere, "mcp"));
        var badName = new IngestRequest("a/b", List.of(corpus.docs()), false, false, false, LONG, "test");
        assertThrows(Failure.class, () -> jobs.start(badName, "mcp"));
        assertThrows(Failure.class, () -> jobs.cancel("job_000000000000"));
        assertEquals(List.of(), jobs.list(10));
        assertTrue(Files.notExists(corpus.engine().data()), "a look at jobs made a folder");
    }

    @Test
    void closingStopsTheJobsOfThisProcess() throws Exception {
        for (int i = 0; i < 300; i++) corpus.write("f%03d.md".formatted(i), "# F\n\nText number " + i + ".");
        var job = jobs.start(request(), "mcp");
        var waiting = jobs.start(request(), "mcp");
        while (watching.status(job.id()).orElseThrow().state() == State.QUEUED) Thread.sleep(20);
        jobs.close();
        var over = watching.await(job.id(), LONG).orElseThrow();
        assertEquals(State.CANCELLED, over.state(), over.reason());
        assertTrue(over.reason().contains("its process was told to end"), over.reason());
        assertEquals(
                State.CANCELLED,
                watching.await(waiting.id(), LONG).orElseThrow().state());
    }
}
