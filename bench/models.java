///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION Compares the embedding models that need no download, on test collections: on every other query and on the rest.
//SOURCES ../lib/pipeline.java ../lib/eval.java

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import rag.cli.CommonOptions;
import rag.cli.ProgressLine;
import rag.cli.Script;
import rag.engine.Engine;
import rag.engine.Search;
import rag.eval.BeirIndex;
import rag.eval.BeirSet;
import rag.eval.Metrics;
import rag.eval.Significance;
import rag.model.Candidate;
import rag.model.Filter;
import rag.model.Mode;
import rag.model.Query;
import rag.retrieve.Fused;

@Command(
        name = "models",
        mixinStandardHelpOptions = true,
        description =
                "nDCG@10 of the dense route and of the whole search by embedding model, on two halves of the queries.",
        footer = {"", "Example: bench/models.java --data bench-data sets/scifact sets/cranfield"})
class models implements Callable<Integer> {

    @Mixin
    CommonOptions common;

    @Parameters(arity = "1..*", paramLabel = "FOLDER", description = "BEIR folders.")
    List<Path> folders = List.of();

    @Option(names = "--models", split = ",", paramLabel = "NAME", description = "The first is what others are held to.")
    List<String> names = List.of("bge-small-en-v1.5", "all-MiniLM-L6-v2", "e5-small-v2");

    @Option(names = "--queries", paramLabel = "N", defaultValue = "300", description = "First N queries of each set.")
    int most;

    /** nDCG@10 by query. */
    private record Scores(double[] dense, double[] hybrid) {}

    static void main(String... args) {
        Script.run(new models(), args);
    }

    @Override
    public Integer call() throws IOException {
        IO.println("%-14s %-20s %15s %15s %18s"
                .formatted("set", "model", "dense, halves", "hybrid, halves", "p on half 2"));
        var all = new LinkedHashMap<String, List<Scores>>();
        for (var folder : folders) {
            var set = BeirSet.read(folder);
            Scores first = null;
            for (var name : names) {
                Scores scores;
                try (var engine = common.engine(Map.of("embedding.model", name))) {
                    scores = measure(engine, set, set.name() + "-" + name.replace('.', '-'));
                }
                if (first == null) first = scores;
                row(set.name(), name, scores, first);
                all.computeIfAbsent(name, n -> new ArrayList<>()).add(scores);
            }
        }
        all.forEach((name, scores) -> IO.println("%-14s %-20s %7.4f %7.4f %7.4f %7.4f"
                .formatted(
                        "mean of " + folders.size(),
                        name,
                        mean(scores.stream().map(Scores::dense).toList(), 0),
                        mean(scores.stream().map(Scores::dense).toList(), 1),
                        mean(scores.stream().map(Scores::hybrid).toList(), 0),
                        mean(scores.stream().map(Scores::hybrid).toList(), 1))));
        return 0;
    }

    private Scores measure(Engine engine, BeirSet set, String collection) throws IOException {
        BeirIndex index;
        try (var progress = new ProgressLine()) {
            index = BeirIndex.build(engine, collection, set, progress);
        }
        var search = new Search(engine);
        var dense = new ArrayList<Double>();
        var hybrid = new ArrayList<Double>();
        for (var judged : set.qrels().entrySet().stream().limit(most).toList()) {
            var text = set.queries().get(judged.getKey()).text();
            if (text.isBlank()) continue;
            var grades = judged.getValue();
            var nearest = search.run(query(text, collection, Mode.DENSE)).dense();
            dense.add(ndcg(index.setIds(nearest.stream().map(Candidate::id).toList()), grades));
            var ranked = search.run(query(text, collection, null)).ranked();
            hybrid.add(ndcg(index.setIds(ranked.stream().map(Fused::id).toList()), grades));
        }
        return new Scores(array(dense), array(hybrid));
    }

    private static Query query(String text, String collection, Mode mode) {
        return new Query(text, List.of(collection), 1, mode, Filter.NONE, false, 0, null);
    }

    private static double ndcg(List<String> ranking, Map<String, Integer> grades) {
        return Metrics.ndcg(ranking, grades, 10);
    }

    private static double[] array(List<Double> list) {
        return list.stream().mapToDouble(Double::doubleValue).toArray();
    }

    private static void row(String set, String model, Scores scores, Scores first) {
        IO.println("%-14s %-20s %7.4f %7.4f %7.4f %7.4f  %8.3f %8.3f"
                .formatted(
                        set,
                        model,
                        Metrics.mean(half(scores.dense, 0)),
                        Metrics.mean(half(scores.dense, 1)),
                        Metrics.mean(half(scores.hybrid, 0)),
                        Metrics.mean(half(scores.hybrid, 1)),
                        Significance.randomisation(half(scores.dense, 1), half(first.dense, 1)),
                        Significance.randomisation(half(scores.hybrid, 1), half(first.hybrid, 1))));
    }

    private static double[] half(double[] each, int half) {
        return IntStream.range(0, each.length)
                .filter(i -> i % 2 == half)
                .mapToDouble(i -> each[i])
                .toArray();
    }

    private static double mean(List<double[]> sets, int half) {
        return sets.stream()
                .mapToDouble(each -> Metrics.mean(half(each, half)))
                .average()
                .orElse(0);
    }
}
