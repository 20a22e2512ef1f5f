import java.io.IOException;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.KnnFloatVectorQuery;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.util.VectorUtil;
import rag.retrieve.Feedback;

/** What a search does, by calls of Lucene alone. */
final class Bare {

    private Bare() {}

    /** A search with nothing around Lucene: no analysis, no ids, no ties, no fusion, documents left as they are stored. */
    static int search(IndexSearcher searcher, Corpus.Question question) throws IOException {
        var near = searcher.search(
                new KnnFloatVectorQuery("vector", question.vector(), search.CANDIDATES), search.CANDIDATES);
        var words = new BooleanQuery.Builder();
        for (var word : question.words()) words.add(new TermQuery(new Term("words", word)), Occur.SHOULD);
        var best = searcher.search(words.build(), search.CANDIDATES);
        var stored = searcher.storedFields();
        int characters = 0;
        for (int i = 0; i < search.HITS; i++) {
            var list = i % 2 == 0 ? near : best;
            if (i / 2 < list.scoreDocs.length)
                characters +=
                        stored.document(list.scoreDocs[i / 2].doc).get("chunk").length();
        }
        return characters;
    }

    /**
     * What feedback is made of: the vectors of all that either list holds, read and compared with one, and the first of
     * them compared with each other.
     */
    static int feedback(IndexSearcher searcher, Corpus.Question question, int[] found) throws IOException {
        var vectors = new float[found.length][];
        int next = 0;
        for (var leaf : searcher.getIndexReader().leaves()) {
            int end = leaf.docBase + leaf.reader().maxDoc();
            var values = leaf.reader().getFloatVectorValues("vector");
            var at = values.iterator();
            for (; next < found.length && found[next] < end; next++) {
                at.advance(found[next] - leaf.docBase);
                vectors[next] = values.vectorValue(at.index()).clone();
            }
        }
        float sum = 0;
        for (var vector : vectors) sum += VectorUtil.dotProduct(question.vector(), vector);
        for (int i = 0; i < Math.min(Feedback.FIRST, vectors.length); i++) {
            for (int j = 0; j < i; j++) sum += VectorUtil.dotProduct(vectors[i], vectors[j]);
        }
        return Float.isNaN(sum) ? -1 : found.length;
    }

    static int[] found(IndexSearcher searcher, Corpus.Question question) throws IOException {
        var near = searcher.search(
                new KnnFloatVectorQuery("vector", question.vector(), search.CANDIDATES), search.CANDIDATES);
        var words = new BooleanQuery.Builder();
        for (var word : question.words()) words.add(new TermQuery(new Term("words", word)), Occur.SHOULD);
        var best = searcher.search(words.build(), search.CANDIDATES);
        return IntStream.concat(
                        Arrays.stream(near.scoreDocs).mapToInt(d -> d.doc),
                        Arrays.stream(best.scoreDocs).mapToInt(d -> d.doc))
                .sorted()
                .distinct()
                .toArray();
    }
}
