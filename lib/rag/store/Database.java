package rag.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteConnection;

/** Tables behind one connection at a time, with the SQL that SQLite and PostgreSQL share. Usable from several threads. */
abstract class Database implements AutoCloseable {

    private static final char NUL = 0;

    /** Rows that are sent at once. */
    private static final int LOT = 500;

    /** Something done with the connection. */
    @FunctionalInterface
    interface Work<T> {
        T run(Connection connection) throws SQLException;
    }

    /** Makes a value of the row that a result stands on. */
    @FunctionalInterface
    interface Row<T> {
        T read(ResultSet row) throws SQLException;
    }

    /** Runs one or several queries. */
    abstract <T> T read(String doing, Work<T> work);

    /** Runs a transaction: all of it holds when this returns, none of it when this throws. */
    abstract <T> T write(String doing, Work<T> work);

    /** Sees to it that the next number that a table's column {@code seq} gets is above this one. */
    abstract void raise(Connection c, String table, long number) throws SQLException;

    @Override
    public abstract void close();

    /** An INSERT of one row that takes the place of the one with the same key. */
    static String put(String table, List<String> key, List<String> columns) {
        var names = String.join(", ", columns);
        var others = columns.stream()
                .filter(column -> !key.contains(column))
                .map(column -> column + " = excluded." + column)
                .collect(Collectors.joining(", "));
        return "INSERT INTO %s (%s) VALUES (%s?) ON CONFLICT (%s) DO UPDATE SET %s"
                .formatted(table, names, "?, ".repeat(columns.size() - 1), String.join(", ", key), others);
    }

    static int update(Connection connection, String sql, @Nullable Object... values) throws SQLException {
        try (var statement = connection.prepareStatement(sql)) {
            bind(connection, statement, values);
            return statement.executeUpdate();
        }
    }

    /** The same statement with the values of each row, in lots. */
    static void updates(Connection connection, String sql, List<? extends List<@Nullable Object>> rows)
            throws SQLException {
        try (var statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < rows.size(); i++) {
                bind(connection, statement, rows.get(i).toArray());
                statement.addBatch();
                if (i % LOT == LOT - 1 || i == rows.size() - 1) statement.executeBatch();
            }
        }
    }

    static <T> List<T> rows(Connection connection, Row<T> row, String sql, @Nullable Object... values)
            throws SQLException {
        try (var statement = connection.prepareStatement(sql)) {
            bind(connection, statement, values);
            try (var result = statement.executeQuery()) {
                var rows = new ArrayList<T>();
                while (result.next()) rows.add(row.read(result));
                return rows;
            }
        }
    }

    private static void bind(Connection connection, PreparedStatement statement, @Nullable Object... values)
            throws SQLException {
        for (int i = 0; i < values.length; i++) {
            boolean nul = values[i] instanceof String text && text.indexOf(NUL) >= 0;
            statement.setObject(i + 1, nul ? held(connection, (String) values[i]) : values[i]);
        }
    }

    /** A text with NUL, which PostgreSQL can't hold: there it becomes the sign for what can't be shown. */
    private static String held(Connection connection, String text) {
        return connection instanceof SQLiteConnection ? text : text.replace(NUL, '\uFFFD');
    }
}
