///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION Measures text analysis by BM25 alone on test collections in BEIR format: one text, one document, any word.
//SOURCES ../lib/pipeline.java ../lib/eval.java

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
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
import rag.eval.Metrics;
import rag.store.analysis.TextAnalysis;
import rag.text.Language;

/** {@code bench/lexical.java [--mixed] FOLDER...}: each folder alone, or all of them in one index. */
class lexical {

    private static final String WORDS = "words";
    private static final BM25Similarity BM25 = new BM25Similarity(1.2f, 0.75f);

    static void main(String... args) throws IOException {
        boolean mixed = args.length > 0 && args[0].equals("--mixed");
        var sets = Arrays.stream(args)
                .skip(mixed ? 1 : 0)
                .map(Path::of)
                .map(BeirSet::read)
                .toList();
        System.out.printf(
                "%-14s %7s %8s %7s %9s %9s  %s%n",
                "set", "queries", "nDCG@10", "R@100", "MB/s", "ms/query", "languages");
        if (mixed) measure(sets);
        else for (var set : sets) measure(List.of(set));
    }

    /** Times are those of the processor, as a shared machine's clock tells little. */
    private static void measure(List<BeirSet> sets) throws IOException {
        var languages = new TreeMap<String, Integer>();
        try (var directory = new ByteBuffersDirectory()) {
            long bytes = 0, before = cpu();
            try (var writer = new IndexWriter(directory, new IndexWriterConfig().setSimilarity(BM25))) {
                for (var set : sets) {
                    for (var text : set.corpus().values()) {
                        bytes += text.full().getBytes(StandardCharsets.UTF_8).length;
                        writer.addDocument(document(set.name() + ":" + text.id(), text.full(), languages));
                    }
                }
            }
            double speed = bytes / 1e6 / ((cpu() - before) / 1e9);
            try (var reader = DirectoryReader.open(directory)) {
                var searcher = new IndexSearcher(reader);
                searcher.setSimilarity(BM25);
                for (var set : sets) {
                    before = cpu();
                    var rankings = rankings(set, searcher, languages.keySet());
                    double ms = (cpu() - before) / 1e6 / set.qrels().size();
                    System.out.printf(
                            "%-14s %7d %8.4f %7.4f %9.1f %9.2f  %s%n",
                            set.name(),
                            set.qrels().size(),
                            Metrics.mean(Metrics.perQuery(set.qrels(), rankings, (r, g) -> Metrics.ndcg(r, g, 10))),
                            Metrics.mean(Metrics.perQuery(set.qrels(), rankings, (r, g) -> Metrics.recall(r, g, 100))),
                            speed,
                            ms,
                            languages);
                }
            }
        }
    }

    private static Document document(String id, String text, Map<String, Integer> languages) {
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

    private static Map<String, List<String>> rankings(BeirSet set, IndexSearcher searcher, Set<String> languages)
            throws IOException {
        var rankings = new HashMap<String, List<String>>();
        for (var id : set.qrels().keySet()) {
            var ranking = new ArrayList<String>();
            for (var hit : searcher.search(query(set.queries().get(id).text(), languages), 100).scoreDocs) {
                var found = searcher.storedFields().document(hit.doc).get("id");
                ranking.add(
                        found.startsWith(set.name() + ":")
                                ? found.substring(set.name().length() + 1)
                                : found);
            }
            rankings.put(id, ranking);
        }
        return rankings;
    }

    private static Query query(String question, Set<String> languages) {
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

    private static long cpu() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }
}
