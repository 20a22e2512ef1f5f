package rag.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * A file to be read.
 *
 * @param path where it lies
 * @param name what it is called, with its ending
 */
public record Source(Path path, String name) {

    public static Source of(Path path) {
        return new Source(path, path.getFileName().toString());
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
