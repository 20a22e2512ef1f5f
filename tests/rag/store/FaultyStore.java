package rag.store;

import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import rag.model.Chunk;
import rag.model.Failure;
import rag.model.Fingerprint;

/** A chunk store that fails when told to: before or after it did what it was asked for. */
class FaultyStore implements ChunkStore {

    private final ChunkStore store;
    private final Set<String> faults = new HashSet<>();

    FaultyStore(ChunkStore store) {
        this.store = store;
    }

    /** @param call put, delete, commit, "commit done" (fails when it has been made), fingerprint, drop,
     *     "drop half done" (nothing is published any more, but something is still there) */
    void failAt(String call) {
        faults.add(call);
    }

    void mend() {
        faults.clear();
    }

    private void check(String call) throws IOException {
        if (faults.contains(call)) throw new IOException("No space left on device");
    }

    @Override
    public List<String> collections() throws IOException {
        return store.collections();
    }

    @Override
    public ChunkReader reader(List<String> collections) throws IOException {
        return store.reader(collections);
    }

    @Override
    public Optional<Fingerprint> fingerprint(String collection) throws IOException {
        check("fingerprint");
        return store.fingerprint(collection);
    }

    @Override
    public long committedSeq(String collection) throws IOException {
        check("fingerprint");
        return store.committedSeq(collection);
    }

    @Override
    public Optional<String> lineage(String collection) throws IOException {
        return store.lineage(collection);
    }

    @Override
    public ChunkWriter writer(String collection, Fingerprint fingerprint) throws IOException {
        return new Writer(store.writer(collection, fingerprint));
    }

    @Override
    public ChunkWriter rewriter(String collection, Fingerprint fingerprint) throws IOException {
        return new Writer(store.rewriter(collection, fingerprint));
    }

    @Override
    public boolean drop(String collection) throws IOException {
        check("drop");
        boolean there = store.drop(collection);
        if (faults.contains("drop half done")) throw new Failure("the engine refuses to remove the rest");
        return there;
    }

    @Override
    public void close() throws IOException {
        store.close();
    }

    private final class Writer implements ChunkWriter {

        private final ChunkWriter writer;

        Writer(ChunkWriter writer) {
            this.writer = writer;
        }

        @Override
        public void put(String documentId, List<Chunk> chunks, List<float[]> vectors) throws IOException {
            check("put");
            writer.put(documentId, chunks, vectors);
        }

        @Override
        public void delete(String documentId) throws IOException {
            check("delete");
            writer.delete(documentId);
        }

        @Override
        public void stale(String documentId, boolean stale) throws IOException {
            writer.stale(documentId, stale);
        }

        @Override
        public void commit(long seq) throws IOException {
            check("commit");
            writer.commit(seq);
            check("commit done");
        }

        @Override
        public long committedSeq() {
            return writer.committedSeq();
        }

        @Override
        public void optimise() throws IOException {
            writer.optimise();
        }

        @Override
        public void close() throws IOException {
            writer.close();
        }
    }
}
