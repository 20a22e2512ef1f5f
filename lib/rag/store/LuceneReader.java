package rag.store;

import java.io.IOException;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.MultiReader;
import org.apache.lucene.index.MultiTerms;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.FieldDoc;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TopFieldCollectorManager;
import org.apache.lucene.search.TopScoreDocCollectorManager;
import org.apache.lucene.search.similarities.BM25Similarity;
import rag.model.Candidate;
import rag.model.Chunk;
import rag.model.DocumentName;
import rag.model.FieldType;
import rag.model.Filter;
import rag.model.Fingerprint;
import rag.store.ChunkRows.Found;

/** Searches the published states of one or several collections as one, with one set of term statistics. */
final class LuceneReader implements ChunkReader {

    /** k1 and b as Robertson and Zaragoza (2009) give them. */
    static final BM25Similarity BM25 = new BM25Similarity(1.2f, 0.75f);

    /** Hits of the sparse route beyond those asked for, among which those that tie are put in order. */
    private static final int MARGIN = 28;

    private static final Sort BEST_FIRST =
            new Sort(SortField.FIELD_SCORE, new SortField(ChunkFields.ID, SortField.Type.STRING_VAL));

    private final Fingerprint fingerprint;
    private final IndexReader all;
    private final IndexSearcher searcher;
    private final ChunkRows rows;
    private final LuceneDocuments documents;
    private final IndexFacts facts;
    private final Nearest nearest;

    /** Keeps the states open until it is closed itself. @param elsewhere who else knows the states' vectors, if anybody */
    LuceneReader(Fingerprint fingerprint, List<Published> states, List<VectorSearch> elsewhere) throws IOException {
        this.fingerprint = fingerprint;
        this.all = new MultiReader(states.stream().map(Published::reader).toArray(IndexReader[]::new), false);
        this.facts = states.size() == 1 ? states.getFirst().facts() : new IndexFacts(all);
        this.rows = new ChunkRows(all);
        this.searcher = new IndexSearcher(all);
        this.searcher.setSimilarity(BM25);
        this.documents = new LuceneDocuments(searcher, rows);
        this.nearest =
                elsewhere.isEmpty() ? new Nearest.Here(searcher) : new NearestElsewhere(searcher, rows, elsewhere);
    }

    @Override
    public Fingerprint fingerprint() {
        return fingerprint;
    }

    @Override
    public int size() {
        return all.numDocs();
    }

    @Override
    public boolean countsRemoved() {
        return all.hasDeletions();
    }

    @Override
    public Map<String, Integer> languages() throws IOException {
        return facts.languages();
    }

    @Override
    public List<String> filterKeys() throws IOException {
        return facts.filterKeys();
    }

    @Override
    public Map<String, Set<FieldType>> orderedKeys() throws IOException {
        return facts.orderedKeys();
    }

    @Override
    public List<String> places(int limit) throws IOException {
        return FilterQueries.places(MultiTerms.getTerms(all, ChunkFields.FILTER), limit);
    }

    @Override
    public List<Candidate> dense(float[] query, Filter filter, int topK) throws IOException {
        return nearest(query, filter, topK).stream()
                .map(found -> new Candidate(found.id(), cosine(found.score()), found.likeness()))
                .toList();
    }

    /** Where the cut goes through chunks of equal score, all of these are looked at, so that the id decides. */
    private List<Found> nearest(float[] query, Filter filter, int topK) throws IOException {
        UnitVector.check(query, fingerprint.dimension(), "the query's vector");
        var pass = FilterQueries.query(filter);
        long most = most(topK);
        int k = (int) Math.min(most, Math.max(breadth(), topK + 1L));
        var hits = nearest.hits(query, pass, k);
        while (hits.length == k && k < most && hits[topK - 1].score == hits[k - 1].score) {
            k = (int) Math.min(most, 4L * k);
            hits = nearest.hits(query, pass, k);
        }
        int end = Math.min(topK, hits.length);
        while (end > 0 && end < hits.length && hits[end].score == hits[end - 1].score) end++;
        var found = rows.found(Arrays.copyOf(hits, end));
        return found.size() > topK ? found.subList(0, topK) : found;
    }

    private int breadth() {
        return GraphBreadth.of(all.maxDoc(), GraphBreadth.SMALL);
    }

    private int most(int topK) {
        if (topK < 1) throw new IllegalArgumentException("top_k from 1, not " + topK);
        return Math.max(1, all.maxDoc());
    }

    private ScoreDoc[] plain(Query query, int n) throws IOException {
        return searcher.search(query, new TopScoreDocCollectorManager(n, n)).scoreDocs;
    }

    /** Lucene scores a dot product as (1 + cosine) / 2. */
    private static double cosine(double score) {
        return 2 * score - 1;
    }

    @Override
    public SparseResult sparse(String text, Filter filter, int topK) throws IOException {
        var query = query(text);
        var words = query.words();
        var best = words.isEmpty() ? List.<Found>of() : best(query.any(filter), topK);
        return new SparseResult(
                best.stream()
                        .map(f -> new Candidate(f.id(), f.score(), f.likeness()))
                        .toList(),
                words.shown(),
                words.dropped(),
                words.cut(),
                best.isEmpty() ? 0 : words.coverage(query.in(best.getFirst().number())),
                best.isEmpty() ? words.whyNothing(filter) : "");
    }

