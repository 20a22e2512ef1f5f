package rag.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;
import org.sqlite.SQLiteOpenMode;
import rag.config.CacheFolder;
import rag.model.Failure;

/**
 * One SQLite file and one connection to it. Threads take turns; other processes and connections are waited for up to
 * {@value #BUSY_MS} ms.
 *
 * <p>A transaction is an explicit {@code BEGIN IMMEDIATE … COMMIT} with the driver's autoCommit left on. A deferred
 * transaction that turns from reading to writing fails at once whatever the busy timeout; the driver's own immediate
 * mode begins the next transaction at every commit and so keeps the write lock while idle.
 */
final class SqliteDatabase extends Database {

    static final int BUSY_MS = 5000;

    static {
        SqliteLibrary.keep(CacheFolder.path());
    }

    private final Path file;
    private final Connection connection;
    private final @Nullable Path copy;
    private final ReentrantLock turn = new ReentrantLock();

    private SqliteDatabase(Path file, Connection connection, @Nullable Path copy) {
        this.file = file;
        this.connection = connection;
        this.copy = copy;
    }

    /** Loads the native library. */
    static void load() {
        try {
            new SQLiteConfig().createConnection("jdbc:sqlite::memory:").close();
        } catch (SQLException e) {
            // whoever opens a file meets it again, and says it
        }
    }

    /**
     * Opens a file for reading and writing, makes it when it is not there, and brings its tables up to date.
     *
     * @param steps SQL that leads from version i to i + 1; statements end with ";" at a line's end
     * @param synchronous FULL: a commit has reached the disk when it returns; NORMAL: it may be lost with the power,
     *     never half
     * @throws Failure when it cannot be opened, is damaged, or was written by a newer program
     */
    static SqliteDatabase open(Path file, List<String> steps, SQLiteConfig.SynchronousMode synchronous) {
        var config = new SQLiteConfig();
        config.setBusyTimeout(BUSY_MS);
        config.setSynchronous(synchronous);
        @Nullable Connection connection = null;
        try {
            connection = config.createConnection(url(file, ""));
            writeAhead(connection);
            var database = new SqliteDatabase(file, connection, null);
            if (database.version() != steps.size()) database.migrate(steps);
            return database;
        } catch (SQLException e) {
            close(connection);
            throw DiskFailure.of("Opening the data base", file, e);
        } catch (LinkageError e) {
            throw DiskFailure.library(e);
        } catch (RuntimeException e) {
            close(connection);
            throw e;
        }
    }

    /**
     * Opens a file for reading, on a folder that may be read-only. Tables of an older version are brought up to date
     * first where the folder lets it.
     *
     * @return empty when the file or its tables do not exist yet
     * @throws Failure when it is damaged or of another version
     */
    static Optional<Database> openReadOnly(Path file, List<String> steps) {
        int version = steps.size();
        if (!Files.exists(file)) return Optional.empty();
        try {
            var database = readOnly(file);
            int found = database.version();
            if (found == version) return Optional.of(database);
            database.close();
            if (found == 0) return Optional.empty();
            if (found < version
                    && Files.isWritable(file)
                    && Files.isWritable(file.toAbsolutePath().getParent())) {
                open(file, steps, SQLiteConfig.SynchronousMode.FULL).close();
                return Optional.of(readOnly(file));
            }
            if (found > version) throw newer(file, found, version);
            throw new Failure(("%s has the tables of an older version (%d, this program reads %d): ingest something "
                            + "once, which brings them up to date.")
                    .formatted(file, found, version));
        } catch (SQLException e) {
            throw DiskFailure.of("Opening the data base", file, e);
        } catch (LinkageError e) {
            throw DiskFailure.library(e);
        } catch (IOException e) {
            throw DiskFailure.of("Opening the data base", file, e);
        }
    }

