package rag.model;

import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;

/**
 * Something a user can mend: the message says what happened and what to do; {@code exitCode} is what a script ends with.
 * Thrown anywhere, caught once, in {@code rag.cli}.
 */
public class Failure extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Some of the work failed, the rest is done. */
    public static final int SOME_FAILED = 1;

    /** Wrong usage, wrong configuration, or nothing could be done. */
    public static final int USAGE = 2;

    private final int exitCode;

    public Failure(String message) {
        this(USAGE, message, null);
    }

    public Failure(String message, Throwable cause) {
        this(USAGE, message, cause);
    }

    public Failure(int exitCode, String message, @org.jspecify.annotations.Nullable Throwable cause) {
        super(message, cause);
        this.exitCode = exitCode;
    }

    public int exitCode() {
        return exitCode;
    }

    /** What an exception says: its message, or its kind where that is all there is; of a file also what is wrong with it. */
    public static String words(Throwable e) {
        var message = e.getMessage();
        if (message == null) return e.getClass().getSimpleName();
        return switch (e) {
            case AccessDeniedException denied -> message + ": permission denied";
            case FileAlreadyExistsException exists -> message + " exists already";
            case NoSuchFileException missing -> message + " does not exist";
            case NotDirectoryException file -> message + " is no folder";
            default -> message;
        };
    }
}
