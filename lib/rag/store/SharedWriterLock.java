package rag.store;

import java.io.Closeable;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;
import rag.config.LedgerSettings;
import rag.model.Failure;
import rag.store.postgres.Session;

/**
 * The right to write to what machines share: an advisory lock of PostgreSQL, held by a connection of its own, so that it
 * ends with the process. The connection's name says who holds it.
 */
public final class SharedWriterLock implements Closeable {

    private static final Duration POLL = Duration.ofMillis(200);

    /** First half of the lock's key, for "rag"; the second is of the schema. */
    private static final int KEY = 0x726167;

    /** The server's processes that hold this process's locks. */
    private static final Map<LedgerSettings, Integer> HELD = new ConcurrentHashMap<>();

    /** What a lock's connection is called, which tells the others who has it; PostgreSQL cuts it after 63 bytes. */
    private static final String NAME = "%s, pid %d on %s";

    private static final Pattern NAMED = Pattern.compile("(.*), pid (\\d{1,18}) on (.*)");

    private static final String HOLDER = """
        SELECT activity.application_name, extract(epoch FROM activity.backend_start)
        FROM pg_locks AS lock JOIN pg_stat_activity AS activity USING (pid)
        WHERE lock.locktype = 'advisory' AND lock.granted AND lock.classid = ?
            AND lock.database = (SELECT oid FROM pg_database WHERE datname = current_database())
            AND lock.objid = (hashtext(?)::bigint & 4294967295)::oid\
        """;

    private final LedgerSettings settings;
    private final Session session;

    private SharedWriterLock(LedgerSettings settings, Session session) {
        this.settings = settings;
        this.session = session;
    }

    /**
     * Waits for the turn of a transaction, and looks in the same step whether this process may write still.
     *
     * @throws Failure when this process took the lock and has it no more, since the server restarted or cut the connection
     */
    static void turn(Session session, LedgerSettings settings) {
        var turn = "SELECT pg_advisory_xact_lock(hashtext(?))::text";
        var key = "ledger " + settings.schema();
        var pid = HELD.get(settings);
        if (pid == null) {
            session.rows(turn, row -> row.getString(1), key);
            return;
        }
        var held = "SELECT 'held' FROM pg_locks WHERE locktype = 'advisory' AND granted AND classid = ? AND pid = ?";
        if (session.rows(turn + "; " + held, row -> row.getString(1), key, KEY, pid)
                .contains("held")) return;
        throw new Failure("the right to write was lost: the ledger's server restarted, or the connection to it was cut."
                + " Nothing more is published; run the same command again");
    }

    /** As {@link WriterLock#acquire}. @throws Failure when a process of another machine has it, or there is no server */
    public static SharedWriterLock acquire(
            LedgerSettings settings, String command, Duration wait, BooleanSupplier stopped) {
        long end = System.nanoTime() + wait.toNanos();
        var lock = new SharedWriterLock(settings, PgDatabase.connect(settings));
        try {
            lock.name(command);
            while (!lock.take(settings.schema())) {
                if (System.nanoTime() >= end) throw lock.busy(settings.schema(), wait);
                if (stopped.getAsBoolean()) {
                    throw new Failure("stopped while waiting for another machine's ingest; nothing was done");
                }
                java.util.concurrent.locks.LockSupport.parkNanos(POLL.toNanos());
            }
            HELD.put(settings, lock.session.number("SELECT pg_backend_pid()"));
            return lock;
        } catch (RuntimeException e) {
            lock.session.end();
            throw e;
        }
    }

    private void name(String command) {
        var name = NAME.formatted(command, ProcessHandle.current().pid(), WriterLock.host());
        session.rows("SELECT set_config('application_name', ?, false)", row -> 0, name);
    }

    private boolean take(String schema) {
        return session.test("SELECT pg_try_advisory_lock(?, hashtext(?))", KEY, schema);
    }

    private Failure busy(String schema, Duration wait) {
        var who = session.row(HOLDER, SharedWriterLock::holder, KEY, schema);
        var advice = wait.isZero() ? "wait with --wait 60s" : "waited " + wait.toSeconds() + " s";
        return new Failure("another ingest is running: %s; %s"
                .formatted(who.map(WriterLock.Holder::toString).orElse("it has ended just now"), advice));
    }

    /**
     * Who has the right to write, on whatever machine; empty when nobody has.
     *
     * @throws Failure when the ledger does not say so in time
     */
    public static Optional<WriterLock.Holder> holder(LedgerSettings settings) {
        return PgDatabase.ask(
                        settings,
                        "Asking who writes",
                        c -> Database.rows(c, SharedWriterLock::holder, HOLDER, KEY, settings.schema()))
                .stream()
                .findFirst();
    }

    private static WriterLock.Holder holder(ResultSet row) throws SQLException {
        var name = NAMED.matcher(String.valueOf(row.getString(1)));
        double since = row.getDouble(2); // hidden from other users of the data base, who see NULL
        return new WriterLock.Holder(
                name.matches() ? Long.parseLong(name.group(2)) : 0,
                name.matches() ? name.group(3) : "an unknown machine",
                name.matches() ? name.group(1) : row.getString(1),
                since == 0 ? "" : Instant.ofEpochSecond((long) since).toString(),
                "");
    }

    /** Gives the right back at once: the end of a connection reaches the server only in a while. */
    @Override
    public void close() {
        HELD.remove(settings);
        try {
            session.test("SELECT pg_advisory_unlock(?, hashtext(?))", KEY, settings.schema());
        } catch (RuntimeException e) {
            // the server, or the connection, is gone, and the right with it
        } finally {
            session.end();
        }
    }
}
