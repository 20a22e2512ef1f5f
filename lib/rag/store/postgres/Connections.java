package rag.store.postgres;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import org.postgresql.Driver;
import org.postgresql.PGProperty;
import rag.model.Failure;

/**
 * Connections to one server: those that were given back are kept for the next who asks. Whether one still lives is not
 * asked, which would cost a way to the server and back each time: who meets a dead one that was kept asks for another.
 */
public final class Connections implements AutoCloseable {

    /** Most connections that are kept. */
    private static final int KEPT = 8;

    private static final int CONNECT_S = 10;

    /** What a connection is for. */
    public enum Use {
        /** Questions, which a copy of the data base answers where the primary can't be reached. */
        QUESTIONS("preferPrimary"),
        /** What has to be the newest, or changes something. */
        PRIMARY("primary");

        private final String server;

        Use(String server) {
            this.server = server;
        }
    }

    /** What is to be done with a new connection before it is used. */
    public interface Setup {
        void on(Connection connection, Use use) throws SQLException;
    }

    private final Server server;
    private final Use use;
    private final Setup setup;
    private final Deque<Session> kept = new ArrayDeque<>();

    /** @param use of the connections that are kept */
    public Connections(Server server, Use use, Setup setup) {
        this.server = server;
        this.use = use;
        this.setup = setup;
    }

    public Server server() {
        return server;
    }

    /** One that was kept, else a new one; it waits for an answer as long as a question may. */
    public Session take() {
        return take(server.timeoutS());
    }

    /** @param limitS what the work may take, in seconds; a question's connection may take no longer than its answer */
    public Session take(int limitS) {
        var session = poll();
        return session == null ? open(use, Math.min(limitS, workS())) : session;
    }

    /** Seconds for a connection that is no question's. */
    private int workS() {
        return Math.max(CONNECT_S, server.timeoutS());
    }

    private synchronized @Nullable Session poll() {
        return kept.pollFirst();
    }

    /** Takes a session back, and ends its transaction. One on a copy is not kept, since the primary may be back soon. */
    public void back(Session session) {
        boolean good = session.reusable() && !session.copy();
        synchronized (this) {
            if (good && kept.size() < KEPT) {
                kept.addFirst(session);
                return;
            }
        }
        session.end();
    }

    /** Ends what is kept: after a restart of the server none of it is any good. */
    public synchronized void forget() {
        for (var each : kept) each.end();
        kept.clear();
    }

    /** A session on the primary that is no question's: for as long as {@link Session#WORK_S}; the caller ends it. */
    public Session primary() {
        var session = open(Use.PRIMARY, workS());
        session.within(Session.WORK_S);
        return session;
    }

    private Session open(Use use, int seconds) {
        var properties = new Properties();
        if (!server.user().isEmpty()) PGProperty.USER.set(properties, server.user());
        if (!server.password().isEmpty()) PGProperty.PASSWORD.set(properties, server.password());
        PGProperty.CONNECT_TIMEOUT.set(properties, seconds);
        PGProperty.LOGIN_TIMEOUT.set(properties, seconds * server.address().size());
        PGProperty.SOCKET_TIMEOUT.set(properties, seconds + 1);
        PGProperty.APPLICATION_NAME.set(properties, "knowledge-hub");
        PGProperty.TCP_KEEP_ALIVE.set(properties, true);
        PGProperty.SOCKET_FACTORY.set(properties, Keepalive.class.getName());
        PGProperty.LOG_SERVER_ERROR_DETAIL.set(properties, false); // which would quote texts
        PGProperty.REWRITE_BATCHED_INSERTS.set(properties, true);
        if (use == Use.QUESTIONS) PGProperty.AUTOSAVE.set(properties, "always"); // one route's failure ends no other
        try {
            var connection = new Driver().connect(server.address().url(use.server), properties);
            if (connection == null)
                throw new Failure(
                        "no address of PostgreSQL: " + server.address().hosts());
            try {
                setup.on(connection, use);
            } catch (SQLException | RuntimeException e) {
                connection.close();
                throw e;
            }
            var session = new Session(connection, server);
            session.within(server.timeoutS());
            return session;
        } catch (SQLException e) {
            throw ServerFailure.of(e, server, seconds);
        }
    }

    /** A name as SQL has it. */
    public static String quoted(String name) {
        return '"' + name.replace("\"", "\"\"") + '"';
    }

    @Override
    public void close() {
        forget();
    }
}
