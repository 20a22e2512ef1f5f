package rag.store.opensearch;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import rag.model.Chunk;
import rag.model.Failure;
import rag.model.Fingerprint;
import rag.store.ChunkWriter;
import rag.store.CollectionRules;
import rag.store.MadeWith;
import rag.store.opensearch.State.Gap;
import rag.store.opensearch.State.Old;
import rag.store.opensearch.State.Replaced;
import rag.store.opensearch.States.Held;

/**
 * Writes one collection. Chunks go into the index as they come, with the number of the publication to be, which this
 * writer alone has; the next {@link State} makes them visible. Who loses his place to another writer can publish nothing.
 */
final class OpenSearchWriter implements ChunkWriter {

    /** How long a given-up number is remembered, at least: its writer may live on somewhere and write. */
    private static final long GAP_KEPT = Duration.ofDays(1).toMillis();

    private static final int GENERATION = 8;

    /** What this process is writing. */
    private static final Set<String> WRITTEN = ConcurrentHashMap.newKeySet();

    private final Site site;
    private final String key;
    private final String collection;
    private final Fingerprint fingerprint;
    private final ChunkIndex index;
    private final String name = UUID.randomUUID().toString();

    /** Publications of which the replaced versions are removed. */
    private final Set<Long> removed = new HashSet<>();

    /** Documents of this publication with the ids of their chunks; none for one that is removed. */
    private final Map<String, Set<String>> changed = new LinkedHashMap<>();

    private final Map<String, Boolean> stale = new HashMap<>();

    private @Nullable Held held;
    private State state;
    private boolean made;
    private boolean swept;
    private long number;
    private @Nullable Bulk bulk;
    private volatile long committedSeq;

    private OpenSearchWriter(
            Site site, String key, String collection, String names, Fingerprint fingerprint, boolean rewriting) {
        this.site = site;
        this.key = key;
        this.collection = collection;
        this.fingerprint = fingerprint;
        this.held = site.states().read(collection).orElse(null);
        this.state = held == null
                ? State.none(collection, fingerprint, UUID.randomUUID().toString())
                : held.state();
        this.committedSeq = state.seq();
        this.made = state.published() && !rewriting;
        var generation = UUID.randomUUID().toString().substring(0, GENERATION);
        this.index = site.index(made ? state.index() : names + generation);
    }

    /** @param names what the names of the collection's indexes begin with */
    static OpenSearchWriter open(
            Site site, String collection, String names, Fingerprint fingerprint, boolean rewriting) {
        var key = site.settings().hosts() + " " + names;
        if (!WRITTEN.add(key))
            throw new Failure("collection '%s' is being written by another process; try again".formatted(collection));
        try {
            var writer = new OpenSearchWriter(site, key, collection, names, fingerprint, rewriting);
            if (writer.made) CollectionRules.same(collection, writer.state.fingerprint(), fingerprint);
            return writer;
        } catch (RuntimeException e) {
            WRITTEN.remove(key);
            throw e;
        }
    }

    private Snapshot published() {
        return site.snapshot(List.of(state));
    }

    /**
     * Takes a number, and makes the index where there is none to add to. From then on who took one before can publish
     * nothing, so that what he left can be removed.
     */
    private Bulk begin() {
        if (bulk != null) return bulk;
        long now = System.currentTimeMillis();
        var gaps = new ArrayList<>(state.gaps());
        if (state.claimed() > state.number()) gaps.add(new Gap(state.claimed(), now));
        var old = new ArrayList<>(state.old());
        if (!made) old.add(new Old(index.name(), now));
        long next = Math.max(state.number(), state.claimed()) + 1;
        var claim = state.with(claimed -> {
            claimed.claimed = next;
            claimed.gaps = gaps;
            claimed.writer = name;
            claimed.old = old;
        });
        held = site.states().write(claim, held);
        state = held.state();
        number = next;
        if (!made) index.make(site.settings(), fingerprint.dimension());
        else if (!swept) sweep();
        made = true;
        swept = true;
        bulk = index.bulk();
        return bulk;
    }

    /** Removes what writers before left behind unpublished: only then may their numbers be forgotten. */
    private void sweep() {
        var gaps = state.gaps().stream().map(Gap::number).toList();
        if (gaps.isEmpty()) return;
        index.refresh();
        var query = Queries.terms(Row.NUMBER, gaps);
        if (published().count(query, 0, About.other("sweep")) > 0) index.remove(query);
    }

