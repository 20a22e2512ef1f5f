///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION Measures retrieval on test collections in BEIR format with the settings as they are: one text, one chunk.
//SOURCES ../lib/pipeline.java ../lib/eval.java Sets.java

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import rag.cli.Script;
import rag.engine.Engine;
import rag.engine.Search;
import rag.eval.BeirSet;
import rag.eval.Metrics;
import rag.eval.Significance;
import rag.model.Mode;

@Command(
        name = "quality",
        mixinStandardHelpOptions = true,
        description =
                "nDCG@10 of the dense route, the sparse route and both fused, on test collections in BEIR format.",
        footer = {"", "Example: bench/quality.java --data bench-data sets/scifact sets/cranfield"})
class quality implements Callable<Integer> {

    @Mixin
    Sets sets;

    @Option(
            names = "--queries",
            paramLabel = "N",
            defaultValue = "2147483647",
            description = "Only the first N queries of each set.")
    int most;

    /** Sums over the sets so far: bm25, dense, hybrid. */
    private final double[] sums = new double[3];

    /** nDCG@10 that others published for the same texts, queries and judgements; the other sets have none. */
    private static final Map<String, String> PUBLISHED = Map.of(
            "scifact",
            String.join(
                    " ",
                    "published: BM25 0.6789 (Anserini, flat), bge-small-en-v1.5 0.7127 (MTEB, 32 bits),",
                    "RRF of BM25 and bge-base 0.7420, their min-max average 0.7472 (Anserini)"));

    static void main(String... args) {
        Script.run(new quality(), args);
    }

    @Override
    public Integer call() throws IOException {
        IO.println("%-14s %7s %7s %7s %7s %7s %8s %9s %7s"
                .formatted("set", "queries", "bm25", "dense", "hybrid", "R@100", "hybrid -", "p", "ms"));
        IO.println("%-14s %7s %7s %7s %7s %7s %8s".formatted("", "", "nDCG@10", "", "", "hybrid", "better"));
        sets.each(Map.of(), most, this::measure);
        int n = sets.folders.size();
        IO.println("%-14s %7s %7.4f %7.4f %7.4f".formatted("mean of " + n, "", sums[0] / n, sums[1] / n, sums[2] / n));
        return 0;
    }

    private void measure(Engine engine, BeirSet set) throws IOException {
        var index = Sets.index(engine, set.name(), set);
        var search = new Search(engine);
        var dense = new LinkedHashMap<String, List<String>>();
        var sparse = new LinkedHashMap<String, List<String>>();
        var hybrid = new LinkedHashMap<String, List<String>>();
        var qrels = set.qrels();
        var times = new ArrayList<Double>();
        for (var id : qrels.keySet()) {
            var text = set.queries().get(id).text();
            if (text.isBlank()) continue;
            var run = Sets.ask(search, text, set.name(), null);
            times.add(run.answer().elapsedMs());
            hybrid.put(id, index.setIds(Sets.fused(run.ranked(), 100)));
            sparse.put(id, index.setIds(Sets.ids(run.sparse())));
            var nearest = run.dense().isEmpty()
                    ? Sets.ask(search, text, set.name(), Mode.DENSE).dense()
                    : run.dense();
            dense.put(id, index.setIds(Sets.ids(nearest)));
        }
        report(set.name(), qrels, sparse, dense, hybrid, times);
    }

    private void report(
            String name,
            Map<String, Map<String, Integer>> qrels,
            Map<String, List<String>> sparse,
            Map<String, List<String>> dense,
            Map<String, List<String>> hybrid,
            List<Double> times) {
        Metrics.Measure ndcg = (ranking, grades) -> Metrics.ndcg(ranking, grades, 10);
        var s = Metrics.perQuery(qrels, sparse, ndcg);
        var d = Metrics.perQuery(qrels, dense, ndcg);
        var h = Metrics.perQuery(qrels, hybrid, ndcg);
        var better = Metrics.mean(s) > Metrics.mean(d) ? s : d;
        var recall = Metrics.perQuery(qrels, hybrid, (ranking, grades) -> Metrics.recall(ranking, grades, 100));
        sums[0] += Metrics.mean(s);
        sums[1] += Metrics.mean(d);
        sums[2] += Metrics.mean(h);
        IO.println(String.format(
                Locale.ROOT,
                "%-14s %7d %7.4f %7.4f %7.4f %7.4f %+8.4f %9.4f %7.2f",
                name,
                qrels.size(),
                Metrics.mean(s),
                Metrics.mean(d),
                Metrics.mean(h),
                Metrics.mean(recall),
                Metrics.mean(h) - Metrics.mean(better),
                Significance.randomisation(h, better),
                Sets.median(times)));
        if (PUBLISHED.containsKey(name)) IO.println("  " + PUBLISHED.get(name));
    }
}
