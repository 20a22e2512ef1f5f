///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION Measures text analysis by BM25 alone on test collections in BEIR format: one text, one document, any word.
//SOURCES ../lib/pipeline.java ../lib/eval.java WordIndex.java

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.apache.lucene.search.similarities.BM25Similarity;
import rag.eval.BeirSet;
import rag.eval.Metrics;

/** {@code bench/lexical.java [--mixed] FOLDER...}: each folder alone, or all of them in one index. */
class lexical {

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
        long before = cpu();
        try (var index = new WordIndex(sets, 1)) {
            double speed = index.bytes() / 1e6 / ((cpu() - before) / 1e9);
            for (var set : sets) {
                before = cpu();
                var rankings = index.rankings(set, BM25, 100);
                double ms = (cpu() - before) / 1e6 / set.qrels().size();
                System.out.printf(
                        "%-14s %7d %8.4f %7.4f %9.1f %9.2f  %s%n",
                        set.name(),
                        set.qrels().size(),
                        Metrics.mean(Metrics.perQuery(set.qrels(), rankings, (r, g) -> Metrics.ndcg(r, g, 10))),
                        Metrics.mean(Metrics.perQuery(set.qrels(), rankings, (r, g) -> Metrics.recall(r, g, 100))),
                        speed,
                        ms,
                        index.languages());
            }
        }
    }

    private static long cpu() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }
}
