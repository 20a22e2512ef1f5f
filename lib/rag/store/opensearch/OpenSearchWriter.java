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
import rag.config.StoreSettings;
import rag.model.Chunk;
import rag.model.Failure;
import rag.model.Fingerprint;
import rag.store.ChunkWriter;
import rag.store.CollectionRules;
import rag.store.opensearch.State.Gap;
import rag.store.opensearch.State.Old;
import rag.store.opensearch.State.Replaced;
import rag.store.opensearch.States.Held;

/**
 * Writes one collection. Chunks go into the index as they come, with the number of the publication to be, which this
 * writer alone has; the next {@link State} makes them visible. Who loses his place to another writer can publish nothing.
 */
final class OpenSearchWriter implements ChunkWriter {

    /** How long a given-up number is remembered: its writer may live on somewhere and write. */
    private static final long GAP_KEPT = Duration.ofDays(1).toMillis();

    /** Documents that one request asks for the versions of. */
    private static final int DOCUMENTS = 1_000;

    private static final Duration REFRESHED_WITHIN = Duration.ofMinutes(3);

    /** What this process is writing. */
    private static final Set<String> WRITTEN = ConcurrentHashMap.newKeySet();

    private final Cluster cluster;
    private final States states;
    private final StoreSettings settings;
    private final Duration kept;
    private final String key;
    private final String collection;
    private final Fingerprint fingerprint;
    private final Set<Long> removed = new HashSet<>();

    private @Nullable Held held;
    private State state;
    private String index = "";
    private String fresh;
    private long number;
    private @Nullable Bulk bulk;
    private volatile long committedSeq;

    /** Documents of this publication with the ids of their chunks; none for one that is removed. */
    private final Map<String, Set<String>> changed = new LinkedHashMap<>();

    private final Map<String, Boolean> stale = new HashMap<>();

    private OpenSearchWriter(
            Cluster cluster,
            States states,
            StoreSettings settings,
            Duration kept,
            String collection,
            String fresh,
            Fingerprint fingerprint) {
        this.cluster = cluster;
        this.states = states;
        this.settings = settings;
        this.kept = kept;
        this.key = settings.hosts() + " " + fresh;
        this.collection = collection;
        this.fresh = fresh + UUID.randomUUID().toString().substring(0, 8);
        this.fingerprint = fingerprint;
        this.held = states.read(collection).orElse(null);
        this.state = held == null
                ? State.none(collection, fingerprint, UUID.randomUUID().toString())
                : held.state();
        this.committedSeq = state.seq();
    }

    /** @param index what the name of a new index begins with */
    static OpenSearchWriter open(
            Cluster cluster,
            States states,
            StoreSettings settings,
            Duration kept,
            String collection,
            String index,
            Fingerprint fingerprint,
            boolean rewriting) {
        var key = settings.hosts() + " " + index;
        if (!WRITTEN.add(key))
            throw new Failure("collection '%s' is being written by another process; try again".formatted(collection));
        try {
            var writer = new OpenSearchWriter(cluster, states, settings, kept, collection, index, fingerprint);
            if (writer.state.published() && !rewriting) {
                CollectionRules.same(collection, writer.state.fingerprint(), fingerprint);
                writer.index = writer.state.index();
                writer.sweep();
            }
            return writer;
        } catch (RuntimeException e) {
            WRITTEN.remove(key);
            throw e;
        }
    }

    /** Removes what writers before left behind unpublished. */
    private void sweep() {
        refresh();
        var unpublished = new ArrayList<Object>();
        unpublished.add(Map.of("range", Map.of(Row.NUMBER, Map.of("gt", state.number()))));
        unpublished.add(
                Queries.terms(Row.NUMBER, state.gaps().stream().map(Gap::number).toList()));
        var query = Map.<String, Object>of("bool", Map.of("should", unpublished));
        var snapshot = new Snapshot(cluster, states, List.of(state), kept);
        if (snapshot.count(query, 0, About.other("sweep")) > 0) removeFrom(query);
    }

    private void removeFrom(Map<String, Object> query) {
        var call = new Call("POST", "/" + index + "/_delete_by_query", Map.of("query", query))
                .with("conflicts", "proceed")
                .with("refresh", "true");
        Cluster.good(cluster.changeAll(call), "removing what is not published");
    }

    /** Takes a number, and makes the index where there is none to add to. */
    private Bulk begin() {
        if (bulk != null) return bulk;
        long now = System.currentTimeMillis();
        var gaps = new ArrayList<>(
                state.gaps().stream().filter(gap -> now - gap.at() < GAP_KEPT).toList());
        if (state.claimed() > state.number()) gaps.add(new Gap(state.claimed(), now));
        var old = new ArrayList<>(state.old());
        if (index.isEmpty()) old.add(new Old(fresh, now));
        long next = Math.max(state.number(), state.claimed()) + 1;
        held = states.write(state.claim(next, gaps, old), held);
        state = held.state();
        number = next;
        if (index.isEmpty()) {
            var body = Row.index(settings, fingerprint.dimension(), alias(fresh));
            var made = cluster.change(new Call("PUT", "/" + fresh, body));
            if (!made.good() && !made.reason().contains("already_exists"))
                throw Refusals.of(made, "making index " + fresh);
            index = fresh;
        }
        bulk = new Bulk(cluster, alias(index));
        return bulk;
    }

