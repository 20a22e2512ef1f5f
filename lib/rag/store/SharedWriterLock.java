package rag.store;

import java.io.Closeable;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import rag.config.LedgerSettings;
import rag.model.Failure;

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

    private final LedgerSettings settings;
    private final Connection connection;

    private SharedWriterLock(LedgerSettings settings, Connection connection) {
        this.settings = settings;
        this.connection = connection;
    }

    /**
     * To be asked in each transaction that writes.
     *
     * @throws Failure when this process took the lock and has it no more, since the server restarted or cut the connection
     */
    static void verify(Connection c, LedgerSettings settings) throws SQLException {
        var pid = HELD.get(settings);
        if (pid == null) return;
        var sql = "SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND granted AND classid = ? AND pid = ?";
        if (!Database.rows(c, row -> 1, sql, KEY, pid).isEmpty()) return;
        throw new Failure("the right to write was lost: the ledger's server restarted, or the connection to it was cut."
                + " Nothing more is published; run the same command again");
    }

    /** As {@link WriterLock#acquire}. @throws Failure when a process of another machine has it, or there is no server */
    public static SharedWriterLock acquire(
            LedgerSettings settings, String command, Duration wait, BooleanSupplier stopped) {
        long end = System.nanoTime() + wait.toNanos();
        try {
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
                HELD.put(settings, lock.pid());
                return lock;
            } catch (SQLException | RuntimeException e) {
                lock.close();
                throw e;
            }
        } catch (SQLException e) {
            throw PgDatabase.failure("Taking the right to write", settings, e);
        }
    }

    private void name(String command) throws SQLException {
        var name = "%s, pid %d on %s".formatted(command, ProcessHandle.current().pid(), WriterLock.host());
        Database.rows(connection, row -> 0, "SELECT set_config('application_name', ?, false)", name);
    }

    private int pid() throws SQLException {
        return Database.rows(connection, row -> row.getInt(1), "SELECT pg_backend_pid()")
                .getFirst();
    }

    private boolean take(String schema) throws SQLException {
        return Database.rows(
                        connection,
                        row -> row.getBoolean(1),
                        "SELECT pg_try_advisory_lock(?, hashtext(?))",
                        KEY,
                        schema)
                .getFirst();
    }

    private Failure busy(String schema, Duration wait) throws SQLException {
        var who = Database.rows(connection, row -> row.getString(1) + ", since " + row.getString(2), """
            SELECT activity.application_name, to_char(activity.backend_start, 'HH24:MI:SS')
            FROM pg_locks AS lock JOIN pg_stat_activity AS activity USING (pid)
            WHERE lock.locktype = 'advisory' AND lock.granted AND lock.classid = ?
                AND lock.objid = (hashtext(?)::bigint & 4294967295)::oid
            """, KEY, schema);
        var advice = wait.isZero() ? "wait with --wait 60s" : "waited " + wait.toSeconds() + " s";
        return new Failure("another ingest is running: %s; %s"
                .formatted(who.isEmpty() ? "it has ended just now" : who.getFirst(), advice));
    }

    @Override
    public void close() {
        HELD.remove(settings);
        try {
            connection.close();
        } catch (SQLException e) {
            // the server gives the lock back by itself
        }
    }
}
