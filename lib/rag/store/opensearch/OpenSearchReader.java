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
import rag.model.FieldType;
import rag.model.Filter;
import rag.model.Fingerprint;
import rag.store.ChunkReader;
import rag.store.QuestionWords;
import rag.store.UnitVector;

/** Searches one snapshot. Lists are ordered by the engine: by score, ties by id. */
final class OpenSearchReader implements ChunkReader {

    /** Number of chunks up to which every vector is looked at: what is near is found without fail, as embedded does. */
    private static final int EXACT = 50_000;

    /** Most hits that a search by the graph gives, a limit of the engine. */
    private static final int MOST_BY_GRAPH = 10_000;

    /** Ids that one request asks for. */
    private static final int IDS = 1_000;

    private static final List<Map<String, String>> BEST_FIRST =
            List.of(Map.of("_score", "desc"), Map.of(Row.ID, "asc"));
    private static final List<Map<String, String>> BY_ID = List.of(Map.of(Row.ID, "asc"));
    private static final List<Map<String, String>> READING_ORDER =
            List.of(Map.of(Row.ORDER, "asc"), Map.of(Row.ID, "asc"));
    private static final Map<String, Object> COLUMNS = Map.of("docvalue_fields", List.of(Row.LIKENESS));
    private static final Map<String, Object> WHOLE = Map.of("stored_fields", List.of(Row.CHUNK));

    private final Snapshot snapshot;
    private final Facts facts;
    private final float scale;
    private final int beam;

