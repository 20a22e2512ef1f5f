package rag.store;

import java.io.IOException;
import java.util.Collection;
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

/** {@link QuestionWords} as queries of a Lucene index. */
final class SparseQuery {

    private final IndexReader index;
    private final QuestionWords words;

    private SparseQuery(IndexReader index, QuestionWords words) {
        this.index = index;
        this.words = words;
    }

    /** @param languages those of the index's chunks */
    static SparseQuery of(String text, Collection<String> languages, IndexReader index) throws IOException {
        return new SparseQuery(index, QuestionWords.of(text, languages, new Counts(index)));
    }

    private record Counts(IndexReader index) implements QuestionWords.Statistics {

        @Override
        public int chunks() {
            return index.maxDoc();
        }

        @Override
        public int frequency(String term) throws IOException {
            return index.docFreq(new Term(ChunkFields.WORDS, term));
        }
    }

    QuestionWords words() {
        return words;
    }

    private static Query query(QuestionWords.Clause clause) {
        var terms = clause.terms();
        if (terms.size() == 1) return boosted(clause, new TermQuery(term(terms.getFirst())));
        var forms = new SynonymQuery.Builder(ChunkFields.WORDS);
        for (var form : terms) forms.addTerm(term(form));
        return boosted(clause, forms.build());
    }

    private static Term term(String word) {
        return new Term(ChunkFields.WORDS, word);
    }

    private static Query boosted(QuestionWords.Clause clause, Query query) {
        return clause.times() == 1 ? query : new BoostQuery(query, clause.times());
    }

    private BooleanQuery.Builder each() {
        var any = new BooleanQuery.Builder();
        for (var clause : words.occurring()) any.add(query(clause), Occur.SHOULD);
        return any;
    }

    /** Chunks with any of the words, by BM25. */
    Query any() {
        return each().build();
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
        return each().setMinimumNumberShouldMatch(words.nearlyAll()).build();
    }

    /** Chunks with the words one behind another, as far as the first few tell. */
    Query phrase() {
        var phrase = new MultiPhraseQuery.Builder();
        for (var word : words.phrase()) {
            var forms = word.variants().stream().map(SparseQuery::term).toArray(Term[]::new);
            phrase.add(forms, word.position());
        }
        return phrase.build();
    }

    /** Whether a chunk holds a word. @param doc the chunk's number */
    QuestionWords.Held in(int doc) {
        var leaf = index.leaves().get(ReaderUtil.subIndex(doc, index.leaves()));
        int target = doc - leaf.docBase;
        return clause -> {
            for (var form : clause.terms()) {
                var postings = leaf.reader().postings(term(form), PostingsEnum.NONE);
                if (postings != null && postings.advance(target) == target) return true;
            }
            return false;
        };
    }
}
