package rag.store.analysis;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.SynonymQuery;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rag.eval.BeirSet;
import rag.eval.Metrics;
import rag.text.Language;

/** The floors are those of stock analyzers that know each set's language beforehand, less 0.005. */
class LexicalQualityTest {

    private static final int QUERIES = 300;

    @ParameterizedTest
    @CsvSource({"cranfield, 0.379", "limit-small, 0.988", "xquad-zh, 0.962", "xquad-es, 0.952", "xquad-ru, 0.948"})
    void bm25OverTheseTermsIsAsGoodAsOverTheBestAnalyzerOfEachLanguage(String set, double floor) throws IOException {
        var ndcg = ndcg(set, List.of(set));
        assertTrue(ndcg >= floor, set + ": " + ndcg);
    }

    @ParameterizedTest
    @CsvSource({"cranfield, 0.379", "xquad-es, 0.948"})
    void aLanguageDoesNotSufferFromAnotherInTheSameIndex(String set, double floor) throws IOException {
        var ndcg = ndcg(set, List.of("cranfield", "xquad-es"));
        assertTrue(ndcg >= floor, set + " among others: " + ndcg);
    }

    private static double ndcg(String asked, List<String> indexed) throws IOException {
        var folder = Path.of("../shared/sets");
        Assumptions.assumeTrue(Files.isDirectory(folder.resolve(asked)), "the test collections are not here");
        var languages = new TreeSet<String>();
        try (var directory = new ByteBuffersDirectory()) {
            try (var writer = new IndexWriter(directory, new IndexWriterConfig())) {
                for (var name : indexed) {
                    for (var text : BeirSet.read(folder.resolve(name)).corpus().values()) {
                        var language = Language.of(text.full());
                        languages.add(language);
                        var document = new Document();
                        document.add(new StoredField("id", name.equals(asked) ? text.id() : name + ":" + text.id()));
                        document.add(new TextField(
                                "t", TextAnalysis.analyzer(language).tokenStream("t", text.full())));
                        writer.addDocument(document);
                    }
                }
            }
            try (var reader = DirectoryReader.open(directory)) {
                return ndcg(BeirSet.read(folder.resolve(asked)), new IndexSearcher(reader), languages);
            }
        }
    }

    private static double ndcg(BeirSet set, IndexSearcher searcher, Set<String> languages) throws IOException {
        var qrels = new LinkedHashMap<String, Map<String, Integer>>();
        var rankings = new HashMap<String, List<String>>();
        for (var id : set.qrels().keySet().stream().limit(QUERIES).toList()) {
            var any = new BooleanQuery.Builder();
            for (var word : TextAnalysis.question(set.queries().get(id).text(), languages)
                    .words()) {
                var forms = new SynonymQuery.Builder("t");
                word.variants().forEach(form -> forms.addTerm(new Term("t", form)));
                any.add(new BoostQuery(forms.build(), word.weight()), Occur.SHOULD);
            }
            var stored = searcher.storedFields();
            var ranking = new ArrayList<String>();
            for (var hit : searcher.search(any.build(), 10).scoreDocs) {
                ranking.add(stored.document(hit.doc).get("id"));
            }
            rankings.put(id, ranking);
            qrels.put(id, set.qrels().get(id));
        }
        return Metrics.mean(Metrics.perQuery(qrels, rankings, (r, g) -> Metrics.ndcg(r, g, 10)));
    }
}
