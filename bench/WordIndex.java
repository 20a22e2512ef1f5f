import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.SynonymQuery;
import org.apache.lucene.search.similarities.BM25Similarity;
import org.apache.lucene.store.ByteBuffersDirectory;
import rag.eval.BeirSet;
import rag.store.analysis.TextAnalysis;
import rag.text.Language;

/** The texts of sets in memory, as the product analyses them, with the title so many times before the text. */
final class WordIndex implements AutoCloseable {

    private static final String WORDS = "words";

    private final Map<String, Integer> languages = new TreeMap<>();
    private final ByteBuffersDirectory directory = new ByteBuffersDirectory();
    private final DirectoryReader reader;
    private long bytes;

    WordIndex(List<BeirSet> sets, int title) throws IOException {
        try (var writer = new IndexWriter(directory, new IndexWriterConfig())) {
            for (var set : sets) {
                for (var text : set.corpus().values()) {
                    var whole = text.title().isEmpty() ? text.text() : (text.title() + " ").repeat(title) + text.text();
                    bytes += whole.getBytes(StandardCharsets.UTF_8).length;
                    writer.addDocument(document(set.name() + ":" + text.id(), whole));
                }
            }
        }
        reader = DirectoryReader.open(directory);
    }

    /** How many texts are in which language. */
    Map<String, Integer> languages() {
        return languages;
    }

    /** Size of the texts in UTF-8. */
    long bytes() {
        return bytes;
    }

    private Document document(String id, String text) {
        var language = Language.of(text);
        languages.merge(language, 1, Integer::sum);
        var type = new FieldType();
        type.setIndexOptions(IndexOptions.DOCS_AND_FREQS);
        type.setTokenized(true);
        var document = new Document();
        document.add(new StoredField("id", id));
        document.add(new Field(WORDS, TextAnalysis.analyzer(language).tokenStream(WORDS, text), type));
        return document;
    }

    /** The first texts for each of a set's questions; one of another set keeps that set's name before its id. */
    Map<String, List<String>> rankings(BeirSet set, BM25Similarity similarity, int depth) throws IOException {
        var searcher = new IndexSearcher(reader);
        searcher.setSimilarity(similarity);
        var rankings = new LinkedHashMap<String, List<String>>();
        var own = set.name() + ":";
        for (var id : set.qrels().keySet()) {
            var ranking = new ArrayList<String>();
            for (var hit : searcher.search(query(set.queries().get(id).text()), depth).scoreDocs) {
                var found = searcher.storedFields().document(hit.doc).get("id");
                ranking.add(found.startsWith(own) ? found.substring(own.length()) : found);
            }
            rankings.put(id, ranking);
        }
        return rankings;
    }

    private Query query(String question) {
        var times = new LinkedHashMap<Set<String>, Integer>();
        TextAnalysis.question(question, languages.keySet())
                .words()
                .forEach(word -> times.merge(word.variants(), word.weight(), Integer::sum));
        var any = new BooleanQuery.Builder();
        times.forEach((variants, count) -> {
            var word = new SynonymQuery.Builder(WORDS);
            variants.forEach(variant -> word.addTerm(new Term(WORDS, variant)));
            any.add(new BoostQuery(word.build(), count), Occur.SHOULD);
        });
        return any.build();
    }

    @Override
    public void close() throws IOException {
        reader.close();
        directory.close();
    }
}
