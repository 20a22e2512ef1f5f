package rag.engine;

import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import rag.engine.Plan.Action;
import rag.store.Change;
import rag.store.PublicationSession;
import rag.trace.Trace;

/**
 * Documents that are published by one commit, which costs as much for thirty of them as for one. They go to the store
 * as they come, so that little is left to do when the last one has come. One thread at a time.
 */
final class CommitGroup {

    /**
     * A document is not kept waiting for a full group longer than this. Some dozens of them are done by then, and a run
     * with a single commit has no segments to merge.
     */
    private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(5);

    private static final int MOST_CHUNKS = 2000;

    private final PublicationSession session;
    private final Progress progress;
    private final Clock clock;
    private final int most;
    private final List<Prepared> documents = new ArrayList<>();
    private final List<Trace.Running> upserts = new ArrayList<>();
    private int staged; // the first so many of the documents
    private int changes;
    private int chunks;
    private long since;

    /** @param most documents of a full group */
    CommitGroup(PublicationSession session, Progress progress, Clock clock, int most) {
        this.session = session;
        this.progress = progress;
        this.clock = clock;
        this.most = most;
    }

    void add(Prepared prepared) {
        if (documents.isEmpty()) since = System.nanoTime();
        documents.add(prepared);
        if (prepared instanceof Prepared.Whole whole) chunks += whole.chunks().size();
    }

    /** Those since the last {@link #clear}, in the order they came. */
    List<Prepared> documents() {
        return List.copyOf(documents);
    }

    /** Whether it is time to commit. */
    boolean isDue() {
        return documents.size() >= most
                || chunks >= MOST_CHUNKS
                || (!documents.isEmpty() && System.nanoTime() - since > LONGEST_NANOS);
    }

    /** Hands what is new to the store; nobody sees it yet. */
    void stage() {
        var fresh = new ArrayList<Change>();
        int begun = upserts.size();
        for (var prepared : documents.subList(staged, documents.size())) stage(prepared, fresh);
        staged = documents.size();
        if (!fresh.isEmpty()) session.stage(fresh);
        changes += fresh.size();
        upserts.subList(begun, upserts.size()).forEach(Trace.Running::close);
    }

    private void stage(Prepared prepared, List<Change> fresh) {
        switch (prepared) {
            case Prepared.Whole whole -> {
                var before = whole.item().before();
                if (whole.item().action() == Action.MOVED && before != null) fresh.add(new Change.Delete(before));
                fresh.add(new Change.Put(whole.row(), whole.chunks(), whole.vectors(), whole.images()));
                progress.document(whole.item().source(), "upsert");
                upserts.add(whole.trace().stage("upsert"));
            }
            case Prepared.Nothing nothing -> {
                var answering = nothing.item().answering();
                if (answering == null) return;
                fresh.add(new Change.Stale(
                        Rows.stale(answering, nothing.item(), nothing.state(), nothing.reason(), clock.instant())));
            }
            case Prepared.Halted halted -> throw halted.cause();
        }
    }

    /** Publishes all of it at one moment. */
    void commit() {
        stage();
        upserts.forEach(Trace.Running::resume);
        if (changes > 0) session.commit();
        for (var stage : upserts) {
            stage.put("method", "commit").put("documents_in_commit", changes).close();
        }
    }

    /** Begins the next group. */
    void clear() {
        documents.clear();
        upserts.clear();
        staged = changes = chunks = 0;
    }
}
