package rag.store.pgvector;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import org.postgresql.Driver;
import org.postgresql.PGProperty;
import rag.config.StoreSettings;
import rag.model.Failure;

/** Connections to the servers that the settings name: those for reading are kept for the next reader. */
final class Connections implements AutoCloseable {

    /** Most connections that wait for a reader. */
    private static final int KEPT = 8;

    /** What lay longer is asked whether it is still there. */
    private static final long FRESH_NS = TimeUnit.SECONDS.toNanos(5);

    private static final int OLDEST_SERVER = 15;

    /** The first with iterative scans, without which a filter would shorten lists. */
    private static final String OLDEST_PGVECTOR = "0.8";

    private final StoreSettings settings;
    private final Address address;
    private final Deque<Kept> kept = new ArrayDeque<>();

    private record Kept(Session session, long since) {}

    Connections(StoreSettings settings) {
        this.settings = settings;
        this.address = Address.of(settings.hosts());
    }

    Address address() {
        return address;
    }

    /** A session that reads one state: from its first statement on it sees nothing of what others commit. */
    Session reading() {
        while (true) {
            var next = next();
            if (next == null) return open(true);
            if (System.nanoTime() - next.since < FRESH_NS || next.session.does(c -> c.isValid(settings.timeoutS()))) {
                return next.session;
            }
            next.session.end();
        }
    }

    private synchronized @org.jspecify.annotations.Nullable Kept next() {
        return kept.pollFirst();
    }

    /** Takes a session for reading back, and ends its transaction. */
    void back(Session session) {
        boolean good = session.reusable();
        synchronized (this) {
            if (good && kept.size() < KEPT) {
                kept.addFirst(new Kept(session, System.nanoTime()));
                return;
            }
        }
        session.end();
    }

    /** Ends what waits: after a restart of the server none of it is any good. */
    synchronized void forget() {
        for (var each : kept) each.session.end();
        kept.clear();
    }

    /** A session on the primary, for writing; to be ended by the caller. */
    Session writing() {
        return open(false);
    }

    private Session open(boolean reads) {
        var properties = new Properties();
        if (!settings.user().isEmpty()) PGProperty.USER.set(properties, settings.user());
        if (!settings.password().isEmpty()) PGProperty.PASSWORD.set(properties, settings.password());
        PGProperty.CONNECT_TIMEOUT.set(properties, settings.timeoutS());
        PGProperty.LOGIN_TIMEOUT.set(properties, 2 * settings.timeoutS());
        PGProperty.APPLICATION_NAME.set(properties, "knowledge-hub");
        PGProperty.TCP_KEEP_ALIVE.set(properties, true);
        PGProperty.LOG_SERVER_ERROR_DETAIL.set(properties, false); // which would quote texts
        PGProperty.REWRITE_BATCHED_INSERTS.set(properties, true);
        if (reads) PGProperty.SOCKET_TIMEOUT.set(properties, settings.timeoutS() + 1);
        try {
            var connection = new Driver().connect(address.url(reads ? "preferPrimary" : "primary"), properties);
            if (connection == null) throw new Failure("no address of PostgreSQL: " + address.hosts());
            try {
                prepare(connection, reads);
            } catch (SQLException | RuntimeException e) {
                connection.close();
                throw e;
            }
            return new Session(connection, address, settings);
        } catch (SQLException e) {
            throw ServerFailure.of(e, address, settings);
        }
    }

    private void prepare(Connection connection, boolean reads) throws SQLException {
        var schema = quoted(settings.namespace());
        try (var statement = connection.createStatement();
                var facts = statement.executeQuery("select current_setting('server_version_num')::int / 10000,"
                        + " current_setting('server_encoding'), extversion, nspname from (values (1)) one"
                        + " left join (pg_extension e join pg_namespace n on n.oid = extnamespace)"
                        + " on extname = 'vector'")) {
            facts.next();
            if (facts.getInt(1) < OLDEST_SERVER) {
                throw new Failure("%s is version %d; it has to be %d or newer"
                        .formatted(address, facts.getInt(1), OLDEST_SERVER));
            }
            if (!facts.getString(2).equals("UTF8")) {
                throw new Failure("%s: the data base keeps texts as %s, which does not hold all of them; make one with:"
                                .formatted(address, facts.getString(2))
                        + " createdb --encoding UTF8 --template template0 NAME");
            }
            var pgvector = facts.getString(3);
            if (pgvector != null && pgvector.matches("0\\.[0-7](\\D.*)?")) {
                throw new Failure("%s has pgvector %s; it has to be %s or newer (ALTER EXTENSION vector UPDATE)"
                        .formatted(address, pgvector, OLDEST_PGVECTOR));
            }
            if (pgvector != null) schema += ", " + quoted(facts.getString(4));
        }
        try (var statement = connection.createStatement()) {
            // Plans are made for the values asked for: one that fits any number of hits would not use the graph.
            statement.execute("set search_path to " + schema + "; set jit to off; set client_min_messages to warning;"
                    + " set plan_cache_mode to force_custom_plan; set hnsw.iterative_scan to strict_order;"
                    + " set statement_timeout to " + (reads ? 1000 * settings.timeoutS() : 0));
        }
        connection.setAutoCommit(false);
        if (reads) {
            connection.setReadOnly(true);
            connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
        }
    }

    static String quoted(String name) {
        return '"' + name.replace("\"", "\"\"") + '"';
    }

    @Override
    public void close() {
        forget();
    }
}
