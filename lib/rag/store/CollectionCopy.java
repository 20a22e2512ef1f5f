package rag.store;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.function.IntConsumer;
import rag.model.Chunk;
import rag.model.Failure;
import rag.text.Counted;

/**
 * Copies a collection from one store to another as it is: chunks and vectors, number of the publication, fingerprint.
 * Everything is published at one moment and then compared; a copy that differs is removed, and never what was there
 * before it. The source is only read, and is not the target under another name. To be run under the {@link WriterLock}
 * of both data folders.
 */
public final class CollectionCopy {

    private final ChunkStore from;
    private final ChunkStore to;
    private final String collection;
    private long before; // the number that the target's collection has had; 0 when there was none
    private long committing = -1; // the one that the copy has there, once it is about to be
    private boolean published;

    public CollectionCopy(ChunkStore from, ChunkStore to, String collection) {
        this.from = from;
        this.to = to;
        this.collection = collection;
    }

    /** What was copied, and how many questions were put to both stores and answered alike. */
    public record Copied(String collection, int documents, int chunks, int questions) {}

    /**
     * @param documents ids of the collection's documents, as the {@link Ledger} has them
     * @param done told how many documents are copied
     * @throws Failure when the copy differs, and the target does not have the collection then; or when both stores are one
     */
    public Copied run(Collection<String> documents, IntConsumer done) throws IOException {
        refuseItself();
        before = to.committedSeq(collection);
        try (var source = from.reader(List.of(collection))) {
            try {
                write(source, documents, done);
                try (var copy = to.reader(List.of(collection))) {
                    var questions = new SameAnswers(source, copy).check();
                    return new Copied(collection, documents.size(), copy.size(), questions);
                }
            } catch (IOException | RuntimeException e) {
                remove(e);
                throw e;
            }
        }
    }

    /** A store has many addresses; whether two mean the same is told by what lies there. */
    private void refuseItself() throws IOException {
        if (!to.elsewhere()) return; // a folder has one address, and its lock
        var lineage = from.lineage(collection);
        if (lineage.isEmpty() || !lineage.equals(to.lineage(collection))) return;
        throw new Failure(
                ("'%s' is the same collection in both: vector_store.hosts names the store that is in use, in other"
                    + " words maybe. Nothing was copied. Should it be another server, filled from a backup of this"
                    + " one, then give it another vector_store.namespace")
                        .formatted(collection));
    }

    /** Whether another store holds a collection of this name that {@link #run} would have made. */
    public static boolean same(ChunkStore from, ChunkStore to, String collection) throws IOException {
        if (from.committedSeq(collection) != to.committedSeq(collection)) return false;
        try (var source = from.reader(List.of(collection));
                var copy = to.reader(List.of(collection))) {
            return new SameAnswers(source, copy).check() >= 0;
        } catch (Failure e) {
            return false;
        }
    }

    private void write(ChunkReader source, Collection<String> documents, IntConsumer done) throws IOException {
        int chunks = 0;
        int copied = 0;
        try (var writer = to.rewriter(collection, source.fingerprint())) {
            for (var document : documents) {
                var all = source.document(document);
                var vectors = source.vectors(all.stream().map(Chunk::id).toList());
                if (vectors.size() != all.size()) {
                    throw new Failure("%s: of %s only %s can be read; nothing was copied"
                            .formatted(
                                    document, Counted.of(all.size(), "chunk"), Counted.of(vectors.size(), "vector")));
                }
                writer.put(document, all, List.copyOf(vectors.values()));
                if (all.stream().anyMatch(Chunk::stale)) writer.stale(document, true);
                chunks += all.size();
                done.accept(++copied);
            }
            if (chunks != source.size()) {
                throw new Failure(("collection '%s' holds %s, its history tells of %d; nothing was copied. Ingest its "
                                + "folders once more, then copy again")
                        .formatted(collection, Counted.of(source.size(), "chunk"), chunks));
            }
            writer.optimise();
            committing = from.committedSeq(collection);
            writer.commit(committing);
            published = true;
        }
    }

    /**
     * Removes the copy where it is there, and never what the target had before. A commit that failed may be done; where
     * both have the same number nobody can tell, and it stays.
     */
    private void remove(Exception cause) {
        try {
            if (published || before != committing && to.committedSeq(collection) == committing) to.drop(collection);
        } catch (IOException | RuntimeException e) {
            cause.addSuppressed(e);
        }
    }
}
