package rag.store;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.MultiPhraseQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.SynonymQuery;
import org.apache.lucene.search.TermQuery;
import rag.model.Filter;
import rag.store.analysis.QueryTerms;
import rag.store.analysis.TextAnalysis;

/** A text's words as a query, weighed by how rare each is in an index. The text is never read as a query language. */
final class SparseQuery {

    /** Most distinct words that are searched for; of more, the rarest. */
    static final int MOST_WORDS = 256;

    /** Words of a longer text are not looked for as one phrase to its end. */
    private static final int LONGEST_PHRASE = 64;

    /** Share of the words that a chunk holds to be found as "nearly this text". */
    private static final double NEARLY = 0.75;

    private final IndexReader index;
    private final QueryTerms analysed;
    private final List<Clause> clauses;
    private final boolean cut;

    /**
     * A distinct word.
     *
     * @param terms its forms in the index; none when it does not occur
     * @param times how often the text has it
     * @param idf ln(1 + (N - n + 0.5) / (n + 0.5)), as BM25 has it
     */
    private record Clause(String shown, List<Term> terms, int times, double idf) {

        private Query query() {
            if (terms.size() == 1) return boosted(new TermQuery(terms.getFirst()));
            var forms = new SynonymQuery.Builder(ChunkFields.WORDS);
            terms.forEach(forms::addTerm);
            return boosted(forms.build());
        }

        private Query boosted(Query query) {
            return times == 1 ? query : new BoostQuery(query, times);
        }

        private boolean occurs() {
            return !terms.isEmpty();
        }
    }

    private SparseQuery(IndexReader index, QueryTerms analysed, List<Clause> clauses, boolean cut) {
        this.index = index;
        this.analysed = analysed;
        this.clauses = clauses;
        this.cut = cut;
    }

    /** @param languages those of the index's chunks */
    static SparseQuery of(String text, Collection<String> languages, IndexReader index) throws IOException {
        var analysed = TextAnalysis.question(text, languages);
        var times = new LinkedHashMap<Set<String>, Integer>();
        var shown = new LinkedHashMap<Set<String>, String>();
        for (var word : analysed.words()) {
            times.merge(word.variants(), word.weight(), Integer::sum);
            shown.putIfAbsent(word.variants(), word.shown());
        }
        var clauses = new ArrayList<Clause>(times.size());
        for (Map.Entry<Set<String>, Integer> word : times.entrySet()) {
            clauses.add(clause(shown.getOrDefault(word.getKey(), ""), word.getKey(), word.getValue(), index));
        }
        if (clauses.size() <= MOST_WORDS) return new SparseQuery(index, analysed, clauses, false);
        var rarest = clauses.stream()
                .filter(Clause::occurs)
                .sorted(Comparator.comparingDouble(Clause::idf).reversed())
                .limit(MOST_WORDS)
                .toList();
        clauses.retainAll(Set.copyOf(rarest));
        return new SparseQuery(index, analysed, clauses, true);
    }

    private static Clause clause(String shown, Set<String> variants, int times, IndexReader index) throws IOException {
        var terms = new ArrayList<Term>();
        int frequency = 0;
        for (var variant : variants) {
            var term = new Term(ChunkFields.WORDS, variant);
            int count = index.docFreq(term);
            if (count > 0) terms.add(term);
            frequency = Math.max(frequency, count);
        }
        double idf = Math.log(1 + (index.maxDoc() - frequency + 0.5) / (frequency + 0.5));
        return new Clause(shown, terms, times, idf);
    }

    /** True when no chunk can match. */
    boolean isEmpty() {
        return clauses.stream().noneMatch(Clause::occurs);
    }

    /** The words looked for, as the text has them, each once. */
    List<String> shown() {
        return clauses.stream().map(Clause::shown).distinct().toList();
    }

    List<String> dropped() {
        return analysed.stopWords();
    }

    boolean cut() {
        return cut || analysed.cut();
    }

    /** Chunks with any of the words, by BM25. */
    Query any() {
        var any = new BooleanQuery.Builder();
        for (var clause : clauses) if (clause.occurs()) any.add(clause.query(), Occur.SHOULD);
        return any.build();
    }

    Query any(Filter filter) {
        if (filter.none()) return any();
        return new BooleanQuery.Builder()
                .add(any(), Occur.MUST)
                .add(FilterQueries.query(filter), Occur.FILTER)
                .build();
    }

    /** Chunks with at least three of four words. */
    Query nearly() {
        var most = new BooleanQuery.Builder();
        for (var clause : clauses) if (clause.occurs()) most.add(clause.query(), Occur.SHOULD);
        return most.setMinimumNumberShouldMatch((int) Math.ceil(NEARLY * clauses.size()))
                .build();
    }

    /** Chunks with the words one behind another, as far as the first few tell. */
    Query phrase() {
        var phrase = new MultiPhraseQuery.Builder();
        for (var word : analysed.words().stream()
                .filter(QueryTerms.Word::exact)
                .limit(LONGEST_PHRASE)
                .toList()) {
            var forms = word.variants().stream()
                    .map(variant -> new Term(ChunkFields.WORDS, variant))
                    .toArray(Term[]::new);
            phrase.add(forms, word.position());
        }
        return phrase.build();
    }

    /** Share of the words' weight that stands in a chunk, 0..1. */
    double coverage(int doc) throws IOException {
        double all = 0;
        double held = 0;
        for (var clause : clauses) {
            double weight = clause.times * clause.idf;
            all += weight;
            if (holds(doc, clause)) held += weight;
        }
        return all == 0 ? 0 : held / all;
    }

    /** The words that stand in a chunk in one reading at least, each once. */
    Set<String> held(int doc) throws IOException {
        var words = new LinkedHashSet<String>();
        for (var clause : clauses) if (holds(doc, clause)) words.add(clause.shown);
        return words;
    }

    private boolean holds(int doc, Clause clause) throws IOException {
        var leaf = index.leaves().get(ReaderUtil.subIndex(doc, index.leaves()));
        int target = doc - leaf.docBase;
        for (var term : clause.terms) {
            var postings = leaf.reader().postings(term, PostingsEnum.NONE);
            if (postings != null && postings.advance(target) == target) return true;
        }
        return false;
    }

    /** Why nothing was found, in words. */
    String whyNothing(Filter filter) {
        if (clauses.isEmpty()) return "there is no word in the question";
        if (analysed.onlyStopWords())
            return "there are only stop words in the question: " + String.join(", ", dropped());
        if (isEmpty()) return "none of the words occurs: " + String.join(", ", shown());
        return filter.none()
                ? "no chunk holds any of the words"
                : "no chunk that passes the filter holds any of the words";
    }
}
