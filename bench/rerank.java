///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION Measures what a reranker makes of the fused lists, on test collections in BEIR format.
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
import rag.engine.SearchRun;
import rag.eval.BeirSet;
import rag.eval.Metrics;
import rag.eval.Significance;
import rag.model.Filter;
import rag.model.Hyde;
import rag.model.Query;
import rag.trace.Trace;

@Command(
        name = "rerank",
        mixinStandardHelpOptions = true,
        description = "nDCG@10 of the list before reranking and of what a reranker makes of it; one text is one chunk.",
        footer = {"", "Example: bench/rerank.java --data bench-data sets/scifact sets/cranfield"})
class rerank implements Callable<Integer> {

    private static final int DEPTH = 10;

    @Mixin
    Sets sets;

    @Option(
            names = "--provider",
            paramLabel = "NAME",
            defaultValue = "late_interaction",
            description = "The reranker (default: ${DEFAULT-VALUE}); --config may say more of it.")
    String provider;

    @Option(
            names = "--candidates",
            paramLabel = "N",
            defaultValue = "30",
            description = "Passages that it gets, at least 20 (default: ${DEFAULT-VALUE}).")
    String candidates;

    @Option(
            names = "--queries",
            paramLabel = "N",
            defaultValue = "300",
            description = "Only the first N queries of each set (default: ${DEFAULT-VALUE}).")
    int most;

    static void main(String... args) {
        Script.run(new rerank(), args);
    }

    @Override
    public Integer call() throws IOException {
        IO.println("%-14s %7s %8s %8s %8s %7s %6s %9s %7s"
                .formatted("set", "queries", "before", "reranked", "diff", "p", "failed", "rerank ms", "all ms"));
        var settings = Map.of(
                "rerank.enabled", "true",
                "rerank.provider", provider,
                "rerank.candidates", candidates,
                "rerank.timeout_s", "600",
                "observability.trace_enabled", "false");
        sets.each(settings, most, this::measure);
        return 0;
    }

    private void measure(Engine engine, BeirSet set) throws IOException {
        var index = Sets.index(engine, set.name(), set);
        var search = new Search(engine);
        var fused = new LinkedHashMap<String, List<String>>();
        var reranked = new LinkedHashMap<String, List<String>>();
        var qrels = set.qrels();
        var stage = new ArrayList<Double>();
        var whole = new ArrayList<Double>();
        int failed = 0;
        for (var id : qrels.keySet()) {
            var text = set.queries().get(id).text();
            if (text.isBlank()) continue;
            var run = search.run(
                    new Query(text, List.of(set.name()), DEPTH, null, Filter.NONE, true, Hyde.NEVER, 0, null));
            fused.put(id, index.setIds(Sets.fused(run.refined(), DEPTH)));
            reranked.put(id, index.setIds(Sets.fused(run.ranked(), DEPTH)));
            var reranking = stage(run);
            if (reranking.error() != null) failed++;
            stage.add(reranking.elapsedMs());
            whole.add(run.answer().elapsedMs());
        }
        Metrics.Measure ndcg = (ranking, grades) -> Metrics.ndcg(ranking, grades, DEPTH);
        var before = Metrics.perQuery(qrels, fused, ndcg);
        var after = Metrics.perQuery(qrels, reranked, ndcg);
        IO.println(String.format(
                Locale.ROOT,
                "%-14s %7d %8.4f %8.4f %+8.4f %7.4f %6d %9.1f %7.1f",
                set.name(),
                qrels.size(),
                Metrics.mean(before),
                Metrics.mean(after),
                Metrics.mean(after) - Metrics.mean(before),
                Significance.randomisation(after, before),
                failed,
                Sets.median(stage),
                Sets.median(whole)));
    }

    private static Trace.Stage stage(SearchRun run) {
        return run.trace().stages().stream()
                .filter(stage -> stage.stage().equals("rerank"))
                .findFirst()
                .orElseThrow();
    }
}
