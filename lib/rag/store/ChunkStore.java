package rag.store;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import rag.model.Fingerprint;

/**
 * Where chunks live: text, metadata and vectors of a collection in one place, published at one moment.
 * A collection name is what {@link CollectionNames} lets pass.
 */
public interface ChunkStore extends AutoCloseable {

    /** Names of the collections that hold a published state, sorted. */
    List<String> collections() throws IOException;

    /**
     * The newest published state of one or several collections that share their vectors ({@link
     * Fingerprint#sameVectors}); cheap when nothing changed since the last call. The caller closes it; it stays as it is
     * while others write.
     *
     * @throws rag.model.Failure when a collection does not exist (the message names those that do) or cannot be read
     */
    ChunkReader reader(List<String> collections) throws IOException;

    /** What a collection was built with; empty when it does not exist. */
    Optional<Fingerprint> fingerprint(String collection) throws IOException;

    /** The {@code seq} of a collection's newest commit; 0 when it does not exist. */
    long committedSeq(String collection) throws IOException;

    /**
     * A random word, the same as long as a collection is not dropped: where two stores have the same, they are one under
     * two names. Empty when it does not exist.
     */
    Optional<String> lineage(String collection) throws IOException;

    /**
     * Opens a collection for writing, makes it when it is not there. Only under the data folder's {@link WriterLock}.
     *
     * @throws rag.model.Failure when the collection holds vectors of another model
     */
    ChunkWriter writer(String collection, Fingerprint fingerprint) throws IOException;

    /** As {@link #writer}, but starts from nothing: at its first commit all of the old state is replaced at once. */
    ChunkWriter rewriter(String collection, Fingerprint fingerprint) throws IOException;

    /** Does what a first write would wait for, such as loading classes; touches no collection. */
    default void rehearse() {}

    /** Whether it is a server's, which other machines may write to, and which may be another than it was. */
    default boolean elsewhere() {
        return false;
    }

    /**
     * Removes a collection with all it holds, and what an earlier attempt that failed has left of it: once it has begun
     * nothing is published, and whoever calls it again goes on.
     *
     * @return whether there was one
     * @throws rag.model.Failure when something of it is still there
     */
    boolean drop(String collection) throws IOException;

    @Override
    void close() throws IOException;
}
