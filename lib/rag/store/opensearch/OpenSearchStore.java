package rag.store.opensearch;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;
import rag.config.StoreSettings;
import rag.model.Failure;
import rag.model.Fingerprint;
import rag.model.Ids;
import rag.store.ChunkReader;
import rag.store.ChunkStore;
import rag.store.ChunkWriter;
import rag.store.CollectionNames;
import rag.store.CollectionRules;

/**
 * Collections as indexes of an OpenSearch cluster, 2.x or 3.x with its k-NN plugin: one index a collection, {@code
 * namespace-name-hash-generation}, and one small index {@code namespace-state} that says what of them is published.
 */
public final class OpenSearchStore implements ChunkStore {

    /** How long what was replaced is kept for those who still read it. */
    private static final Duration KEPT = Duration.ofSeconds(30);

    /** Number of chunks up to which every vector is looked at: what is near is found without fail, as embedded does. */
    private static final int EXACT = 50_000;

    private static final Pattern NAMESPACE = Pattern.compile("[a-z0-9][a-z0-9_.-]{0,99}");

    /** The engine's BM25 had the factor k1 + 1 before version 3. */
    private static final float LEGACY = 2.2f;

    private static final int FACTS = 16;
    private static final int READABLE = 40;

    private final Cluster cluster;
    private final States states;
    private final Site site;
    private final float scale;
    private final int exact;
    private final Map<List<String>, Facts> facts = new LinkedHashMap<>(FACTS, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<List<String>, Facts> eldest) {
            return size() > FACTS;
        }
    };

    /** @throws Failure when no host answers, or what answers is not OpenSearch 2 or newer */
    public OpenSearchStore(StoreSettings settings) {
        this(settings, KEPT, EXACT);
    }

    /**
     * @param kept how long what was replaced is kept for those who still read it
     * @param exact number of chunks up to which every vector is looked at; above it the graph is asked
     */
    public OpenSearchStore(StoreSettings settings, Duration kept, int exact) {
        if (!NAMESPACE.matcher(settings.namespace()).matches()) {
            throw new Failure(("vector_store.namespace: '%s' can't begin the name of an index: small letters, digits, "
                            + "'_', '-' and '.'")
                    .formatted(settings.namespace()));
        }
        this.exact = exact;
        this.cluster = new Cluster(settings);
        this.states = new States(cluster, settings);
        this.site = new Site(cluster, states, settings, kept);
        try {
            this.scale = version() < 3 ? LEGACY : 1;
        } catch (RuntimeException e) {
            cluster.close();
            throw e;
        }
    }

    private int version() {
        var reply = cluster.ask(new Call("GET", "/"), "");
        var version = Cluster.good(reply, "asking its version").path("version");
        var number = version.path("number").asText("0");
        int major = Integer.parseInt(number.replaceFirst("\\D.*", ""));
        if (!version.path("distribution").asText().equals("opensearch") || major < 2) {
            throw new Failure("%s is %s %s; vector_store.provider: opensearch needs OpenSearch 2 or newer"
                    .formatted(reply.host(), version.path("distribution").asText("Elasticsearch"), number));
        }
        return major;
    }

    @Override
    public List<String> collections() {
        return states.collections();
    }

    @Override
    public ChunkReader reader(List<String> collections) {
        if (collections.isEmpty()) throw new IllegalArgumentException("no collection named");
        var read = new ArrayList<State>();
        for (var name : new LinkedHashSet<>(collections)) {
            var state = published(name).orElseThrow(() -> missing(name));
            if (!read.isEmpty()) {
                var first = read.getFirst();
                CollectionRules.comparable(first.collection(), first.fingerprint(), name, state.fingerprint());
            }
            read.add(state);
        }
        var snapshot = site.snapshot(read);
        return new OpenSearchReader(
                snapshot, facts(snapshot), scale, exact, site.settings().efSearch());
    }

    private Facts facts(Snapshot snapshot) {
        var key = snapshot.states().stream()
                .map(state -> state.index() + "#" + state.number())
                .toList();
        synchronized (facts) {
            var known = facts.get(key);
            if (known != null) return known;
        }
        var found = Facts.of(snapshot);
        synchronized (facts) {
            facts.put(key, found);
        }
        return found;
    }

    private Optional<State> published(String collection) {
        return states.read(CollectionNames.check(collection))
                .map(States.Held::state)
                .filter(State::published);
    }

    private Failure missing(String name) {
        var where = "in OpenSearch below '" + site.settings().namespace() + "'";
        return CollectionRules.missing(name, collections(), where);
    }

    @Override
    public Optional<Fingerprint> fingerprint(String collection) {
        return published(collection).map(State::fingerprint);
    }

    @Override
    public boolean elsewhere() {
        return true;
    }

    @Override
    public long committedSeq(String collection) {
        return published(collection).map(State::seq).orElse(0L);
    }

    @Override
    public Optional<String> lineage(String collection) {
        return published(collection).map(State::lineage);
    }

    @Override
    public ChunkWriter writer(String collection, Fingerprint fingerprint) {
        return open(collection, fingerprint, false);
    }

    @Override
    public ChunkWriter rewriter(String collection, Fingerprint fingerprint) {
        return open(collection, fingerprint, true);
    }

    private ChunkWriter open(String collection, Fingerprint fingerprint, boolean rewriting) {
        var name = CollectionRules.writable(collection, collections());
        return OpenSearchWriter.open(site, name, indexes(name), fingerprint, rewriting);
    }

    /** What the names of a collection's indexes begin with: to be read by people, and another one for each name. */
    private String indexes(String collection) {
        var readable = collection.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "_");
        var hash = Ids.sha256(collection.getBytes(StandardCharsets.UTF_8)).substring(0, 10);
        return "%s-%s-%s-"
                .formatted(
                        site.settings().namespace(),
                        readable.substring(0, Math.min(READABLE, readable.length())),
                        hash);
    }

    /** First nothing is published, then the indexes go, and what names them goes last. */
    @Override
    public boolean drop(String collection) {
        var held = states.read(CollectionNames.check(collection)).orElse(null);
        if (held == null) return false;
        boolean published = held.state().published();
        if (published) {
            var lineage = UUID.randomUUID().toString();
            held = states.write(held.state().dropped(lineage, System.currentTimeMillis()), held);
        }
        for (var old : held.state().old()) site.index(old.index()).drop();
        states.remove(held);
        return published;
    }

    @Override
    public void close() {
        cluster.close();
    }
}
