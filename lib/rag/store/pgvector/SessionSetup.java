package rag.store.pgvector;

import java.sql.Connection;
import java.sql.SQLException;
import rag.config.StoreSettings;
import rag.model.Failure;
import rag.store.postgres.Connections;
import rag.store.postgres.Server;

/**
 * Looks whether a server can hold collections, and sets a new connection up for them. One for questions reads one state:
 * from its first statement on it sees nothing of what others commit.
 */
record SessionSetup(StoreSettings settings) implements Connections.Setup {

    private static final int OLDEST_SERVER = 15;

    /** The first with iterative scans, without which a filter would shorten lists. */
    private static final String OLDEST_PGVECTOR = "0.8";

    @Override
    public void on(Connection connection, Connections.Use use) throws SQLException {
        boolean reads = use == Connections.Use.QUESTIONS;
        var path = checked(connection);
        try (var statement = connection.createStatement()) {
            // Plans are made for the values asked for: one that fits any number of hits would not use the graph.
            statement.execute("set search_path to " + path + "; set jit to off; set client_min_messages to warning;"
                    + " set plan_cache_mode to force_custom_plan; set hnsw.iterative_scan to strict_order;"
                    + " set statement_timeout to " + (reads ? 1000 * settings.timeoutS() : 0));
        }
        connection.setAutoCommit(false);
        if (reads) {
            connection.setReadOnly(true);
            connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
        }
    }

    /** Where tables and the extension's types are. */
    private String checked(Connection connection) throws SQLException {
        var server = Server.of(settings);
        try (var statement = connection.createStatement();
                var facts = statement.executeQuery("select current_setting('server_version_num')::int / 10000,"
                        + " current_setting('server_encoding'), extversion, nspname from (values (1)) one"
                        + " left join (pg_extension e join pg_namespace n on n.oid = extnamespace)"
                        + " on extname = 'vector'")) {
            facts.next();
            if (facts.getInt(1) < OLDEST_SERVER) {
                throw new Failure(
                        "%s is version %d; it has to be %d or newer".formatted(server, facts.getInt(1), OLDEST_SERVER));
            }
            if (!facts.getString(2).equals("UTF8")) {
                throw new Failure("%s: the data base keeps texts as %s, which does not hold all of them; make one with:"
                                .formatted(server, facts.getString(2))
                        + " createdb --encoding UTF8 --template template0 NAME");
            }
            var pgvector = facts.getString(3);
            if (pgvector != null && pgvector.matches("0\\.[0-7](\\D.*)?")) {
                throw new Failure("%s has pgvector %s; it has to be %s or newer (ALTER EXTENSION vector UPDATE)"
                        .formatted(server, pgvector, OLDEST_PGVECTOR));
            }
            var schema = Connections.quoted(settings.namespace());
            return pgvector == null ? schema : schema + ", " + Connections.quoted(facts.getString(4));
        }
    }
}