    private static String alias(String index) {
        return index + "-write";
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
        refresh();
        boolean replacing = !index.equals(state.index());
        long now = System.currentTimeMillis();
        var replaced = new ArrayList<Replaced>();
        var old = new ArrayList<>(state.old());
        if (replacing) {
            old.removeIf(each -> each.index().equals(index));
            if (!state.index().isEmpty()) old.add(new Old(state.index(), now));
        } else {
            for (var each : state.replaced()) if (!removed.contains(each.number())) replaced.add(each);
            var versions = versions();
            if (!versions.isEmpty()) replaced.add(new Replaced(number, now, versions));
        }
        var due = due(replaced, now);
        var marked = new TreeSet<>(replacing ? Set.of() : state.stale());
        stale.forEach((document, is) -> {
            if (is) marked.add(document);
            else marked.remove(document);
        });
        var next = new State(
                collection,
                index,
                replacing ? settings.shards() : state.shards(),
                number,
                number,
                replacing ? List.of() : state.gaps(),
                seq,
                fingerprint,
                state.lineage(),
                due.stream().mapToLong(Replaced::number).max().orElse(state.swept()),
                replaced,
                marked,
                old);
        held = states.write(next, held);
        state = held.state();
        committedSeq = seq;
        bulk = null;
        changed.clear();
        stale.clear();
        tidy(due, now);
    }

    /** The published versions of the documents that are written or removed. */
    private List<String> versions() {
        var snapshot = new Snapshot(cluster, states, List.of(state), kept);
        var documents = List.copyOf(changed.keySet());
        var found = new ArrayList<String>();
        for (int i = 0; state.published() && i < documents.size(); i += DOCUMENTS) {
            var some = documents.subList(i, Math.min(documents.size(), i + DOCUMENTS));
            var body = new LinkedHashMap<String, Object>();
            body.put("query", Queries.all(snapshot.passing(List.of(Queries.terms(Row.DOCUMENT, some)))));
            body.put("size", 0);
            body.put("aggs", Map.of(Row.VERSION, Map.of("terms", Map.of("field", Row.VERSION, "size", DOCUMENTS))));
            var sums = snapshot.search(body, About.other(some)).path("aggregations");
            for (var version : sums.path(Row.VERSION).path("buckets")) {
                found.add(version.path("key").asText());
            }
        }
        return found;
    }

    private List<Replaced> due(List<Replaced> replaced, long now) {
        return replaced.stream()
                .filter(each -> now - each.at() > kept.toMillis())
                .toList();
    }

    /**
     * Removes what nobody reads any more. The publication is done already: what can't be removed now is removed by one that
     * follows, and nobody sees it until then.
     */
    private void tidy(List<Replaced> due, long now) {
        try {
            for (var each : due) {
                removeFrom(Queries.terms(Row.VERSION, each.versions()));
                removed.add(each.number());
            }
            var gone = new ArrayList<Old>();
            for (var each : state.old()) {
                if (now - each.at() <= kept.toMillis()) continue;
                removeIndex(cluster, each.index());
                gone.add(each);
            }
            if (!gone.isEmpty()) state = state.without(gone);
        } catch (Failure e) {
            System.getLogger(OpenSearchWriter.class.getName())
                    .log(System.Logger.Level.DEBUG, "what was replaced stays for now: {0}", e.getMessage());
        }
    }

    static void removeIndex(Cluster cluster, String index) {
        var reply = cluster.change(new Call("DELETE", "/" + index));
        if (reply.status() != 404) Cluster.good(reply, "removing index " + index);
    }

    /** Lets searches see what was written, on every copy: one that lags would give fewer results. */
    private void refresh() {
        long end = System.nanoTime() + REFRESHED_WITHIN.toNanos();
        for (long pause = 100; ; pause = Cluster.rest(pause)) {
            var answer =
                    Cluster.good(cluster.change(new Call("POST", "/" + index + "/_refresh")), "refreshing " + index);
            if (answer.path("_shards").path("failed").asInt() == 0) return;
            if (System.nanoTime() - end > 0) throw Refusals.partial(answer, "refreshing " + index);
        }
    }

    @Override
    public long committedSeq() {
        return committedSeq;
    }

    @Override
    public void optimise() {
        if (index.isEmpty()) return;
        var merge = new Call("POST", "/" + index + "/_forcemerge").with("max_num_segments", 1);
        Cluster.good(cluster.changeAll(merge), "merging " + index);
    }

    /** Unpublished chunks are removed now where that can be done; else the next writer finds and removes them. */
    @Override
    public void close() {
        try {
            if (bulk == null) return;
            if (!index.equals(state.index())) {
                removeIndex(cluster, index);
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
