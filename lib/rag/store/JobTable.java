package rag.store;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteConfig.SynchronousMode;
import rag.config.Json;

/**
 * Jobs of all processes that write to a data folder: {@code <data>/jobs.db}. A file of its own, so that telling how far
 * a run is never waits for what the run writes, and a loss of it loses no document. Usable from several threads.
 */
public final class JobTable implements AutoCloseable {

    private static final List<String> STEPS = List.of("""
        CREATE TABLE job (
            seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, state TEXT NOT NULL,
            cancel INTEGER NOT NULL, created_at TEXT NOT NULL, started_at TEXT, finished_at TEXT,
            seen_at TEXT NOT NULL, body TEXT NOT NULL);
        """);

    private static final String SELECT =
            "SELECT id, state, cancel, created_at, started_at, finished_at, seen_at, body FROM job ";

    /** Jobs that are kept; the oldest go. */
    private static final int MOST = 1000;

    /** What is stored of a job as JSON: all that is never searched for. */
    private record Body(
            String collection,
            List<String> paths,
            List<Job.Step> steps,
            List<Job.Working> working,
            Map<String, Integer> counts,
            int chunks,
            int images,
            List<Job.Trouble> troubles,
            String reason,
            List<String> notes,
            String startedBy,
            Job.Owner owner) {}

    private final Database database;

    private JobTable(Database database) {
        this.database = database;
    }

    /** Opens the table of a data folder that is there, or makes it. */
    public static JobTable open(Path data) {
        return new JobTable(SqliteDatabase.open(file(data), STEPS, SynchronousMode.NORMAL));
    }

    /** Opens the table for reading, also on a read-only folder; empty when no job ever ran. */
    public static Optional<JobTable> openReadOnly(Path data) {
        return SqliteDatabase.openReadOnly(file(data), STEPS).map(JobTable::new);
    }

    public static boolean exists(Path data) {
        return Files.exists(file(data));
    }

    private static Path file(Path data) {
        return data.resolve("jobs.db");
    }

    /** Adds a job of this process, queued. */
    public Job add(String collection, List<String> paths, String startedBy, Instant now) {
        var id = "job_" + UUID.randomUUID().toString().replace("-", "").substring(0, 12);
        var job = new Job(
                id,
                Job.State.QUEUED,
                collection,
                paths,
                List.of(),
                List.of(),
                Map.of(),
                0,
                0,
                List.of(),
                "",
                List.of(),
                startedBy,
                Job.Owner.current(),
                now,
                null,
                null,
                now,
                false);
        database.write("Recording a job", c -> {
            Database.update(
                    c,
                    "INSERT INTO job (id, state, cancel, created_at, seen_at, body) VALUES (?, ?, 0, ?, ?, ?)",
                    id,
                    job.state().key(),
                    now.toString(),
                    now.toString(),
                    body(job));
            return Database.update(c, "DELETE FROM job WHERE seq <= (SELECT max(seq) FROM job) - " + MOST);
        });
        return job;
    }

    /** Writes how far a job is; whether it shall stop is others' word and is left as it is. */
    public void save(Job job) {
        database.write(
                "Recording a job",
                c -> Database.update(
                        c,
                        "UPDATE job SET state = ?, started_at = ?, finished_at = ?, seen_at = ?, body = ? WHERE id = ?",
                        job.state().key(),
                        text(job.startedAt()),
                        text(job.finishedAt()),
                        job.seenAt().toString(),
                        body(job),
                        job.id()));
    }

    /** A collection has another name; its jobs go with it. */
    void rename(String old, String name) {
        database.write(
                "Renaming a collection",
                c -> Database.update(
                        c,
                        "UPDATE job SET body = json_set(body, '$.collection', ?) WHERE body ->> '$.collection' = ?",
                        name,
                        old));
    }

    /** Whether somebody asked a job to stop. */
    public boolean cancelled(String id) {
        return database.read(
                "Reading a job",
                c -> Database.rows(c, row -> row.getInt(1) != 0, "SELECT cancel FROM job WHERE id = ?", id)
                        .contains(true));
    }

    /** Asks a job to stop, whichever process runs it; nothing happens to one that is over. */
    public void cancel(String id) {
        database.write(
                "Cancelling a job",
                c -> Database.update(
                        c, "UPDATE job SET cancel = 1 WHERE id = ? AND state IN ('queued', 'running')", id));
    }

    public Optional<Job> get(String id, Instant now) {
        return database.read(
                "Reading a job",
                c -> Database.rows(c, row -> job(row).seen(now), SELECT + "WHERE id = ?", id).stream()
                        .findFirst());
    }

    /** Newest first. */
    public List<Job> list(int limit, Instant now) {
        return database.read(
                "Reading the jobs",
                c -> Database.rows(c, row -> job(row).seen(now), SELECT + "ORDER BY seq DESC LIMIT ?", limit));
    }

    private static String body(Job job) {
        return Json.line(new Body(
                job.collection(),
                job.paths(),
                job.steps(),
                job.working(),
                job.counts(),
                job.chunks(),
                job.images(),
                job.troubles(),
                job.reason(),
                job.notes(),
                job.startedBy(),
                job.owner()));
    }

    private static Job job(ResultSet row) throws SQLException {
        Body body;
        try {
            body = Json.read(row.getString(8), Body.class);
        } catch (java.io.IOException e) {
            throw new SQLException("job " + row.getString(1) + " can't be read", e);
        }
        return new Job(
                row.getString(1),
                Job.State.of(row.getString(2)),
                body.collection(),
                body.paths(),
                body.steps(),
                body.working(),
                body.counts(),
                body.chunks(),
                body.images(),
                body.troubles(),
                body.reason(),
                body.notes(),
                body.startedBy(),
                body.owner(),
                Instant.parse(row.getString(4)),
                instant(row.getString(5)),
                instant(row.getString(6)),
                Instant.parse(row.getString(7)),
                row.getInt(3) != 0);
    }

    private static @Nullable String text(@Nullable Instant instant) {
        return instant == null ? null : instant.toString();
    }

    private static @Nullable Instant instant(@Nullable String text) {
        return text == null ? null : Instant.parse(text);
    }

    @Override
    public void close() {
        database.close();
    }
}
