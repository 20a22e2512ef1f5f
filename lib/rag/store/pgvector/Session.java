package rag.store.pgvector;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import rag.config.StoreSettings;

/** One connection with its transaction: statements, and their failures in words. Usable from several threads. */
final class Session {

    private static final int LEISURE_MS = 120_000;

    private final Connection connection;
    private final Address address;
    private final StoreSettings settings;

    Session(Connection connection, Address address, StoreSettings settings) {
        this.connection = connection;
        this.address = address;
        this.settings = settings;
    }

    /** Reads one row. */
    interface Row<T> {
        T read(ResultSet row) throws SQLException;
    }

    /** Something done with the connection. */
    interface Work<T> {
        T on(Connection connection) throws SQLException;
    }

    synchronized <T> T does(Work<T> work) {
        try {
            return work.on(connection);
        } catch (SQLException e) {
            throw ServerFailure.of(e, address, settings);
        }
    }

    /**
     * The rows of a query. Several statements go on one way to the server and back.
     *
     * @param parameters texts, numbers, and arrays of texts, whole numbers or bytes
     */
    <T> List<T> rows(String sql, Row<T> row, Object... parameters) {
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

    <T> Optional<T> row(String sql, Row<T> row, Object... parameters) {
        return rows(sql, row, parameters).stream().findFirst();
    }

    int number(String sql, Object... parameters) {
        return row(sql, row -> row.getInt(1), parameters).orElseThrow();
    }

    boolean test(String sql, Object... parameters) {
        return row(sql, row -> row.getBoolean(1), parameters).orElseThrow();
    }

    /** One statement with parameters, or several without. */
    void run(String sql, Object... parameters) {
        does(connection -> {
            try (var statement = connection.prepareStatement(sql)) {
                bind(connection, statement, parameters);
                return statement.execute();
            }
        });
    }

    static void bind(Connection connection, PreparedStatement statement, Object... parameters) throws SQLException {
        for (int i = 0; i < parameters.length; i++) {
            switch (parameters[i]) {
                case String[] texts -> statement.setArray(i + 1, connection.createArrayOf("text", texts));
                case Integer[] numbers -> statement.setArray(i + 1, connection.createArrayOf("int4", numbers));
                case byte[][] bytes -> statement.setArray(i + 1, connection.createArrayOf("bytea", bytes));
                case Object plain -> statement.setObject(i + 1, plain);
            }
        }
    }

    void commit() {
        does(connection -> {
            connection.commit();
            return true;
        });
    }

    void rollback() {
        does(connection -> {
            connection.rollback();
            return true;
        });
    }

    /** Waits longer from here to the end of the transaction, for what looks at all chunks. */
    void atLeisure() {
        does(connection -> {
            try (var statement = connection.createStatement()) {
                statement.execute("set local statement_timeout to " + LEISURE_MS);
            }
            connection.setNetworkTimeout(Runnable::run, LEISURE_MS);
            return true;
        });
    }

    /** Ends the transaction, and says whether the connection can serve another. */
    synchronized boolean reusable() {
        try {
            connection.rollback();
            connection.setNetworkTimeout(Runnable::run, 1000 * (settings.timeoutS() + 1));
            return !connection.isClosed();
        } catch (SQLException e) {
            return false;
        }
    }

    /** Closes the connection, which drops what is not committed and lets go of its locks. */
    synchronized void end() {
        try {
            connection.close();
        } catch (SQLException e) {
            // it is gone already, and so are its transaction and its locks
        }
    }
}
