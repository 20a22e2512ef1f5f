package rag.store;

import java.io.IOException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.search.TermQuery;
import rag.model.Chunk;
import rag.model.DocumentName;
import rag.model.Filter;

/** The documents of an index: their passages in reading order, and their first passages. */
final class LuceneDocuments {

    private static final Sort READING_ORDER = new Sort(new SortField(ChunkFields.ORDER, SortField.Type.INT));

    private final IndexSearcher searcher;
    private final ChunkRows rows;

    LuceneDocuments(IndexSearcher searcher, ChunkRows rows) {
        this.searcher = searcher;
        this.rows = rows;
    }

    List<Chunk> whole(String documentId) throws IOException {
        return rows.stored(passages(documentId));
    }

    /** Passages {@code from} to before {@code to}, from 0; fewer where the document ends. */
    List<Chunk> part(String documentId, int from, int to) throws IOException {
        var passages = passages(documentId);
        return rows.stored(passages.subList(Math.min(from, passages.size()), Math.min(to, passages.size())));
    }

    /** The first passages of documents that a filter lets through, by source. */
    List<Chunk> firsts(Filter filter) throws IOException {
        int most = Math.max(1, searcher.getIndexReader().numDocs());
        return rows.stored(numbers(first(filter), most, Sort.INDEXORDER)).stream()
                .sorted(Comparator.comparing(Chunk::source))
                .toList();
    }

    int count(Filter filter) throws IOException {
        return searcher.count(first(filter));
    }

    /** Passages of the document with this id, else of those whose source is this or ends with it. */
    List<Chunk> named(DocumentName name, int limit) throws IOException {
        var ofDocument = numbers(of(name.id()), limit, READING_ORDER);
        if (!ofDocument.isEmpty()) return rows.stored(ofDocument);
        var source = FilterQueries.query(new Filter(List.of(new Filter.Condition("source", List.of(name.text())))));
        return rows.stored(numbers(source, limit, READING_ORDER)).stream()
                .filter(chunk -> name.means(chunk.source(), chunk.documentId())) // not its folders
                .toList();
    }

    private List<Integer> passages(String documentId) throws IOException {
        return numbers(of(documentId), Math.max(1, searcher.count(of(documentId))), READING_ORDER);
    }

    private static Query of(String documentId) {
        return new TermQuery(new Term(ChunkFields.DOCUMENT, documentId));
    }

    private static Query first(Filter filter) {
        return new BooleanQuery.Builder()
                .add(NumericDocValuesField.newSlowExactQuery(ChunkFields.ORDER, 0), Occur.FILTER)
                .add(FilterQueries.query(filter), Occur.FILTER)
                .build();
    }

    private List<Integer> numbers(Query query, int limit, Sort order) throws IOException {
        return Arrays.stream(searcher.search(query, limit, order).scoreDocs)
                .map(hit -> hit.doc)
                .toList();
    }
}
