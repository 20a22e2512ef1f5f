package rag.engine;

import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import rag.model.Filter;
import rag.model.Filter.Condition;
import rag.model.Query;

/** Documents of a domain with what their manifest says, over a real store with a real model. */
abstract class WithDomain {

    static final LocalDate DAY = LocalDate.of(2026, 3, 1);

    @TempDir
    Path folder;

    Corpus corpus;
    final List<String> lines = new ArrayList<>();

    @BeforeEach
    void open() {
        corpus = new Corpus(folder, Map.of());
    }

    @AfterEach
    void close() {
        corpus.close();
    }

    void sheet(String name, String fee, String more) {
        corpus.write(name, "# Fees\n\nThe fee for a term is " + fee + " thaler, to be paid in advance.");
        lines.add("{\"document_path\": \"%s\", \"title\": \"%s\", \"country\": \"Norvia\", \"source_type\": \"faq\"%s}"
                .formatted(name, name, more));
    }

    void manual(String name, String oil, String more) {
        corpus.write(name, "# Oil\n\nFill " + oil + " litres of oil into the compressor.");
        lines.add(
                "{\"document_path\": \"%s\", \"title\": \"%s\", \"manufacturer\": \"Torvald\", \"manual_type\": \"service\"%s}"
                        .formatted(name, name, more));
    }

    DomainSearch search(String domain) {
        var file = corpus.write("manifest.jsonl", String.join("\n", lines));
        var search = new DomainSearch(corpus.engine(), corpus.engine().domains().named(domain));
        var collection = search.domain().collection();
        new Ingestion(corpus.engine())
                .run(
                        new IngestRequest(
                                collection, List.of(), false, true, true, Duration.ofSeconds(5), "test", file),
                        Progress.NONE,
                        () -> false);
        return search;
    }

    static DomainQuery on(LocalDate day, String text, Condition... conditions) {
        var query = new Query(text, List.of(), 10, null, new Filter(List.of(conditions)), true, 0, null);
        return new DomainQuery(query, day, false, false);
    }

    static DomainQuery all(DomainQuery query) {
        return new DomainQuery(query.query(), query.asOf(), true, true);
    }

    /** States of the hits by file. */
    static Map<String, String> states(DomainAnswer answer) {
        var states = new TreeMap<String, String>();
        for (int i = 0; i < answer.standings().size(); i++) {
            var source = answer.answer().hits().get(i).chunk().source();
            states.put(
                    Path.of(source).getFileName().toString(),
                    answer.standings().get(i).state().key());
        }
        return states;
    }
}
