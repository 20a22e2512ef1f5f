package rag.store;

import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import rag.model.Failure;

/** A data folder that can be read and not be written: of another user, or on a disk mounted so. Searching it works. */
public final class ReadOnlyFolder {

    private ReadOnlyFolder() {}

    /** Whether this is one. A folder that is not there is none: it may be made. */
    public static boolean is(Path data) {
        return Files.isDirectory(data) && Files.isReadable(data) && !Files.isWritable(data);
    }

    /** @throws Failure when this is one */
    public static void refuse(Path data) {
        if (is(data)) throw failure(data, null);
    }

    static Failure failure(Path data, @Nullable Throwable cause) {
        var words = "The data folder %s cannot be written by this user. Searching it still works; to ingest or change "
                + "anything, make it writable or choose another with --data DIR or RAG_DATA.";
        return new Failure(Failure.USAGE, words.formatted(data), cause);
    }
}
