package rag.store.pgvector;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.lucene.util.VectorUtil;
import rag.model.Candidate;
import rag.model.Chunk;
import rag.model.DocumentName;
import rag.model.FieldType;
import rag.model.Filter;
import rag.model.Fingerprint;
import rag.store.ChunkReader;
import rag.store.FilterTerms;
import rag.store.UnitVector;
import rag.store.postgres.Connections;
import rag.store.postgres.Session;

/** Searches collections as they stood when it was made: all it reads is read in one transaction. */
final class PgvectorReader implements ChunkReader {

    private final Connections connections;
    private final Session session;
    private final List<CollectionRow> rows;
    private final ChunkTables tables;
    private final Facts facts = Facts.none();
    private final DenseSearch dense;
    private boolean closed;

    /** @param session given back when this is closed */
    PgvectorReader(Connections connections, Session session, List<CollectionRow> rows, int efSearch) {
        this.connections = connections;
        this.session = session;
        this.rows = rows;
        this.tables = new ChunkTables(session, rows);
        this.dense = new DenseSearch(session, efSearch);
        for (var row : rows) facts.add(row.facts());
    }

    @Override
    public Fingerprint fingerprint() {
        return rows.getFirst().fingerprint();
    }

    @Override
    public int size() {
        return rows.stream().mapToInt(CollectionRow::size).sum();
    }

    @Override
    public List<String> notes() {
        return session.copy()
                ? List.of(
                        "a copy of the data base answered, as the primary can't be reached: the newest documents may be"
                                + " missing")
                : List.of();
    }

    @Override
    public Map<String, Integer> languages() {
        var sorted = new LinkedHashMap<String, Integer>();
        facts.languages().entrySet().stream()
                .sorted(Map.Entry.<String, Integer>comparingByValue()
                        .reversed()
                        .thenComparing(Map.Entry.comparingByKey()))
                .forEach(entry -> sorted.put(entry.getKey(), entry.getValue()));
        return sorted;
    }

    @Override
    public List<String> filterKeys() {
        var keys = new TreeSet<>(FilterTerms.KEYS);
        keys.addAll(facts.keys().keySet());
        return List.copyOf(keys);
    }

    @Override
    public Map<String, Set<FieldType>> orderedKeys() {
        var types = new TreeMap<String, Set<FieldType>>();
        for (var ordered : facts.ordered().keySet()) {
            types.computeIfAbsent(FilterTerms.key(ordered), key -> EnumSet.noneOf(FieldType.class))
                    .add(FieldType.valueOf(FilterTerms.value(ordered)));
        }
        return types;
    }

    @Override
    public List<String> places(int limit) {
        session.atLeisure();
        return tables.places(limit);
    }

    @Override
    public List<Candidate> dense(float[] query, Filter filter, int topK) {
        UnitVector.check(query, fingerprint().dimension(), "the query's vector");
        positive(topK);
        var vector = Vectors.text(query);
        var found = new ArrayList<Candidate>();
        for (var row : rows) found.addAll(dense.nearest(row, vector, FilterSql.of(filter), topK));
        found.sort(Candidate.BEST_FIRST);
        return List.copyOf(found.subList(0, Math.min(topK, found.size())));
    }

    private static void positive(int topK) {
        if (topK < 1) throw new IllegalArgumentException("top_k from 1, not " + topK);
    }

    @Override
    public OptionalDouble nearest(float[] query, Filter filter) {
        return dense(query, filter, 1).stream().mapToDouble(Candidate::score).findFirst();
    }

    private SparseSearch words(String text) throws IOException {
        return new SparseSearch(session, rows, text, facts.languages().keySet());
    }

    @Override
    public SparseResult sparse(String query, Filter filter, int topK) throws IOException {
        positive(topK);
        var search = words(query);
        var words = search.words();
        var best = search.best(filter, topK);
        return new SparseResult(
                best.stream().map(SparseSearch.Found::candidate).toList(),
                words.shown(),
                words.dropped(),
                words.cut(),
                best.isEmpty()
                        ? 0
                        : words.coverage(search.in(
                                best.getFirst().part(), best.getFirst().number())),
                best.isEmpty() ? words.whyNothing(filter) : "");
    }

    @Override
    public OptionalDouble covered(String text, Filter filter) throws IOException {
        var result = sparse(text, filter, 1);
        return result.candidates().isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(result.coverage());
    }

    @Override
    public List<Chunk> chunks(Collection<String> ids) {
        return tables.chunks(ids);
    }

    @Override
    public Map<String, float[]> vectors(Collection<String> ids) {
        return tables.vectors(ids);
    }