    /**
     * @param scale what the engine's BM25 is divided by: before version 3 it had the factor k1 + 1
     * @param beam candidates of a search by the graph, at least
     */
    OpenSearchReader(Snapshot snapshot, Facts facts, float scale, int beam) {
        this.snapshot = snapshot;
        this.facts = facts;
        this.scale = scale;
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

    private List<Object> passing(Filter filter) {
        return snapshot.passing(Queries.conditions(filter));
    }

    @Override
    public List<Candidate> dense(float[] query, Filter filter, int topK) {
        return nearest(query, filter, most(topK)).stream()
                .map(hit -> candidate(hit, Queries.cosine(score(hit))))
                .toList();
    }

    private List<JsonNode> nearest(float[] query, Filter filter, int most) {
        UnitVector.check(query, fingerprint().dimension(), "the query's vector");
        var passing = passing(filter);
        var about = About.other(Arrays.hashCode(query));
        if (facts.size <= EXACT || most >= MOST_BY_GRAPH) {
            return snapshot.hits(Queries.near(query, passing), BEST_FIRST, COLUMNS, most, about);
        }
        for (int k = Math.max(beam, most + 1); ; k = Math.min(MOST_BY_GRAPH, 4 * k)) {
            var hits = snapshot.hits(Queries.near(query, passing, k), BEST_FIRST, COLUMNS, k, about);
            boolean tie = hits.size() == k && score(hits.get(most - 1)) == score(hits.getLast());
            if (!tie || k == MOST_BY_GRAPH) return hits.subList(0, Math.min(most, hits.size()));
        }
    }

    /** The engine's score: the first value that hits are ordered by. */
    private static float score(JsonNode hit) {
        return hit.path("sort").path(0).floatValue();
    }

    private static Candidate candidate(JsonNode hit, double score) {
        long likeness = hit.path("fields").path(Row.LIKENESS).path(0).asLong();
        return new Candidate(hit.path("sort").path(1).asText(), score, likeness);
    }

    private QuestionWords words(String text) throws IOException {
        return QuestionWords.of(
                text, facts.languages.keySet(), Frequencies.of(text, facts.languages.keySet(), snapshot));
    }

    @Override
    public SparseResult sparse(String text, Filter filter, int topK) throws IOException {
        int most = most(topK);
        var words = words(text);
        var best = words.isEmpty() ? List.<JsonNode>of() : best(words, 1, passing(filter), COLUMNS, most);
        return new SparseResult(
                best.stream().map(hit -> candidate(hit, score(hit) / scale)).toList(),
                words.shown(),
                words.dropped(),
                words.cut(),
                best.isEmpty() ? 0 : words.coverage(held(words, best.getFirst())),
                best.isEmpty() ? words.whyNothing(filter) : "");
    }

    private List<JsonNode> best(QuestionWords words, int least, List<?> passing, Map<String, Object> shown, int most) {
        var query = Queries.scored(Queries.words(words), least, passing);
        return snapshot.hits(query, BEST_FIRST, shown, most, About.words(words));
    }

    /** The words that a hit has, as the engine matched them by their names. */
    private static QuestionWords.Held held(QuestionWords words, JsonNode hit) {
        var names = new HashSet<String>();
        for (var name : hit.path("matched_queries")) names.add(name.asText());
        var held = new HashSet<QuestionWords.Clause>();
        var occurring = words.occurring();
        for (int i = 0; i < occurring.size(); i++) if (names.contains("" + i)) held.add(occurring.get(i));
        return held::contains;
    }

    @Override
    public OptionalDouble nearest(float[] query, Filter filter) {
        var hits = nearest(query, filter, 1);
        return hits.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(Queries.cosine(score(hits.getFirst())));
    }

    @Override
    public OptionalDouble covered(String text, Filter filter) throws IOException {
        var words = words(text);
        if (words.isEmpty()) return OptionalDouble.empty();
        var best = best(words, 1, passing(filter), COLUMNS, 1);
        if (best.isEmpty()) return OptionalDouble.empty();
        return OptionalDouble.of(words.coverage(held(words, best.getFirst())));
    }

    /** What is kept of chunks by id. @param shown what of each; it is given under the chunk's id */
    private Map<String, JsonNode> byId(Collection<String> ids, Map<String, Object> shown) {
        var found = new HashMap<String, JsonNode>();
        var all = List.copyOf(new HashSet<>(ids));
        for (int i = 0; i < all.size(); i += IDS) {
            var some = all.subList(i, Math.min(all.size(), i + IDS));
            var query = Queries.all(snapshot.passing(List.of(Queries.terms(Row.ID, some))));
            for (var hit : snapshot.hits(query, BY_ID, shown, IDS, About.other(some))) {
                found.put(hit.path("sort").path(0).asText(), hit);
            }
        }
        return found;
    }

    @Override
    public List<Chunk> chunks(Collection<String> ids) throws IOException {
        var found = byId(ids, WHOLE);
        return whole(ids.stream().filter(found::containsKey).map(found::get).toList());
    }

    private List<Chunk> whole(List<JsonNode> hits) throws IOException {
        var chunks = new ArrayList<Chunk>(hits.size());
        for (var hit : hits) chunks.add(Row.chunk(hit, snapshot.stale()));
        return chunks;
    }

    @Override
    public Map<String, float[]> vectors(Collection<String> ids) {
        var found = byId(ids, Map.of("_source", List.of(Row.VECTOR)));
        var vectors = new LinkedHashMap<String, float[]>();
        for (var id : ids) {
            var hit = found.get(id);
            if (hit != null) vectors.put(id, Row.vector(hit));
        }
        return vectors;
    }

    @Override
    public double dot(float[] a, float[] b) {
        float sum = 0;
        for (int i = 0; i < a.length; i++) sum += a[i] * b[i];
        return sum;
    }

    @Override
    public Map<String, Long> likenesses(int limit) {
        var likenesses = new LinkedHashMap<String, Long>();
        for (var hit :
                snapshot.hits(Queries.all(passing(Filter.NONE)), BY_ID, COLUMNS, limit, About.other("likenesses"))) {
            likenesses.put(
                    hit.path("sort").path(0).asText(),
                    hit.path("fields").path(Row.LIKENESS).path(0).asLong());
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
        return whole(snapshot.hits(query, READING_ORDER, WHOLE, most, About.other(conditions)));
    }

    @Override
    public List<Chunk> find(String textOrIdOrSource, int limit) throws IOException {
        var wanted = textOrIdOrSource.strip();
        var byId = chunks(List.of(wanted));
        if (!byId.isEmpty()) return byId;
        var ofDocument = inOrder(List.of(Queries.term(Row.DOCUMENT, wanted)), limit);
        if (!ofDocument.isEmpty()) return ofDocument;
        var source = new Filter(List.of(new Filter.Condition("source", List.of(wanted))));
        var ofSource = inOrder(Queries.conditions(source), limit).stream()
                .filter(chunk ->
                        chunk.source().equals(wanted) || chunk.source().endsWith("/" + wanted)) // not its folders
                .toList();
        if (!ofSource.isEmpty()) return ofSource;
        var words = words(wanted);
        if (words.isEmpty()) return List.of();
        var phrase = words.phrase();
        var found = phrase.isEmpty()
                ? List.<JsonNode>of()
                : snapshot.hits(
                        Queries.phrase(phrase, passing(Filter.NONE)), BEST_FIRST, WHOLE, limit, About.words(words));
        if (found.isEmpty()) found = best(words, words.nearlyAll(), passing(Filter.NONE), WHOLE, limit);
        return whole(found);
    }

    /** A chunk's own hit among those that pass, scored by a query; empty when it does not pass. */
    private Optional<JsonNode> own(Map<String, Object> query, Map<String, Object> shown, About about) {
        return snapshot.hits(query, BEST_FIRST, shown, 1, about).stream().findFirst();
    }

    private List<Object> passing(Filter filter, Object more) {
        var all = new ArrayList<>(passing(filter));
        all.add(more);
        return all;
    }

    @Override
    public Optional<Place> densePlace(float[] query, Filter filter, String chunkId) {
        UnitVector.check(query, fingerprint().dimension(), "the query's vector");
        var about = About.other(Arrays.hashCode(query));
        var own = own(Queries.near(query, passing(filter, Queries.term(Row.ID, chunkId))), Map.of(), about);
        if (own.isEmpty()) return Optional.empty();
        float score = score(own.get());
        int better = snapshot.count(Queries.near(query, passing(filter)), Math.nextUp(score), about);
        var before = Queries.near(query, passing(filter, before(chunkId)));
        return Optional.of(new Place(1 + better + ties(before, score, about), Queries.cosine(score)));
    }

    private static Map<String, Object> before(String chunkId) {
        return Map.of("range", Map.of(Row.ID, Map.of("lt", chunkId)));
    }

    private int ties(Map<String, Object> before, float score, About about) {
        int asGood = snapshot.count(before, score, about);
        return asGood == 0 ? 0 : asGood - snapshot.count(before, Math.nextUp(score), about);
    }

    @Override
    public Optional<SparsePlace> sparsePlace(String query, Filter filter, String chunkId) throws IOException {
        var words = words(query);
        var any = Queries.words(words);
        var about = About.words(words);
        var own = own(
                Queries.scored(any, 0, passing(filter, Queries.term(Row.ID, chunkId))), Map.of("explain", true), about);
        if (own.isEmpty()) return Optional.empty();
        var held = words.held(held(words, own.get()));
        var missing =
                words.shown().stream().filter(word -> !held.contains(word)).toList();
        if (held.isEmpty()) {
            var reason = words.shown().isEmpty() ? words.whyNothing(filter) : "it holds none of the words";
            return Optional.of(new SparsePlace(0, 0, held, missing, reason));
        }
        float score = score(own.get());
        int better = snapshot.count(Queries.scored(any, 1, passing(filter)), Math.nextUp(score), about);
        int ties = ties(Queries.scored(any, 1, passing(filter, before(chunkId))), score, about);
        var explanation = new StringBuilder();
        explain(own.get().path("_explanation"), 0, explanation);
        return Optional.of(new SparsePlace(1 + better + ties, score / scale, held, missing, explanation.toString()));
    }

    private static void explain(JsonNode node, int depth, StringBuilder text) {
        text.repeat("  ", depth)
                .append(node.path("value").asText())
                .append(" = ")
                .append(node.path("description").asText())
                .append('\n');
        for (var detail : node.path("details")) explain(detail, depth + 1, text);
    }

    @Override
    public boolean passes(Filter filter, String chunkId) {
        return snapshot.count(Queries.all(passing(filter, Queries.term(Row.ID, chunkId))), 0, About.other(chunkId)) > 0;
    }

    @Override
    public void close() {
        // holds nothing open
    }
}
