package rag.engine;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What to bring into a collection.
 *
 * @param force do all files again, known or not
 * @param prune remove what left the folders
 * @param yes remove many at once without asking back
 * @param patience how long to wait for another writer
 * @param command who says so, for the one that has to wait
 * @param manifest file with the metadata of every document; without paths, the folders of these are ingested
 */
public record IngestRequest(
        String collection,
        List<Path> paths,
        boolean force,
        boolean prune,
        boolean yes,
        Duration patience,
        String command,
        @Nullable Path manifest) {

    public IngestRequest(
            String collection,
            List<Path> paths,
            boolean force,
            boolean prune,
            boolean yes,
            Duration patience,
            String command) {
        this(collection, paths, force, prune, yes, patience, command, null);
    }

    public IngestRequest {
        paths = List.copyOf(paths);
    }

    /** The same for other paths. */
    IngestRequest with(List<Path> others) {
        return new IngestRequest(collection, others, force, prune, yes, patience, command);
    }
}
