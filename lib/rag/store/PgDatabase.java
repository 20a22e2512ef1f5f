package rag.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import rag.config.LedgerSettings;
import rag.model.Failure;
import rag.store.postgres.Connections;
import rag.store.postgres.Server;
import rag.store.postgres.ServerFailure;
import rag.store.postgres.Session;

/**
 * The same tables in a schema of a PostgreSQL server. Each read and each transaction has a connection of its own, taken
 * from those that lie idle. Writing transactions follow one another by a lock of the schema, as they do in SQLite.
 */
final class PgDatabase extends Database {

    /** A server that did not answer a question is not asked by the next ones for so long: each would wait again. */
    private static final long SILENT_NS = TimeUnit.SECONDS.toNanos(10);

    /** Seconds for one answer to who can't do without. */
    private static final int READ_S = 30;

    private static final int WRITE_S = 120;

    /** What this process knows of each ledger; its end closes the connections. */
    private static final Map<LedgerSettings, Place> PLACES = new ConcurrentHashMap<>();

    private final LedgerSettings settings;
    private final Place place;
    private final boolean question;

    /** A ledger's server and the tables that were found there. */
    private static final class Place {

        private final Connections connections;
        private volatile boolean current;
        private volatile @Nullable Silence silence;

        Place(LedgerSettings settings) {
            this.connections = new Connections(
                    Server.of(settings),
                    Connections.Use.PRIMARY,
                    (connection, use) -> connection.setSchema(settings.schema()));
        }

        /** @throws ServerFailure the one of a moment ago, where as long was waited then as would be now */
        void requireVoice(int limitS) {
            var last = silence;
            if (last != null && last.limitS >= limitS && System.nanoTime() - last.since < SILENT_NS) throw last.failure;
        }

        void heard(ServerFailure failure, int limitS) {
            if (failure.late() || failure.gone()) silence = new Silence(failure, limitS, System.nanoTime());
        }
    }

    /** That a server gave no answer. @param limitS how long it was waited for */
    private record Silence(ServerFailure failure, int limitS, long since) {}

    private PgDatabase(LedgerSettings settings, boolean question) {
        this.settings = settings;
        this.question = question;
        this.place = place(settings);
    }

    private static Place place(LedgerSettings settings) {
        return PLACES.computeIfAbsent(settings, Place::new);
    }

    /** A connection of its own, to be ended by the caller. */
    static Session connect(LedgerSettings settings) {
        return place(settings).connections.primary();
    }

    /** Reads something for a question. */
    static <T> T ask(LedgerSettings settings, String doing, Work<T> work) {
        return new PgDatabase(settings, true).read(doing, work);
    }

    /** Opens the tables, makes them when they are not there, and brings them up to date. */
    static PgDatabase open(LedgerSettings settings, List<String> steps) {
        var database = new PgDatabase(settings, false);
        if (!database.current(steps)) database.migrate(steps);
        return database;
    }

    /**
     * Opens the tables when they are there.
     *
     * @param question whether somebody waits for an answer that can do without: no longer than {@code ledger.timeout_s}
     */
    static Optional<Database> openExisting(LedgerSettings settings, List<String> steps, boolean question) {
        var database = new PgDatabase(settings, question);
        if (database.current(steps)) return Optional.of(database);
        if (database.version() == 0) return Optional.empty();
        database.migrate(steps);
        return Optional.of(database);
    }

    /** Asked once as long as the server's connections hold. */
    private boolean current(List<String> steps) {
        if (!place.current) place.current = version() == steps.size();
        return place.current;
    }

    private int version() {
        try {
            return read("Opening the ledger", c -> rows(c, row -> row.getInt(1), "SELECT version FROM ledger_version"))
                    .getFirst();
        } catch (ServerFailure e) {
            if (e.noTable()) return 0;
            throw e;
        }
    }

