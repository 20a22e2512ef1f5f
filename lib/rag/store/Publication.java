package rag.store;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import rag.model.DocumentState;
import rag.model.Fingerprint;

/**
 * The one way by which chunks, vectors, pictures and history change, so that they agree at every moment, and after a
 * crash at any moment. The order of a publication:
 *
 * <ol>
 *   <li>the journal says what shall be (PENDING);
 *   <li>pictures are written and reach the disk;
 *   <li>chunks and vectors go to the chunk store, not yet visible;
 *   <li>the chunk store commits, with the journal's number in the commit: the moment of publication;
 *   <li>history and index of pictures are changed as the journal says (DONE), in one transaction;
 *   <li>whoever asked is told; pictures that nothing names any more are removed.
 * </ol>
 *
 * <p>A crash before 4 leaves the old version; one after it, the new version, which {@link Recovery} records. Two-phase
 * commits would need the same journal for a crash between the two, so there is none.
 */
public final class Publication implements AutoCloseable {

    private final Path data;
    private final ChunkStore store;
    private final Ledger ledger;
    private final Consumer<String> checkpoint;
    private final List<PublicationSession> sessions = new ArrayList<>();

    private Publication(Path data, ChunkStore store, Ledger ledger, Consumer<String> checkpoint) {
        this.data = data;
        this.store = store;
        this.ledger = ledger;
        this.checkpoint = checkpoint;
    }

    /**
     * @param checkpoint told the name of every step that was reached; tests stop the process there
     * @throws IllegalStateException when this process does not hold the {@link WriterLock} of the folder
     */
    public static Publication open(Path data, ChunkStore store, Ledger ledger, Consumer<String> checkpoint) {
        WriterLock.require(data);
        return new Publication(data, store, ledger, checkpoint);
    }

    /** {@link #open(Path, ChunkStore, Ledger, Consumer)} without checkpoints. */
    public static Publication open(Path data, ChunkStore store, Ledger ledger) {
        return open(data, store, ledger, step -> {});
    }

    /** Finishes what an earlier run left half done: to be called before sources are compared with the history. */
    public Recovery.Summary recover() {
        var summary = Recovery.run(data, store, ledger, checkpoint);
        try {
            renaming().recover();
        } catch (IOException e) {
            throw DiskFailure.of("Finishing a renaming", data, e);
        }
        return summary;
    }

    /**
     * Opens a collection for a run of publications; makes it when it is not there.
     *
     * @throws rag.model.Failure when it holds vectors of another model, or a crash has not been recovered from
     */
    public PublicationSession session(String collection, Fingerprint fingerprint) {
        return session(collection, fingerprint, false);
    }

    /**
     * As {@link #session}, but the collection starts from nothing: what is staged until the first {@link
     * PublicationSession#commit} replaces all of it at once, under another fingerprint if need be. Every document that
     * has chunks must be among it.
     */
    public PublicationSession rewriting(String collection, Fingerprint fingerprint) {
        return session(collection, fingerprint, true);
    }

    private PublicationSession session(String collection, Fingerprint fingerprint, boolean rewriting) {
        var session = new PublicationSession(data, store, ledger, checkpoint, collection, fingerprint, rewriting);
        sessions.add(session);
        return session;
    }

    /** Removes a collection: chunks, vectors, pictures and history. Returns what it had. */
    public CollectionCounts clear(String collection, Instant now) {
        var counts = ledger.counts(collection);
        var all = new HistoryRow(
                collection, "", "", "", "", "", 0, DocumentState.READY, "", false, "", "", "", 0, 0, 0, 0, now);
        var intent = new Journal.Intent(Journal.Kind.CLEAR, all, List.of(), "");
        try {
            var op = ledger.journal().begin(List.of(intent), List.of()).getFirst();
            checkpoint.accept("clear-pending");
            Recovery.clear(data, store, ledger, op, checkpoint);
        } catch (IOException e) {
            throw DiskFailure.of("Clearing the collection " + collection, data, e);
        }
        return counts;
    }

    /** Gives a collection another name, with all it holds and without embedding anything; returns what it has. */
    public CollectionCounts rename(String old, String name) {
        try {
            return renaming().run(old, name);
        } catch (IOException e) {
            throw DiskFailure.of("Renaming the collection " + old, data, e);
        }
    }

    private Renaming renaming() {
        return new Renaming(data, store, ledger, this, checkpoint);
    }

    /** Closes the sessions that are still open. */
    @Override
    public void close() {
        sessions.forEach(PublicationSession::close);
    }
}
