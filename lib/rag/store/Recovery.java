package rag.store;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import rag.model.Failure;
import rag.text.Counted;

/**
 * Finishes what a crash left half done. Publications whose chunks are committed are recorded from the journal; all
 * others are given up, and are done again by whoever compares sources with the history. Then files that nothing names
 * are removed, but only those of documents that the journal tells of: a ledger that knows little never deletes much.
 */
public final class Recovery {

    /**
     * What a recovery did.
     *
     * @param finished changes that were committed but not recorded, and are now
     * @param abandoned changes that were not committed; the old state stands
     * @param swept files of pictures that were removed
     * @param distrusted documents whose chunks the store does not hold, to be read again
     * @param notes what a person should know, in words; empty when nothing had happened
     */
    public record Summary(int finished, int abandoned, int swept, int distrusted, List<String> notes) {}

    private final Path data;
    private final ChunkStore store;
    private final Ledger ledger;
    private final Journal journal;
    private final Consumer<String> checkpoint;
    private final List<String> notes = new ArrayList<>();
    private int finished;
    private int abandoned;
    private int swept;
    private int distrusted;

    private Recovery(Path data, ChunkStore store, Ledger ledger, Consumer<String> checkpoint) {
        this.checkpoint = checkpoint;
        this.data = data;
        this.store = store;
        this.ledger = ledger;
        this.journal = ledger.journal();
    }

    /**
     * To be run at the start of every run that writes. A collection that cannot be recovered (its index is damaged) is
     * named in the notes, keeps its journal, and refuses sessions; the others are not held up by it.
     *
     * @param checkpoint told the name of every step that was reached; tests stop the process there
     * @throws IllegalStateException when this process does not hold the {@link WriterLock} of the folder
     */
    public static Summary run(Path data, ChunkStore store, Ledger ledger, Consumer<String> checkpoint) {
        WriterLock.require(data);
        var recovery = new Recovery(data, store, ledger, checkpoint);
        var ops = new TreeMap<String, List<Journal.Op>>();
        for (var name : ledger.collections()) ops.put(name, new ArrayList<>());
        for (var op : recovery.journal.unfinished()) {
            ops.computeIfAbsent(op.collection(), name -> new ArrayList<>()).add(op);
        }
        ops.forEach(recovery::recover);
        return new Summary(
                recovery.finished,
                recovery.abandoned,
                recovery.swept,
                recovery.distrusted,
                List.copyOf(recovery.notes));
    }

    private void recover(String collection, List<Journal.Op> ops) {
        try {
            for (var op : ops) {
                if (op.pending() && op.kind() == Journal.Kind.CLEAR) clear(data, store, ledger, op, checkpoint);
            }
            var pending = ops.stream()
                    .filter(op -> op.pending() && op.kind() != Journal.Kind.CLEAR)
                    .toList();
            long committed = store.committedSeq(collection);
            var rest = new ArrayList<Journal.Op>();
            var forward = new ArrayList<Journal.Op>();
            for (var op : pending) (op.seq() <= committed && holds(op) ? forward : rest).add(op);
            journal.done(forward);
            if (!forward.isEmpty()) checkpoint.accept("recovery-finished");
            journal.abort(rest);
            if (!rest.isEmpty()) checkpoint.accept("recovery-abandoned");
            swept += sweep(data, ledger, ops);
            if (!ops.isEmpty()) checkpoint.accept("recovery-swept");
            journal.forget(ops);
            boolean elsewhere = store.elsewhere() || ledger.shared();
            int lost = elsewhere ? lost(ledger, collection, committed) : distrust(ledger, collection, committed);
            finished += forward.size();
            abandoned += rest.size();
            distrusted += elsewhere ? 0 : lost;
            if (!pending.isEmpty()) {
                notes.add("%s: an earlier run was cut off; %s finished, %d to be done again"
                        .formatted(collection, Counted.of(forward.size(), "change"), rest.size()));
            }
            if (lost > 0 && elsewhere) {
                notes.add(("%s: the store lacks %s that the history knows; nothing was changed. See that vector_store "
                                + "and ledger belong together; if the store was put back from a backup, ingest with "
                                + "--force")
                        .formatted(collection, Counted.of(lost, "document")));
            } else if (lost > 0) {
                notes.add(("%s: the index lacks %s that the history knows (it was removed or put back from a "
                                + "backup); what lacks is read again")
                        .formatted(collection, Counted.of(lost, "document")));
            }
        } catch (IOException | Failure e) {
            notes.add(collection + ": not recovered: " + e.getMessage());
        }
    }

    /**
     * Whether the store holds what a committed change wrote. Its commits tell of one ledger's numbers; a store that others
     * write to may have come so far without this change.
     */
    private boolean holds(Journal.Op op) throws IOException {
        if (!store.elsewhere() || op.kind() == Journal.Kind.STALE) return true;
        int chunks = op.kind() == Journal.Kind.DELETE ? 0 : journal.chunks(op);
        try (var reader = store.reader(List.of(op.collection()))) {
            return reader.document(op.doc()).size() == chunks;
        }
    }

    /** Removes a collection whose end is in the journal; may be done again. */
    static void clear(Path data, ChunkStore store, Ledger ledger, Journal.Op op, Consumer<String> checkpoint)
            throws IOException {
        store.drop(op.collection());
        checkpoint.accept("dropped");
        ledger.journal().done(List.of(op));
        checkpoint.accept("cleared");
        sweep(data, ledger, List.of(op));
        ledger.journal().forget(List.of(op));
    }

    private static int sweep(Path data, Ledger ledger, List<Journal.Op> ops) throws IOException {
        var files = new ImageFiles(data);
        int swept = 0;
        for (var op : ops) {
            var documents = op.kind() == Journal.Kind.CLEAR
                    ? files.list(op.collection()).keySet()
                    : new TreeSet<>(List.of(op.doc()));
            for (var document : documents) {
                swept += files.sweep(op.collection(), document, ledger.imageNames(op.collection(), document));
            }
        }
        return swept;
    }

    /**
     * Marks the documents that were published after {@code seq} as to be read again, since the chunk store does not hold
     * them: its folder was lost, or put back from a backup. @return how many
     */
    private static int distrust(Ledger ledger, String collection, long seq) {
        return ledger.database().write("Marking lost documents", c -> Database.update(c, """
            UPDATE ingestion_history
            SET content_hash = '', version = 0, chunks = 0, stale = 0, state = 'failed',
                reason = 'its chunks are missing from the index; the next ingest reads it again'
            WHERE collection = ? AND version > ?\
            """, collection, seq));
    }

    /** How many documents were published after {@code seq}. */
    private static int lost(Ledger ledger, String collection, long seq) {
        return ledger.database()
                .read(
                        "Reading the history",
                        c -> Database.rows(
                                c,
                                row -> row.getInt(1),
                                "SELECT count(*) FROM ingestion_history WHERE collection = ? AND version > ?",
                                collection,
                                seq))
                .getFirst();
    }
}
