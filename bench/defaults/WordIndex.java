import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
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

/** A set's texts in memory, as the product analyses them, with the title so many times before the text. */
final class WordIndex implements AutoCloseable {

    private static final String WORDS = "words";

    private final BeirSet set;
    private final Set<String> languages = new LinkedHashSet<>();
    private final ByteBuffersDirectory directory = new ByteBuffersDirectory();
    private final DirectoryReader reader;

    WordIndex(BeirSet set, int title) throws IOException {
        this.set = set;
        try (var writer = new IndexWriter(directory, new IndexWriterConfig())) {
            for (var text : set.corpus().values()) {
                writer.addDocument(document(text.id(), (text.title() + " ").repeat(title) + text.text()));
            }
        }
        reader = DirectoryReader.open(directory);
    }

    private Document document(String id, String text) {
        var language = Language.of(text);
        languages.add(language);
        var type = new FieldType();
        type.setIndexOptions(IndexOptions.DOCS_AND_FREQS);
        type.setTokenized(true);
        var document = new Document();
        document.add(new StoredField("id", id));
        document.add(new Field(WORDS, TextAnalysis.analyzer(language).tokenStream(WORDS, text), type));
        return document;
    }

    /** The first ten of each query. */
    Map<String, List<String>> rankings(BM25Similarity similarity) throws IOException {
        var searcher = new IndexSearcher(reader);
        searcher.setSimilarity(similarity);
        var rankings = new LinkedHashMap<String, List<String>>();
        for (var id : set.qrels().keySet()) {
            var ranking = new java.util.ArrayList<String>();
            for (var hit : searcher.search(query(set.queries().get(id).text()), 10).scoreDocs) {
                ranking.add(searcher.storedFields().document(hit.doc).get("id"));
            }
            rankings.put(id, ranking);
        }
        return rankings;
    }

    private Query query(String question) {
        var times = new LinkedHashMap<Set<String>, Integer>();
        TextAnalysis.question(question, languages)
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
