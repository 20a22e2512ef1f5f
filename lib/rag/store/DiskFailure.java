package rag.store;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.ReadOnlyFileSystemException;
import java.util.Locale;
import java.util.Objects;
import org.sqlite.NativeLibraryNotFoundException;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;
import rag.model.Failure;

/**
 * What the disk refused, in words that say what is safe and what to do. Everything that was published stays published:
 * the store writes beside it and then swaps.
 */
final class DiskFailure {

    private static final String SAFE = "Nothing that was published is lost. ";

    private DiskFailure() {}

    /** @param doing what was being done, as in "writing a picture" */
    static Failure of(String doing, Path path, IOException e) {
        var first = first(e);
        return new Failure("%s failed: %s. %s%s".formatted(doing, said(path, first), SAFE, mend(first)), e);
    }

    /** The same for SQLite; what is a mistake of the program and no trouble of the disk is an IllegalStateException. */
    static RuntimeException of(String doing, Path file, java.sql.SQLException e) {
        if (e.getCause() instanceof NativeLibraryNotFoundException) return library(e);
        var code = e instanceof SQLiteException sqlite ? sqlite.getResultCode() : SQLiteErrorCode.UNKNOWN_ERROR;
        var folder = Objects.requireNonNullElse(file.getParent(), file);
        return switch (SQLiteErrorCode.getErrorCode(code.code & 0xff)) { // the low byte: extended codes refine it
            case SQLITE_FULL ->
                new Failure(
                        "%s failed: %s: the disk is full. %sFree some space, then run the same command again."
                                .formatted(doing, file, SAFE),
                        e);
            case SQLITE_IOERR ->
                new Failure(
                        "%s failed: %s: %s. %sSee whether the disk is full or broken, then run the same command again."
                                .formatted(doing, file, e.getMessage(), SAFE),
                        e);
            case SQLITE_BUSY, SQLITE_LOCKED ->
                new Failure(
                        "%s failed: %s was kept locked by another process for more than %d s. Try again."
                                .formatted(doing, file, SqliteDatabase.BUSY_MS / 1000),
                        e);
            case SQLITE_READONLY, SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_AUTH ->
                ReadOnlyFolder.is(folder)
                        ? ReadOnlyFolder.failure(folder, e)
                        : new Failure(
                                "%s failed: %s cannot be opened for it (%s). See who may read and write the folder %s."
                                        .formatted(doing, file, e.getMessage(), folder),
                                e);
            case SQLITE_CORRUPT, SQLITE_NOTADB ->
                new Failure(
                        ("%s failed: %s is damaged (%s). Nothing was deleted, and searching goes on without it. "
                                        + "Restore it from a backup; or move it (and %s-wal, -shm) away and ingest the "
                                        + "same folders again, which makes it anew.")
                                .formatted(doing, file, e.getMessage(), file.getFileName()),
                        e);
            default -> new IllegalStateException(doing + " failed: " + file + ": " + e.getMessage(), e);
        };
    }

    /** What the system refused, below what Lucene was doing at the time ("background merge hit exception"). */
    private static IOException first(IOException e) {
        var first = e;
        for (var cause = e.getCause(); cause != null; cause = cause.getCause()) {
            if (cause instanceof IOException io) first = io;
        }
        return first;
    }

    /** SQLite's library is copied to the folder of temporary files, which may be full, or closed to programs. */
    static Failure library(Throwable e) {
        return new Failure(
                ("SQLite's library can't be loaded from the folder of temporary files, %s: it must be writable, with 2"
                                + " MB of room, and not mounted \"noexec\". Another folder:"
                                + " JAVA_TOOL_OPTIONS=-Dorg.sqlite.tmpdir=DIR")
                        .formatted(System.getProperty("org.sqlite.tmpdir", System.getProperty("java.io.tmpdir"))),
                e);
    }

    private static String said(Path path, IOException e) {
        var reason = switch (e) {
            case AccessDeniedException denied -> "access denied";
            case NoSuchFileException gone -> gone.getFile() + " is not there";
            case FileAlreadyExistsException there -> there.getFile() + " is a file and no folder";
            case FileSystemException f -> f.getReason();
            default -> e.getMessage();
        };
        return path + ": " + Objects.requireNonNullElse(reason, e.getClass().getSimpleName());
    }

    private static String mend(IOException e) {
        var text = Objects.requireNonNullElse(e.getMessage(), "").toLowerCase(Locale.ROOT);
        if (text.contains("no space left") || text.contains("quota") || text.contains("not enough space")) {
            return "The disk is full: free some space, then run the same command again.";
        }
        if (readOnly(e)) return "Make the folder writable for this user.";
        return "See to the disk, then run the same command again.";
    }

    /** Whether a folder refuses writing as such, be it by its permissions or because its file system is read-only. */
    static boolean readOnly(Exception e) {
        return e instanceof AccessDeniedException
                || e instanceof ReadOnlyFileSystemException
                || (e instanceof FileSystemException f
                        && Objects.requireNonNullElse(f.getReason(), "")
                                .toLowerCase(Locale.ROOT)
                                .contains("read-only"));
    }
}