    @Override
    public void put(String documentId, List<Chunk> chunks, List<float[]> vectors) {
        CollectionRules.check(collection, fingerprint.dimension(), documentId, chunks, vectors);
        var ids = new LinkedHashSet<String>();
        for (var chunk : chunks) ids.add(chunk.id());
        replace(documentId, ids);
        stale.put(documentId, chunks.stream().anyMatch(Chunk::stale));
        var out = begin();
        for (int i = 0; i < chunks.size(); i++) {
            out.put(Row.id(chunks.get(i).id(), number), Row.of(chunks.get(i), vectors.get(i), number));
        }
    }

    /** What this publication held of a document already goes, but for what is written anew. */
    private void replace(String documentId, Set<String> ids) {
        var before = changed.put(documentId, ids);
        if (before == null) return;
        for (var id : before) if (!ids.contains(id)) begin().delete(Row.id(id, number));
    }

    @Override
    public void delete(String documentId) {
        replace(documentId, Set.of());
        stale.put(documentId, false);
    }

    @Override
    public void stale(String documentId, boolean stale) {
        this.stale.put(documentId, stale);
    }

    @Override
    public void commit(long seq) {
        begin().send();
        index.refresh();
        boolean replacing = !index.name().equals(state.index());
        long now = System.currentTimeMillis();
        var replaced = new ArrayList<Replaced>();
        var old = new ArrayList<>(state.old());
        if (replacing) {
            old.removeIf(each -> each.index().equals(index.name()));
            if (!state.index().isEmpty()) old.add(new Old(state.index(), now));
        } else {
            for (var each : state.replaced()) if (!removed.contains(each.number())) replaced.add(each);
            var versions = published().versions(changed.keySet());
            if (!versions.isEmpty()) replaced.add(new Replaced(number, now, versions));
        }
        var due = due(replaced, now);
        var marked = new TreeSet<>(replacing ? Set.of() : state.stale());
        stale.forEach((document, is) -> {
            if (is) marked.add(document);
            else marked.remove(document);
        });
        var next = state.with(publication -> {
            publication.index = index.name();
            if (replacing) publication.shards = site.settings().shards();
            publication.number = number;
            publication.claimed = number;
            publication.gaps = replacing ? List.of() : remembered(now);
            publication.seq = seq;
            publication.fingerprint = fingerprint;
            publication.writer = name;
            publication.swept = due.stream().mapToLong(Replaced::number).max().orElse(state.swept());
            publication.replaced = replaced;
            publication.stale = marked;
            publication.old = old;
        });
        bulk = null; // should the answer to the next step be lost, nobody knows whether it is published: it stays
        held = site.states().write(next, held);
        state = held.state();
        committedSeq = seq;
        changed.clear();
        stale.clear();
        tidy(due, now);
    }

    /** What this writer has swept and is old enough is forgotten. */
    private List<Gap> remembered(long now) {
        return state.gaps().stream().filter(gap -> now - gap.at() < GAP_KEPT).toList();
    }

    private List<Replaced> due(List<Replaced> replaced, long now) {
        return replaced.stream()
                .filter(each -> now - each.at() > site.kept().toMillis())
                .toList();
    }

    /**
     * Removes what nobody reads any more. The publication is done already: what can't be removed now is removed by one that
     * follows, and nobody sees it until then.
     */
    private void tidy(List<Replaced> due, long now) {
        try {
            for (var each : due) {
                index.remove(Queries.terms(Row.VERSION, each.versions()));
                removed.add(each.number());
            }
            var gone = new ArrayList<Old>();
            for (var each : state.old()) {
                if (now - each.at() <= site.kept().toMillis()) continue;
                site.index(each.index()).drop();
                gone.add(each);
            }
            if (gone.isEmpty()) return;
            var left = state.old().stream().filter(each -> !gone.contains(each)).toList();
            state = state.with(next -> next.old = left);
        } catch (Failure e) {
            System.getLogger(OpenSearchWriter.class.getName())
                    .log(System.Logger.Level.DEBUG, "what was replaced stays for now: {0}", e.getMessage());
        }
    }

    @Override
    public List<String> notes() {
        return made && index.name().equals(state.index())
                ? MadeWith.notes(collection, index.made(), Row.wanted(site.settings()))
                : List.of();
    }

    @Override
    public long committedSeq() {
        return committedSeq;
    }

    @Override
    public void optimise() {
        if (made) index.merge();
    }

    /** Unpublished chunks are removed now where that can be done; else the next writer finds and removes them. */
    @Override
    public void close() {
        try {
            if (bulk == null) return;
            if (!index.name().equals(state.index())) {
                index.drop();
            } else {
                for (var ids : changed.values()) for (var id : ids) bulk.delete(Row.id(id, number));
                bulk.send();
            }
        } catch (Failure e) {
            System.getLogger(OpenSearchWriter.class.getName())
                    .log(System.Logger.Level.DEBUG, "what was not published stays for now: {0}", e.getMessage());
        } finally {
            WRITTEN.remove(key);
        }
    }
}