    /**
     * With a write-ahead log, even a reader wants to write the log's index. Where the folder does not let it: the file
     * alone holds everything when no log is left beside it, else file and log are read as a copy.
     */
    private static SqliteDatabase readOnly(Path file) throws SQLException, IOException {
        var config = new SQLiteConfig();
        config.setBusyTimeout(BUSY_MS);
        config.resetOpenMode(SQLiteOpenMode.CREATE);
        config.setReadOnly(true);
        var connection = config.createConnection(url(file, ""));
        try {
            var database = new SqliteDatabase(file, connection, null);
            database.version();
            return database;
        } catch (SQLException e) {
            close(connection);
            if (Files.isWritable(file.getParent()) && !isUnwritable(e)) throw e;
            var log = file.resolveSibling(file.getFileName() + "-wal");
            if (!Files.exists(log) || Files.size(log) == 0) {
                return new SqliteDatabase(file, config.createConnection(url(file, "?immutable=1")), null);
            }
            var copy = Files.createTempDirectory("rag-read-");
            Files.copy(file, copy.resolve(file.getFileName()));
            Files.copy(log, copy.resolve(log.getFileName()));
            var copied = new SQLiteConfig();
            return new SqliteDatabase(file, copied.createConnection(url(copy.resolve(file.getFileName()), "")), copy);
        }
    }

    private static boolean isUnwritable(SQLException e) {
        int code = e instanceof SQLiteException sqlite ? sqlite.getResultCode().code & 0xff : 0;
        return code == SQLiteErrorCode.SQLITE_CANTOPEN.code || code == SQLiteErrorCode.SQLITE_READONLY.code;
    }

    /** As a URI, since the driver takes a "?" in a plain path for the start of options. */
    private static String url(Path file, String options) {
        return "jdbc:sqlite:" + file.toAbsolutePath().toUri() + options;
    }

    /** The switch wants the file alone for a moment, and SQLite does not wait for that by itself. */
    private static void writeAhead(Connection connection) throws SQLException {
        long end = System.nanoTime() + BUSY_MS * 1_000_000L;
        while (true) {
            try {
                rows(connection, row -> row.getString(1), "PRAGMA journal_mode=WAL");
                return;
            } catch (SQLiteException e) {
                if (e.getResultCode() != SQLiteErrorCode.SQLITE_BUSY || System.nanoTime() > end) throw e;
                java.util.concurrent.locks.LockSupport.parkNanos(5_000_000);
            }
        }
    }

    private int version() throws SQLException {
        return rows(connection, row -> row.getInt(1), "PRAGMA user_version").getFirst();
    }

    private void migrate(List<String> steps) {
        write("Preparing the tables", c -> {
            int found = version(); // again, now that no other process can change it
            if (found > steps.size()) throw newer(file, found, steps.size());
            for (var step : steps.subList(found, steps.size())) {
                for (var statement : step.split(";\\s*\n")) update(c, statement);
            }
            return update(c, "PRAGMA user_version=" + steps.size());
        });
    }

    private static Failure newer(Path file, int found, int known) {
        return new Failure(("%s was written by a newer version of this program (tables %d, this one knows %d): use "
                        + "that version, or another data folder.")
                .formatted(file, found, known));
    }

    @Override
    <T> T read(String doing, Work<T> work) {
        turn.lock();
        try {
            return work.run(connection);
        } catch (SQLException e) {
            throw DiskFailure.of(doing, file, e);
        } finally {
            turn.unlock();
        }
    }

    @Override
    <T> T write(String doing, Work<T> work) {
        turn.lock();
        try {
            update(connection, "BEGIN IMMEDIATE");
            try {
                T result = work.run(connection);
                update(connection, "COMMIT");
                return result;
            } catch (Throwable e) {
                rollback(e);
                throw e;
            }
        } catch (SQLException e) {
            throw DiskFailure.of(doing, file, e);
        } finally {
            turn.unlock();
        }
    }

    private void rollback(Throwable cause) {
        try {
            update(connection, "ROLLBACK");
        } catch (SQLException e) {
            cause.addSuppressed(e); // SQLite has rolled back by itself, as it does on a full disk
        }
    }

    @Override
    void raise(Connection c, String table, long number) throws SQLException {
        var last = rows(
                c, row -> row.getLong(1), "SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = ?", table);
        if (last.getFirst() >= number) return;
        update(c, "DELETE FROM sqlite_sequence WHERE name = ?", table);
        update(c, "INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", table, number);
    }

    @Override
    public void close() {
        turn.lock();
        try {
            close(connection);
            if (copy == null) return;
            try (var files = Files.list(copy)) {
                for (var left : files.toList()) Files.deleteIfExists(left);
            }
            Files.deleteIfExists(copy);
        } catch (IOException e) {
            throw DiskFailure.of("Removing a temporary copy", file, e);
        } finally {
            turn.unlock();
        }
    }

    private static void close(@Nullable Connection connection) {
        try {
            if (connection != null) connection.close();
        } catch (SQLException e) {
            throw new IllegalStateException(e); // closing fails only on a program's mistake
        }
    }
}
