package rag.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A file to be read.
 *
 * @param path where it lies
 * @param name what it is called, with its ending
 * @param root folder in which pictures that it names may lie; null when nothing lies beside it, as beside a page of the web
 */
public record Source(Path path, String name, @Nullable Path root) {

    /** With pictures from its own folder. */
    public static Source of(Path path) {
        return of(path, path.toAbsolutePath().getParent());
    }

    public static Source of(Path path, @Nullable Path root) {
        return new Source(path, path.getFileName().toString(), root);
    }

    /** File ending in lower case without the dot, "" when there is none. */
    public String extension() {
        int dot = name.lastIndexOf('.');
        return dot < 0 ? "" : name.substring(dot + 1).toLowerCase(Locale.ROOT);
    }

    /** The name without its ending. */
    public String stem() {
        int dot = name.lastIndexOf('.');
        return dot <= 0 ? name : name.substring(0, dot);
    }

    public byte[] bytes() throws IOException {
        return Files.readAllBytes(path);
    }
}
