package rag.store;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
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

    /** A staged change: its row in the journal, the history row as it shall be, and as it was. */
    private record Staged(Journal.Op op, Journal.Intent intent, Optional<HistoryRow> before) {

        Effect effect() {
            int chunks = before.map(HistoryRow::chunks).orElse(0);
            int images = before.map(HistoryRow::images).orElse(0);
            var row = intent.row();
            if (op.kind() == Journal.Kind.DELETE) return new Effect(row, before.isPresent(), chunks, 0, images, 0);
            var recorded = row.with(row.chunks(), row.images(), op.seq());
            return new Effect(recorded, before.isPresent(), chunks, row.chunks(), images, row.images());
        }
    }

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

    private final List<Staged> staged = new ArrayList<>();
    private final Map<String, Optional<HistoryRow>> rows = new HashMap<>(); // of staged sources, as they shall be
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
        var pending = journal.unfinished().stream()
                .filter(op -> op.pending() && op.collection().equals(collection))
                .toList();
        if (!pending.isEmpty() && !rewriting) {
            throw new Failure(("A publication to the collection %s was cut off and could not be recovered. See to what "
                            + "the recovery said, then run again.")
                    .formatted(collection));
        }
        try {
            journal.abort(pending); // what is rewritten need not be recovered
            journal.raise(writer().committedSeq());
        } catch (IOException e) {
            throw DiskFailure.of("Opening the collection " + collection, data, e);
        } catch (RuntimeException e) {
            close();
            throw e;
        }
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
        var before = new ArrayList<Optional<HistoryRow>>();
        var intents = new ArrayList<Journal.Intent>();
        for (var change : changes) {
            var source = change.row().source();
            before.add(rows.containsKey(source) ? rows.get(source) : ledger.row(collection, source));
            intents.add(intent(change, before.getLast()));
            boolean goes = change instanceof Change.Delete;
            rows.put(
                    source,
                    goes ? Optional.empty() : Optional.of(intents.getLast().row()));
        }
        var ops = journal.begin(intents, finished);
        finished = List.of();
        for (int i = 0; i < ops.size(); i++) staged.add(new Staged(ops.get(i), intents.get(i), before.get(i)));
        checkpoint.accept("op-pending");
        for (var change : changes) {
            if (change instanceof Change.Put(var row, var _, var _, var images)) {
                var known = ledger.imageNames(collection, row.documentId());
                files.write(collection, row.documentId(), images, known, checkpoint);
            }
        }
        checkpoint.accept("images-synced");
        for (var change : changes) {
            write(change, change.row().documentId());
            checkpoint.accept("chunk-buffered");
        }
        checkpoint.accept("chunks-buffered");
    }

    private Journal.Intent intent(Change change, Optional<HistoryRow> now) {
        var row = change.row();
        if (!row.collection().equals(collection)) {
            throw new IllegalArgumentException(row.source() + " is of " + row.collection() + ", not of " + collection);
        }
        int chunks = now.map(HistoryRow::chunks).orElse(0);
        int images = now.map(HistoryRow::images).orElse(0);
        var model = fingerprint.toString();
        return switch (change) {
            case Change.Put put -> {
                var pictures = put.images().stream()
                        .map(image -> ImageRow.of(collection, row.documentId(), image))
                        .toList();
                var full = row.with(put.chunks().size(), pictures.size(), 0);
                yield new Journal.Intent(Journal.Kind.PUT, full, pictures, model);
            }
            case Change.Rewrite rewrite ->
                new Journal.Intent(
                        Journal.Kind.REWRITE, row.with(rewrite.chunks().size(), images, 0), List.of(), model);
            case Change.Stale _ -> {
                if (chunks == 0) throw new IllegalArgumentException("no older version answers: " + row.source());
                yield new Journal.Intent(Journal.Kind.STALE, row.with(chunks, images, 0), List.of(), model);
            }
            case Change.Delete _ -> new Journal.Intent(Journal.Kind.DELETE, now.orElse(row), List.of(), model);
        };
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
                writer().commit(staged.getLast().op().seq());
                checkpoint.accept("after-commit");
                record();
            } catch (IOException | RuntimeException e) {
                settle(e);
            }
        }
        var effects = staged.stream().map(Staged::effect).toList();
        finish();
        return effects;
    }

    private void requireWhole() {
        var lost = ledger.history(collection).stream()
                .filter(row -> row.chunks() > 0 && !rows.containsKey(row.source()))
                .map(HistoryRow::source)
                .toList();
        if (lost.isEmpty()) return;
        throw new Failure("The collection %s was to be built anew, but that would lose %d of its documents, such as %s."
                .formatted(collection, lost.size(), lost.getFirst()));
    }

    private void record() {
        rewriting = false;
        checkpoint.accept("before-done");
        journal.done(ops());
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
            finished = ops();
            checkpoint.accept("swept");
        } catch (IOException | Failure e) {
            finished = List.of(); // what is left over stays in the journal, and the next recovery sweeps it
        }
        staged.clear();
        rows.clear();
        over = false;
    }

    private void sweep() throws IOException {
        for (var op : ops()) files.sweep(collection, op.doc(), ledger.imageNames(collection, op.doc()));
    }

    private List<Journal.Op> ops() {
        return staged.stream().map(Staged::op).toList();
    }

    /** After an error: finishes what reached its commit nonetheless; gives up all else, and throws. */
    private void settle(Exception cause) {
        try {
            closeWriter();
            if (!staged.isEmpty()
                    && store.committedSeq(collection) >= staged.getLast().op().seq()) {
                record();
                return;
            }
            sweep(); // first, since it makes room on a full disk
            journal.abort(ops());
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
            journal.abort(ops());
            journal.forget(ops());
            journal.forget(finished);
        } catch (IOException e) {
            throw DiskFailure.of("Closing the collection " + collection, data, e);
        } finally {
            over = true;
        }
    }
}