    @Override
    public double dot(float[] a, float[] b) {
        return VectorUtil.dotProduct(a, b);
    }

    @Override
    public Map<String, Long> likenesses(int limit) {
        session.atLeisure();
        return tables.likenesses(limit);
    }

    @Override
    public List<Chunk> firsts(Filter filter) {
        session.atLeisure();
        var sql = FilterSql.of(filter);
        return tables
                .chunksWhere("ord = 0 and " + sql.condition(), sql.parameters().toArray())
                .stream()
                .sorted(Comparator.comparing(Chunk::source))
                .toList();
    }

    @Override
    public List<Chunk> document(String documentId) {
        return tables.chunksWhere("document = ? order by ord", StoredText.of(documentId));
    }

    @Override
    public List<Chunk> find(String textOrIdOrSource, int limit) throws IOException {
        session.atLeisure();
        var wanted = textOrIdOrSource.strip();
        var byId = chunks(List.of(wanted));
        if (!byId.isEmpty()) return byId;
        var name = new DocumentName(wanted);
        var ofDocument = document(name.id());
        if (!ofDocument.isEmpty()) return first(ofDocument, limit);
        var source = FilterSql.of(new Filter(List.of(new Filter.Condition("source", List.of(name.text())))));
        var ofSource = tables
                .chunksWhere(
                        source.condition() + " order by ord",
                        source.parameters().toArray())
                .stream()
                .filter(chunk -> name.means(chunk.source(), chunk.documentId())) // not its folders
                .toList();
        if (!ofSource.isEmpty()) return first(ofSource, limit);
        var passages = new Passages(session, rows, words(wanted));
        var found = passages.phrase(limit);
        return found.isEmpty() ? passages.nearly(limit) : found;
    }

    private static List<Chunk> first(List<Chunk> chunks, int limit) {
        return chunks.subList(0, Math.min(limit, chunks.size()));
    }

    /** @param part which of the collections has it */
    private record At(int part, int number) {}

    private Optional<At> passing(Filter filter, String chunkId) {
        var sql = FilterSql.of(filter);
        for (int i = 0; i < rows.size(); i++) {
            int part = i;
            var at = session.row(
                    "select number from %s where id = ? and %s"
                            .formatted(rows.get(i).chunks(), sql.condition()),
                    row -> new At(part, row.getInt(1)),
                    sql.among(List.of(StoredText.of(chunkId))));
            if (at.isPresent()) return at;
        }
        return Optional.empty();
    }

    @Override
    public boolean passes(Filter filter, String chunkId) {
        return passing(filter, chunkId).isPresent();
    }

    @Override
    public Optional<Place> densePlace(float[] query, Filter filter, String chunkId) {
        session.atLeisure();
        var at = passing(filter, chunkId);
        if (at.isEmpty()) return Optional.empty();
        var vector = Vectors.text(query);
        var sql = FilterSql.of(filter);
        double score = session.row(
                        "select -(embedding <#> ?::vector) from %s where number = ?"
                                .formatted(rows.get(at.get().part()).chunks()),
                        row -> row.getDouble(1),
                        vector,
                        at.get().number())
                .orElseThrow();
        int better = 0;
        for (var row : rows) {
            better += session.number(
                    """
                    select count(*) from (select id, -(embedding <#> ?::vector) as score from %s where %s) each
                    where score > ? or (score = ? and id < ?)
                    """.formatted(row.chunks(), sql.condition()), sql.among(List.of(vector), score, score, chunkId));
        }
        return Optional.of(new Place(better + 1, score));
    }

    @Override
    public Optional<SparsePlace> sparsePlace(String query, Filter filter, String chunkId) throws IOException {
        session.atLeisure();
        var at = passing(filter, chunkId);
        if (at.isEmpty()) return Optional.empty();
        int part = at.get().part();
        int number = at.get().number();
        var search = words(query);
        var words = search.words();
        var held = words.held(search.in(part, number));
        var missing =
                words.shown().stream().filter(word -> !held.contains(word)).toList();
        if (held.isEmpty()) {
            var reason = words.shown().isEmpty() ? words.whyNothing(filter) : "it holds none of the words";
            return Optional.of(new SparsePlace(0, 0, held, missing, reason));
        }
        int rank = search.rank(part, number, chunkId, FilterSql.of(filter));
        return Optional.of(
                new SparsePlace(rank, search.score(part, number), held, missing, search.explanation(part, number)));
    }

    @Override
    public synchronized void close() {
        if (!closed) connections.back(session);
        closed = true;
    }
}
