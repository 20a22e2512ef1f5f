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

    /** What feedback is made of: the vectors of all that either list holds, read and compared with the question's. */
    static int feedback(IndexSearcher searcher, Corpus.Question question, int[] found) throws IOException {
        float[] all = new float[found.length];
        int next = 0;
        for (var leaf : searcher.getIndexReader().leaves()) {
            var values = leaf.reader().getFloatVectorValues("vector");
            var at = values.iterator();
            for (;
                    next < found.length
                            && found[next] < leaf.docBase + leaf.reader().maxDoc();
                    next++) {
                at.advance(found[next] - leaf.docBase);
                all[next] = VectorUtil.dotProduct(question.vector(), values.vectorValue(at.index()));
            }
        }
        return all.length;
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
