package rag.store;

import java.io.IOException;
import java.util.List;
import rag.model.Chunk;

/** Changes to one collection; none of them is visible before {@link #commit}. */
public interface ChunkWriter extends AutoCloseable {

    /**
     * Replaces all chunks of a document by these.
     *
     * @param vectors one a chunk, same order, unit length, of the fingerprint's dimension
     * @throws IllegalArgumentException for a zero, NaN or wrong-sized vector; nothing is changed then
     */
    void put(String documentId, List<Chunk> chunks, List<float[]> vectors) throws IOException;

    /** Removes all chunks of a document. */
    void delete(String documentId) throws IOException;

    /** Marks or unmarks a document's chunks as those of an older version that still answers. */
    void stale(String documentId, boolean stale) throws IOException;

    /** Publishes everything since the last commit at one moment, with {@code seq} in the commit's own data. */
    void commit(long seq) throws IOException;

    /** The {@code seq} of the newest commit; 0 for a new collection. */
    long committedSeq();

    /** What is set and has no effect on what is there, in words: see {@link MadeWith}. */
    default List<String> notes() {
        return List.of();
    }

    /** Merges what slows searching down, where that is worth its cost; part of the next commit. */
    void optimise() throws IOException;

    /** Drops what is not committed, and lets go of the collection. */
    @Override
    void close() throws IOException;
}