    private void migrate(List<String> steps) {
        write("Preparing the ledger's tables", c -> {
            update(c, "CREATE SCHEMA IF NOT EXISTS " + settings.schema());
            update(c, "CREATE TABLE IF NOT EXISTS ledger_version (version INTEGER NOT NULL)");
            var found = rows(c, row -> row.getInt(1), "SELECT version FROM ledger_version");
            int version = found.isEmpty() ? 0 : found.getFirst();
            if (version > steps.size()) {
                throw new Failure(
                        ("the ledger at %s was written by a newer version of this program (tables %d, this one "
                                        + "knows %d): use that version, or another ledger.schema")
                                .formatted(settings.place(), version, steps.size()));
            }
            for (var step : steps.subList(version, steps.size())) {
                for (var statement : step.split(";\\s*\n")) update(c, translated(statement));
            }
            var set =
                    found.isEmpty() ? "INSERT INTO ledger_version VALUES (?)" : "UPDATE ledger_version SET version = ?";
            return update(c, set, steps.size());
        });
        place.current = true;
    }

    /** A definition written for SQLite. Names compare by their bytes there, and so they shall here. */
    private static String translated(String definition) {
        return definition
                .replace("INTEGER PRIMARY KEY AUTOINCREMENT", "BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY")
                .replace(" WITHOUT ROWID", "")
                .replace(" INTEGER", " BIGINT")
                .replace(" REAL", " DOUBLE PRECISION")
                .replace(" BLOB", " BYTEA")
                .replace(" TEXT", " TEXT COLLATE \"C\"")
                .replace("CREATE TABLE image_index (", "CREATE TABLE image_index (rowid BIGSERIAL,");
    }

    @Override
    <T> T read(String doing, Work<T> work) {
        try {
            int limit = question ? settings.timeoutS() : READ_S;
            place.requireVoice(limit);
            var result = first(limit, session -> session.does(work::run));
            place.connections.back(result.session);
            return result.value;
        } catch (ServerFailure e) {
            throw e.during(doing);
        }
    }

    @Override
    <T> T write(String doing, Work<T> work) {
        try {
            var session = first(WRITE_S, this::begin).session;
            try {
                T result = session.does(c -> ended(c, work));
                place.connections.back(session);
                return result;
            } catch (RuntimeException | Error e) {
                session.end(); // which undoes what is not committed
                throw e;
            }
        } catch (ServerFailure e) {
            throw e.during(doing);
        }
    }

    private boolean begin(Session session) {
        session.does(c -> {
            c.setAutoCommit(false);
            return true;
        });
        SharedWriterLock.turn(session, settings);
        return true;
    }

    private static <T> T ended(Connection c, Work<T> work) throws SQLException {
        T result = work.run(c);
        c.commit();
        c.setAutoCommit(true);
        return result;
    }

    private record Done<T>(Session session, T value) {}

    /** Something done with a session, which stays open; where a kept one turns out to be dead, with another one. */
    private <T> Done<T> first(int limitS, Function<Session, T> work) {
        while (true) {
            @Nullable Session session = null;
            try {
                session = place.connections.take(limitS);
                session.within(limitS);
                var done = new Done<>(session, work.apply(session));
                place.silence = null;
                return done;
            } catch (ServerFailure e) {
                if (session != null) session.end();
                boolean again = session != null && session.kept() && e.gone() && !e.late();
                if (e.gone() || e.late()) {
                    place.connections.forget();
                    place.current = false;
                }
                if (again) continue;
                place.heard(e, limitS);
                throw e;
            } catch (RuntimeException e) {
                if (session != null) session.end();
                throw e;
            }
        }
    }

    @Override
    void raise(Connection c, String table, long number) throws SQLException {
        rows(c, row -> 0, """
            SELECT setval(name, ?) FROM (SELECT pg_get_serial_sequence(?, 'seq') AS name) AS sequence
            WHERE coalesce(pg_sequence_last_value(name::regclass), 0) < ?\
            """, number, table, number);
    }

    /** Connections go on to whoever asks next. */
    @Override
    public void close() {}
}
