package rag.store;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.apache.lucene.index.IndexFormatTooNewException;
import rag.config.Command;
import rag.model.Failure;

/** An index that can't be read, in words that name the file and the command that mends it. */
final class DamagedIndex {

    /** How Lucene names the file it was reading. */
    private static final Pattern FILE = Pattern.compile("path=\"([^\"]+)\"");

    /** Where Lucene goes on to say through what it was reading it. */
    private static final Pattern RESOURCE = Pattern.compile(" ?\\(resource=.*", Pattern.DOTALL);

    private DamagedIndex() {}

    static Failure of(String collection, Path folder, IOException e) {
        var what = what(folder, e);
        for (var cause = e.getCause(); cause instanceof IOException deeper; cause = deeper.getCause()) {
            if (cause instanceof NoSuchFileException) what = what(folder, deeper); // Lucene calls it a read error
        }
        return new Failure(
                ("collection '%s' can't be read: %s. Nothing was deleted; other collections still answer. Build it"
                                + " anew from its documents: %s, then %s")
                        .formatted(
                                collection,
                                what,
                                Command.of("ingest", "--clear", "--yes", "-c", collection),
                                Command.of("ingest", "--path", "FOLDER", "-c", collection)),
                e);
    }

    private static String what(Path folder, IOException e) {
        var message = String.valueOf(e.getMessage());
        var file = FILE.matcher(message);
        var name = file.find() ? file.group(1) : folder.toString();
        return switch (e) {
            case AccessDeniedException denied -> "this user may not read " + denied.getFile();
            case NoSuchFileException missing -> "a file is missing: " + missing.getFile();
            case FileNotFoundException missing -> "a file is missing: " + message;
            case IndexFormatTooNewException newer ->
                name + " was written by a newer version than this one; use that one";
            default ->
                "%s is damaged (%s)".formatted(name, RESOURCE.matcher(message).replaceFirst(""));
        };
    }
}
