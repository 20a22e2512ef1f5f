package rag.store.opensearch;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import rag.model.Candidate;
import rag.model.Chunk;
import rag.model.DocumentName;
import rag.model.FieldType;
import rag.model.Filter;
import rag.model.Fingerprint;
import rag.store.ChunkReader;
import rag.store.GraphBreadth;
import rag.store.UnitVector;

/** Searches one snapshot. Lists are ordered by the engine: by score, ties by id. */
final class OpenSearchReader implements ChunkReader {

    /** Most hits that a search by the graph gives, a limit of the engine. */
    private static final int MOST_BY_GRAPH = 10_000;

    /** Ids that one request asks for. */
    private static final int IDS = 1_000;

    private final Snapshot snapshot;
    private final Facts facts;
    private final SparseRoute words;
    private final int exact;
    private final int beam;

    /**
     * @param scale what the engine's BM25 is divided by: before version 3 it had the factor k1 + 1
     * @param exact number of chunks up to which every vector is looked at
     * @param beam candidates that a search by the graph keeps in view, at least; more in large collections
     */
    OpenSearchReader(Snapshot snapshot, Facts facts, float scale, int exact, int beam) {
        this.snapshot = snapshot;
        this.facts = facts;
        this.words = new SparseRoute(snapshot, facts, scale);
        this.exact = exact;
        this.beam = beam;
    }

    @Override
    public Fingerprint fingerprint() {
        return snapshot.states().getFirst().fingerprint();
    }

    @Override
    public int size() {
        return facts.size;
    }

    @Override
    public Map<String, Integer> languages() {
        return facts.languages;
    }

    @Override
    public List<String> filterKeys() {
        return facts.filterKeys;
    }

    @Override
    public Map<String, Set<FieldType>> orderedKeys() {
        return facts.orderedKeys;
    }

    @Override
    public List<String> places(int limit) {
        return facts.places(snapshot, limit);
    }

    private int most(int topK) {
        if (topK < 1) throw new IllegalArgumentException("top_k from 1, not " + topK);
        return Math.max(1, Math.min(topK, facts.size));
    }

    @Override
    public List<Candidate> dense(float[] query, Filter filter, int topK) {
        return nearest(query, filter, most(topK)).stream()
                .map(hit -> Hits.candidate(hit, Queries.cosine(Hits.score(hit))))
                .toList();
    }

    private List<JsonNode> nearest(float[] query, Filter filter, int most) {
        UnitVector.check(query, fingerprint().dimension(), "the query's vector");
        var passing = snapshot.passing(filter);
        var about = About.other(Arrays.hashCode(query));
        if (facts.size <= exact || most >= MOST_BY_GRAPH) {
            return snapshot.hits(Queries.near(query, passing), Hits.BEST_FIRST, Hits.COLUMNS, most, about);
        }
        int view = Math.max(GraphBreadth.of(facts.size, beam), most + 1);
        for (int size = most + 1; ; size = view) {
            var hits = snapshot.hits(Queries.near(query, passing, view), Hits.BEST_FIRST, Hits.COLUMNS, size, about);
            boolean tie = hits.size() == size && Hits.score(hits.get(most - 1)) == Hits.score(hits.getLast());
            if (!tie || size == MOST_BY_GRAPH) return hits.subList(0, Math.min(most, hits.size()));
            view = Math.min(MOST_BY_GRAPH, 4 * view);
        }
    }

    @Override
    public SparseResult sparse(String text, Filter filter, int topK) throws IOException {
        return words.search(text, filter, most(topK));
    }

    @Override
    public OptionalDouble nearest(float[] query, Filter filter) {
        var hits = nearest(query, filter, 1);
        return hits.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(Queries.cosine(Hits.score(hits.getFirst())));
    }

    @Override
    public OptionalDouble covered(String text, Filter filter) throws IOException {
        return words.covered(text, filter);
    }

    /** What is kept of chunks by id. @param shown what of each; it is given under the chunk's id */
    private Map<String, JsonNode> byId(Collection<String> ids, Map<String, Object> shown) {
        var found = new HashMap<String, JsonNode>();
        var all = List.copyOf(new HashSet<>(ids));
        for (int i = 0; i < all.size(); i += IDS) {
            var some = all.subList(i, Math.min(all.size(), i + IDS));
            var query = Queries.all(snapshot.passing(List.of(Queries.terms(Row.ID, some))));
            for (var hit : snapshot.hits(query, Hits.BY_ID, shown, IDS, About.other(some))) {
                found.put(Hits.id(hit), hit);
            }
        }
        return found;
    }

