package rag.engine;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import rag.model.CollectionName;

/**
 * What to bring into a collection.
 *
 * @param force do all files again, known or not
 * @param prune remove what left the folders
 * @param yes remove many at once without asking back
 * @param patience how long to wait for another writer
 * @param command who says so, for the one that has to wait
 * @param within folders that a person named, when {@code paths} are parts of them; else empty
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
        @Nullable Path manifest,
        List<Path> within) {

    public IngestRequest(
            String collection,
            List<Path> paths,
            boolean force,
            boolean prune,
            boolean yes,
            Duration patience,
            String command,
            @Nullable Path manifest) {
        this(collection, paths, force, prune, yes, patience, command, manifest, List.of());
    }

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
        collection = CollectionName.normal(collection);
        paths = List.copyOf(paths);
        within = List.copyOf(within);
    }

    /** Folders in which a document's pictures may lie: those that are ingested, a manifest's own, without links. */
    List<Path> folders() {
        var own = manifest == null ? null : manifest.toAbsolutePath().getParent();
        return Stream.of(paths, within, own == null ? List.<Path>of() : List.of(own))
                .flatMap(List::stream)
                .filter(Files::isDirectory)
                .map(FileScan::root)
                .toList();
    }

    /** The same, waiting so long for another writer. */
    IngestRequest patient(Duration patience) {
        return new IngestRequest(collection, paths, force, prune, yes, patience, command, manifest, within);
    }

    /** The same for other paths. */
    public IngestRequest of(List<Path> others) {
        return new IngestRequest(collection, others, force, prune, yes, patience, command, manifest, within);
    }

    /** The same for some parts of its paths. */
    IngestRequest parts(List<Path> parts, List<Path> of) {
        return new IngestRequest(collection, parts, force, prune, yes, patience, command, null, of);
    }
}
