package rag.store.postgres;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.postgresql.PGConnection;

/** One connection with its transaction: statements, and their failures in words. Usable from several threads. */
public final class Session {

    /** Seconds for one step of work that nobody waits for at a screen: a lot of chunks, a look at all of them. */
    public static final int WORK_S = 600;

    /** The longest that can be waited for: milliseconds are counted to 2³¹, which is 24 days. */
    public static final int LONGEST_S = Integer.MAX_VALUE / 1000 - 1;

    private static final int LEISURE_S = 120;

    private final Connection connection;
    private final Server server;
    private int limitS;
    private boolean kept;

    Session(Connection connection, Server server) {
        this.connection = connection;
        this.server = server;
        this.limitS = server.timeoutS();
    }

    /** Reads one row. */
    public interface Row<T> {
        T read(ResultSet row) throws SQLException;
    }

    /** Something done with the connection. */
    public interface Work<T> {
        T on(Connection connection) throws SQLException;
    }

    public synchronized <T> T does(Work<T> work) {
        try {
            return work.on(connection);
        } catch (SQLException e) {
            throw ServerFailure.of(e, server, limitS);
        }
    }

    /**
     * The rows of a query. Several statements go on one way to the server and back.
     *
     * @param parameters texts, numbers, and arrays of texts, whole numbers or bytes
     */
    public <T> List<T> rows(String sql, Row<T> row, Object... parameters) {
        return does(connection -> {
            try (var statement = connection.prepareStatement(sql)) {
                bind(connection, statement, parameters);
                var all = new ArrayList<T>();
                boolean query = statement.execute();
                while (query || statement.getUpdateCount() >= 0) {
                    if (query) {
                        try (var rows = statement.getResultSet()) {
                            while (rows.next()) all.add(row.read(rows));
                        }
                    }
                    query = statement.getMoreResults();
                }
                return all;
            }
        });
    }

    public <T> Optional<T> row(String sql, Row<T> row, Object... parameters) {
        return rows(sql, row, parameters).stream().findFirst();
    }

    public int number(String sql, Object... parameters) {
        return row(sql, row -> row.getInt(1), parameters).orElseThrow();
    }

    public boolean test(String sql, Object... parameters) {
        return row(sql, row -> row.getBoolean(1), parameters).orElseThrow();
    }

    /** One statement with parameters, or several without. */
    public void run(String sql, Object... parameters) {
        does(connection -> {
            try (var statement = connection.prepareStatement(sql)) {
                bind(connection, statement, parameters);
                return statement.execute();
            }
        });
    }

    public static void bind(Connection connection, PreparedStatement statement, Object... parameters)
            throws SQLException {
        for (int i = 0; i < parameters.length; i++) {
            switch (parameters[i]) {
                case String[] texts -> statement.setArray(i + 1, connection.createArrayOf("text", texts));
                case Integer[] numbers -> statement.setArray(i + 1, connection.createArrayOf("int4", numbers));
                case byte[][] bytes -> statement.setArray(i + 1, connection.createArrayOf("bytea", bytes));
                case Object plain -> statement.setObject(i + 1, plain);
            }
        }
    }

    public void commit() {
        does(connection -> {
            connection.commit();
            return true;
        });
    }

    public void rollback() {
        does(connection -> {
            connection.rollback();
            return true;
        });
    }

    /** Waits so long for each answer from here on. */
    public synchronized void within(int seconds) {
        does(connection -> {
            connection.setNetworkTimeout(
                    Runnable::run, 1000 * (seconds + 1)); // where the server has a limit, it says it first
            limitS = seconds;
            return true;
        });
    }

    /** Waits longer from here to the end of the transaction, for what looks at all chunks. */
    public void atLeisure() {
        run("set local statement_timeout to " + 1000 * LEISURE_S);
        within(LEISURE_S);
    }

    /** Whether the server is a copy of the data base, which may lag behind the primary. */
    public boolean copy() {
        return does(
                connection -> "on".equals(connection.unwrap(PGConnection.class).getParameterStatus("in_hot_standby")));
    }

    /** Whether it was kept for a while, and may have died meanwhile. */
    public boolean kept() {
        return kept;
    }

    /** Ends the transaction, and says whether the connection can serve another. */
    synchronized boolean reusable() {
        try {
            if (!connection.getAutoCommit()) connection.rollback();
            if (connection.isClosed()) return false;
            within(server.timeoutS());
            kept = true;
            return true;
        } catch (SQLException | ServerFailure e) {
            return false;
        }
    }

    /** Closes the connection, which drops what is not committed and lets go of its locks. */
    public synchronized void end() {
        try {
            connection.close();
        } catch (SQLException e) {
            // it is gone already, and so are its transaction and its locks
        }
    }
}