    @Override
    public OptionalDouble nearest(float[] query, Filter filter) throws IOException {
        UnitVector.check(query, fingerprint.dimension(), "the query's vector");
        int k = all.maxDoc() <= VectorFormat.EXACT ? 1 : breadth(); // a graph needs some in view
        var hits = nearest.hits(query, FilterQueries.query(filter), k);
        return hits.length == 0 ? OptionalDouble.empty() : OptionalDouble.of(cosine(hits[0].score));
    }

    @Override
    public OptionalDouble covered(String text, Filter filter) throws IOException {
        var query = query(text);
        var hits = query.words().isEmpty() ? new ScoreDoc[0] : plain(query.any(filter), 1);
        if (hits.length == 0) return OptionalDouble.empty();
        return OptionalDouble.of(query.words().coverage(query.in(hits[0].doc)));
    }

    private SparseQuery query(String text) throws IOException {
        return SparseQuery.of(text, facts.languageCodes(), all);
    }

    /**
     * The best by score, ties by id. Many texts tie, as counts and lengths are few; to look at all that tie at the list's
     * end would double the time, so beyond a margin that is done for copies of one text only.
     */
    private List<Found> best(Query query, int topK) throws IOException {
        int most = most(topK);
        int n = (int) Math.min(most, (long) topK + MARGIN);
        var found = rows.found(plain(query, n));
        if (found.size() <= topK) return found;
        var last = found.get(topK - 1);
        boolean copies = last.score() == found.getLast().score()
                && last.likeness() == found.getLast().likeness();
        if (n < most && found.size() == n && copies) {
            var hits = searcher.search(query, new TopFieldCollectorManager(BEST_FIRST, topK, topK)).scoreDocs;
            for (var hit : hits) hit.score = (Float) ((FieldDoc) hit).fields[0];
            return rows.found(hits);
        }
        return found.subList(0, topK);
    }

    @Override
    public List<Chunk> chunks(Collection<String> ids) throws IOException {
        return rows.chunks(ids);
    }

    @Override
    public Map<String, float[]> vectors(Collection<String> ids) throws IOException {
        return rows.vectors(ids);
    }

    @Override
    public Map<String, Long> likenesses(int limit) throws IOException {
        return rows.likenesses(limit);
    }

    @Override
    public List<Chunk> document(String documentId) throws IOException {
        return documents.whole(documentId);
    }

    @Override
    public List<Chunk> document(String documentId, int from, int to) throws IOException {
        return documents.part(documentId, from, to);
    }

    @Override
    public List<Chunk> firsts(Filter filter) throws IOException {
        return documents.firsts(filter);
    }

    @Override
    public int documents(Filter filter) throws IOException {
        return documents.count(filter);
    }

    @Override
    public List<Chunk> find(String textOrIdOrSource, int limit) throws IOException {
        var wanted = textOrIdOrSource.strip();
        var byId = chunks(List.of(wanted));
        if (!byId.isEmpty()) return byId;
        var named = documents.named(new DocumentName(wanted), limit);
        if (!named.isEmpty()) return named;
        var query = query(wanted);
        if (query.words().isEmpty()) return List.of();
        var found = best(query.phrase(), limit);
        if (found.isEmpty()) found = best(query.nearly(), limit);
        return rows.stored(found.stream().map(Found::number).toList());
    }

    @Override
    public Optional<Place> densePlace(float[] query, Filter filter, String chunkId) throws IOException {
        if (!passes(filter, chunkId)) return Optional.empty();
        var list = nearest(query, filter, Math.max(1, all.maxDoc()));
        int place = ChunkRows.place(list, chunkId);
        return Optional.of(new Place(place, cosine(list.get(place - 1).score())));
    }

    @Override
    public Optional<SparsePlace> sparsePlace(String query, Filter filter, String chunkId) throws IOException {
        if (!passes(filter, chunkId)) return Optional.empty();
        int number = rows.number(chunkId).orElseThrow();
        var asked = query(query);
        var words = asked.words();
        var held = words.held(asked.in(number));
        var missing =
                words.shown().stream().filter(each -> !held.contains(each)).toList();
        if (held.isEmpty()) {
            var reason = words.shown().isEmpty() ? words.whyNothing(filter) : "it holds none of the words";
            return Optional.of(new SparsePlace(0, 0, held, missing, reason));
        }
        var list = best(asked.any(filter), Math.max(1, all.maxDoc()));
        int place = ChunkRows.place(list, chunkId);
        var explanation = searcher.explain(asked.any(), number).toString();
        return Optional.of(new SparsePlace(place, list.get(place - 1).score(), held, missing, explanation));
    }

    @Override
    public boolean passes(Filter filter, String chunkId) throws IOException {
        var both = new BooleanQuery.Builder()
                .add(new TermQuery(new Term(ChunkFields.ID, chunkId)), Occur.FILTER)
                .add(FilterQueries.query(filter), Occur.FILTER)
                .build();
        return searcher.count(both) > 0;
    }

    @Override
    public void close() throws IOException {
        all.close();
    }
}
