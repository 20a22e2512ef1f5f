///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION Compares the embedding models that need no download, on test collections: on every other query and on the rest.
//SOURCES ../lib/pipeline.java ../lib/eval.java Sets.java

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import rag.cli.Script;
import rag.engine.Engine;
import rag.engine.Search;
import rag.eval.BeirSet;
import rag.eval.Significance;
import rag.model.Mode;

@Command(
        name = "models",
        mixinStandardHelpOptions = true,
        description =
                "nDCG@10 of the dense route and of the whole search by embedding model, on two halves of the queries.",
        footer = {"", "Example: bench/models.java --data bench-data sets/scifact sets/cranfield"})
class models implements Callable<Integer> {

    @Mixin
    Sets sets;

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
        for (var folder : sets.folders) {
            var set = Sets.first(BeirSet.read(folder), most);
            Scores first = null;
            for (var name : names) {
                Scores scores;
                try (var engine = sets.common.engine(Map.of("embedding.model", name))) {
                    scores = measure(engine, set, set.name() + "-" + name.replace('.', '-'));
                }
                if (first == null) first = scores;
                row(set.name(), name, scores, first);
                all.computeIfAbsent(name, n -> new ArrayList<>()).add(scores);
            }
        }
        all.forEach((name, scores) -> IO.println("%-14s %-20s %7.4f %7.4f %7.4f %7.4f"
                .formatted(
                        "mean of " + sets.folders.size(),
                        name,
                        Sets.mean(scores.stream().map(Scores::dense).toList(), 0),
                        Sets.mean(scores.stream().map(Scores::dense).toList(), 1),
                        Sets.mean(scores.stream().map(Scores::hybrid).toList(), 0),
                        Sets.mean(scores.stream().map(Scores::hybrid).toList(), 1))));
        return 0;
    }

    private Scores measure(Engine engine, BeirSet set, String collection) throws IOException {
        var index = Sets.index(engine, collection, set);
        var search = new Search(engine);
        var dense = new ArrayList<Double>();
        var hybrid = new ArrayList<Double>();
        for (var judged : set.qrels().entrySet()) {
            var text = set.queries().get(judged.getKey()).text();
            if (text.isBlank()) continue;
            var grades = judged.getValue();
            var nearest = Sets.ask(search, text, collection, Mode.DENSE).dense();
            dense.add(Sets.ndcg(index, Sets.ids(nearest), grades));
            var ranked = Sets.ask(search, text, collection, null).ranked();
            hybrid.add(Sets.ndcg(index, Sets.fused(ranked, 10), grades));
        }
        return new Scores(Sets.array(dense), Sets.array(hybrid));
    }

    private static void row(String set, String model, Scores scores, Scores first) {
        IO.println("%-14s %-20s %7.4f %7.4f %7.4f %7.4f  %8.3f %8.3f"
                .formatted(
                        set,
                        model,
                        Sets.mean(scores.dense, 0),
                        Sets.mean(scores.dense, 1),
                        Sets.mean(scores.hybrid, 0),
                        Sets.mean(scores.hybrid, 1),
                        Significance.randomisation(Sets.half(scores.dense, 1), Sets.half(first.dense, 1)),
                        Significance.randomisation(Sets.half(scores.hybrid, 1), Sets.half(first.hybrid, 1))));
    }
}