    @Override
    public List<Chunk> chunks(Collection<String> ids) throws IOException {
        var found = byId(ids, Hits.WHOLE);
        return whole(ids.stream().filter(found::containsKey).map(found::get).toList());
    }

    private List<Chunk> whole(List<JsonNode> hits) throws IOException {
        var chunks = new ArrayList<Chunk>(hits.size());
        for (var hit : hits) chunks.add(Row.chunk(hit, snapshot.stale()));
        return chunks;
    }

    @Override
    public Map<String, float[]> vectors(Collection<String> ids) {
        var found = byId(ids, Hits.VECTORS);
        var vectors = new LinkedHashMap<String, float[]>();
        for (var id : ids) {
            var hit = found.get(id);
            if (hit != null) vectors.put(id, Row.vector(hit));
        }
        return vectors;
    }

    @Override
    public Map<String, Long> likenesses(int limit) {
        var likenesses = new LinkedHashMap<String, Long>();
        for (var hit : snapshot.hits(
                Queries.all(snapshot.passing(Filter.NONE)),
                Hits.BY_ID,
                Hits.COLUMNS,
                limit,
                About.other("likenesses"))) {
            likenesses.put(Hits.id(hit), Hits.likeness(hit));
        }
        return likenesses;
    }

    @Override
    public List<Chunk> firsts(Filter filter) throws IOException {
        var conditions = new ArrayList<>(Queries.conditions(filter));
        conditions.add(Queries.term(Row.ORDER, 0));
        return inOrder(conditions, Integer.MAX_VALUE).stream()
                .sorted(Comparator.comparing(Chunk::source))
                .toList();
    }

    @Override
    public List<Chunk> document(String documentId) throws IOException {
        return inOrder(List.of(Queries.term(Row.DOCUMENT, documentId)), Integer.MAX_VALUE);
    }

    private List<Chunk> inOrder(List<?> conditions, int most) throws IOException {
        var query = Queries.all(snapshot.passing(conditions));
        return whole(snapshot.hits(query, Hits.READING_ORDER, Hits.WHOLE, most, About.other(conditions)));
    }

    @Override
    public List<Chunk> find(String textOrIdOrSource, int limit) throws IOException {
        var wanted = textOrIdOrSource.strip();
        var byId = chunks(List.of(wanted));
        if (!byId.isEmpty()) return byId;
        var name = new DocumentName(wanted);
        var ofDocument = inOrder(List.of(Queries.term(Row.DOCUMENT, name.id())), limit);
        if (!ofDocument.isEmpty()) return ofDocument;
        var source = new Filter(List.of(new Filter.Condition("source", List.of(name.text()))));
        var ofSource = inOrder(Queries.conditions(source), limit).stream()
                .filter(chunk -> name.means(chunk.source(), chunk.documentId())) // not its folders
                .toList();
        if (!ofSource.isEmpty()) return ofSource;
        return whole(words.nearly(wanted, limit));
    }

    @Override
    public Optional<Place> densePlace(float[] query, Filter filter, String chunkId) {
        UnitVector.check(query, fingerprint().dimension(), "the query's vector");
        var about = About.other(Arrays.hashCode(query));
        Snapshot.Scored near = passing -> Queries.near(query, passing);
        return snapshot.own(near, filter, chunkId, Hits.BARE, about).map(own -> {
            float score = Hits.score(own);
            return new Place(snapshot.rank(near, filter, chunkId, score, about), Queries.cosine(score));
        });
    }

    @Override
    public Optional<SparsePlace> sparsePlace(String query, Filter filter, String chunkId) throws IOException {
        return words.place(query, filter, chunkId);
    }

    @Override
    public boolean passes(Filter filter, String chunkId) {
        return snapshot.own(Queries::all, filter, chunkId, Hits.BARE, About.other(chunkId))
                .isPresent();
    }

    @Override
    public void close() {
        // holds nothing open
    }
}
