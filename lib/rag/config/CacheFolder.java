package rag.config;

import java.nio.file.Path;

/** Where all that can be made or fetched again is kept, for all data folders of a user. */
public final class CacheFolder {

    private CacheFolder() {}

    /** {@code knowledge-hub} in {@code $XDG_CACHE_HOME}, else in {@code ~/.cache}. */
    public static Path path() {
        var xdg = System.getenv("XDG_CACHE_HOME");
        var base = xdg == null || xdg.isBlank() ? Path.of(System.getProperty("user.home"), ".cache") : Path.of(xdg);
        return base.resolve("knowledge-hub").toAbsolutePath();
    }
}
