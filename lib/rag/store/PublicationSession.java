package rag.store;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import rag.config.Command;
import rag.model.Failure;
import rag.model.Fingerprint;

/**
 * Publications to one collection, one after the other, in the order that {@link Publication} gives. Holds the
 * collection's writer. One thread at a time.
 *
 * <p>What fails before its commit changes nothing: everything since the last commit is given up, and the session goes
 * on. When not even that can be written down, as on a full disk, the session is over, and the next run recovers.
 */
public final class PublicationSession implements AutoCloseable {

    private final Path data;
    private final ChunkStore store;
    private final Ledger ledger;
    private final Journal journal;
    private final ImageFiles files;
    private final Consumer<String> checkpoint;
    private final String collection;
    private final Fingerprint fingerprint;
    private boolean rewriting;
    private @Nullable ChunkWriter writer;

    private final StagedChanges staged;
    private List<Journal.Op> finished = List.of(); // published and swept, still in the journal
    private boolean over; // also while something is under way, so that an Error on the way ends the session

    PublicationSession(
            Path data,
            ChunkStore store,
            Ledger ledger,
            Consumer<String> checkpoint,
            String collection,
            Fingerprint fingerprint,
            boolean rewriting) {
        this.data = data;
        this.store = store;
        this.ledger = ledger;
        this.journal = ledger.journal();
        this.files = new ImageFiles(data);
        this.checkpoint = checkpoint;
        this.collection = collection;
        this.fingerprint = fingerprint;
        this.rewriting = rewriting;
        this.staged = new StagedChanges(collection, fingerprint, ledger);
        var pending = journal.unfinished().stream()
                .filter(op -> op.pending() && op.collection().equals(collection))
                .toList();
        if (!pending.isEmpty() && !rewriting) {
            throw new Failure(("A publication to the collection %s was cut off and could not be recovered. See to what "
                            + "the recovery said, then run again.")
                    .formatted(collection));
        }
        try {
            requireStore();
            journal.abort(pending); // what is rewritten need not be recovered
            journal.raise(writer().committedSeq());
        } catch (IOException e) {
            throw DiskFailure.of("Opening the collection " + collection, data, e);
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    /** What is set and has no effect on the collection as it is, in words. */
    public List<String> notes() {
        try {
            return writer().notes();
        } catch (IOException e) {
            throw DiskFailure.of("Opening the collection " + collection, data, e);
        }
    }

    /** A server that has nothing of what the history tells may be the wrong one: nothing is begun there anew. */
    private void requireStore() throws IOException {
        if (rewriting || !store.elsewhere() || store.fingerprint(collection).isPresent()) return;
        int chunks = ledger.counts(collection).chunks();
        if (chunks == 0) return;
        throw new Failure(
                ("the history tells of %d chunks of collection '%s', but the store has no such collection. See that"
                    + " vector_store.hosts and vector_store.namespace name the place that belongs to this ledger. If"
                    + " the store was lost: %s, then ingest again")
                        .formatted(chunks, collection, Command.of("ingest", "-c", collection, "--clear", "--yes")));
    }

    /**
     * Publishes changes of several documents at one moment, in their order.
     *
     * @return one a change
     * @throws Failure when the disk refuses; nothing of it is published then
     * @throws IllegalArgumentException when a change is impossible; nothing of it is published then
     */
    public List<Effect> publish(List<Change> changes) {
        stage(changes);
        return commit();
    }

    /** Prepares changes for the next {@link #commit}: chunks and vectors leave the memory, nothing is visible yet. */
    public void stage(List<Change> changes) {
        begin();
        try {
            write(changes);
        } catch (IOException | RuntimeException e) {
            settle(e);
        }
        over = false;
    }

    private void write(List<Change> changes) throws IOException {
        staged.add(changes, finished);
        finished = List.of();
        checkpoint.accept("op-pending");
        for (var change : changes) {
            if (change instanceof Change.Put(var row, var _, var _, var images)) {
                var known = ledger.imageNames(collection, row.documentId());
                files.write(collection, row.documentId(), images, known, checkpoint);
                ledger.pictures().put(collection, row.documentId(), images);
            }
        }
        checkpoint.accept("images-synced");
        for (var change : changes) {
            write(change, change.row().documentId());
            checkpoint.accept("chunk-buffered");
        }
        checkpoint.accept("chunks-buffered");
    }

    private void write(Change change, String document) throws IOException {
        switch (change) {
            case Change.Put put -> writer().put(document, put.chunks(), put.vectors());
            case Change.Rewrite rewrite -> {
                writer().put(document, rewrite.chunks(), rewrite.vectors());
                writer().stale(document, rewrite.row().stale());
            }
            case Change.Delete _ -> writer().delete(document);
            case Change.Stale stale -> writer().stale(document, stale.row().stale());
        }
    }

    /** Publishes what is staged; as {@link #publish}. */
    public List<Effect> commit() {
        begin();
        if (!staged.isEmpty()) {
            try {
                if (rewriting) requireWhole();
                checkpoint.accept("before-commit");
                writer().commit(staged.lastSeq());
                checkpoint.accept("after-commit");
                record();
            } catch (IOException | RuntimeException e) {
                settle(e);
            }
        }
        var effects = staged.effects();
        finish();
        return effects;
    }

    private void requireWhole() {
        var lost = ledger.history(collection).stream()
                .filter(row -> row.chunks() > 0 && !staged.touches(row.source()))
                .map(HistoryRow::source)
                .toList();
        if (lost.isEmpty()) return;
        throw new Failure("The collection %s was to be built anew, but that would lose %d of its documents, such as %s."
                .formatted(collection, lost.size(), lost.getFirst()));
    }

    private void record() {
        rewriting = false;
        checkpoint.accept("before-done");
        journal.done(staged.ops());
        checkpoint.accept("done");
    }

    /** Merges what slows searching down, where that is worth its cost; to be called at the end of a run. */
    public void optimise() {
        begin();
        try {
            if (!staged.isEmpty() || rewriting) throw new IllegalStateException("commit first");
            writer().optimise();
            checkpoint.accept("optimised");
            writer().commit(writer().committedSeq());
        } catch (IOException | RuntimeException e) {
            settle(e);
        }
        over = false;
    }

    private void begin() {
        if (over) throw new IllegalStateException("the session has ended with an error; recover first");
        over = true;
    }

    /** Forgets what is staged, whether it was published or given up, and removes pictures that nothing names now. */
    private void finish() {
        try {
            sweep();
            finished = staged.ops();
            checkpoint.accept("swept");
        } catch (IOException | Failure e) {
            finished = List.of(); // what is left over stays in the journal, and the next recovery sweeps it
        }
        staged.clear();
        over = false;
    }

    private void sweep() throws IOException {
        for (var op : staged.ops()) files.sweep(collection, op.doc(), ledger.imageNames(collection, op.doc()));
    }

    /** After an error: finishes what reached its commit nonetheless; gives up all else, and throws. */
    private void settle(Exception cause) {
        try {
            closeWriter();
            if (!staged.isEmpty() && store.committedSeq(collection) >= staged.lastSeq()) {
                record();
                return;
            }
            sweep(); // first, since it makes room on a full disk
            journal.abort(staged.ops());
            finish();
        } catch (IOException | RuntimeException e) {
            cause.addSuppressed(e);
        }
        if (cause instanceof RuntimeException e) throw e;
        throw DiskFailure.of("Publishing to the collection " + collection, data, (IOException) cause);
    }

    private ChunkWriter writer() throws IOException {
        if (writer == null) {
            writer = rewriting ? store.rewriter(collection, fingerprint) : store.writer(collection, fingerprint);
        }
        return writer;
    }

    private void closeWriter() throws IOException {
        var open = writer;
        writer = null;
        if (open != null) open.close();
    }

    /** Gives up what is staged, and lets go of the collection. */
    @Override
    public void close() {
        try {
            closeWriter();
            if (over) return;
            sweep();
            journal.abort(staged.ops());
            journal.forget(staged.ops());
            journal.forget(finished);
        } catch (IOException e) {
            throw DiskFailure.of("Closing the collection " + collection, data, e);
        } finally {
            over = true;
        }
    }
}
