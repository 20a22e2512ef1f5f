///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION Tries values for feedback on test collections: on every other query and on the rest.
//SOURCES ../lib/pipeline.java ../lib/eval.java

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
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
import rag.model.Filter;
import rag.model.Query;
import rag.retrieve.Convex;
import rag.retrieve.Feedback;
import rag.retrieve.Fused;
import rag.retrieve.RouteWeights;

@Command(
        name = "feedback",
        mixinStandardHelpOptions = true,
        description = "Mean nDCG@10 over test collections for values of feedback, on two halves of the queries.",
        footer = {"", "Example: bench/feedback.java --data bench-data sets/scifact sets/cranfield"})
class feedback implements Callable<Integer> {

    private static final List<Feedback> VALUES = List.of(
            new Feedback(1, 0, 0),
            new Feedback(3, 0.3, 0),
            new Feedback(5, 0.5, 0),
            new Feedback(2, 0.5, 0.2),
            new Feedback(3, 0.3, 0.2),
            new Feedback(3, 0.5, 0.2),
            new Feedback(5, 0.3, 0.2),
            new Feedback(5, 0.5, 0.2),
            new Feedback(5, 0.5, 0.3),
            new Feedback(10, 0.5, 0.2));

    @Mixin
    CommonOptions common;

    @Parameters(arity = "1..*", paramLabel = "FOLDER", description = "BEIR folders.")
    List<Path> folders = List.of();

    @Option(names = "--queries", paramLabel = "N", defaultValue = "1000", description = "First N queries of each set.")
    int most;

    static void main(String... args) {
        Script.run(new feedback(), args);
    }

    @Override
    public Integer call() throws IOException {
        var byValue = new LinkedHashMap<Feedback, Map<String, double[]>>();
        for (var value : VALUES) byValue.put(value, new LinkedHashMap<>());
        var none = new LinkedHashMap<String, double[]>();
        try (var engine = common.engine()) {
            for (var folder : folders) measure(engine, BeirSet.read(folder), none, byValue);
        }
        IO.println("%-34s %8s %8s   difference to fusion alone (p) by set".formatted("", "half", "other"));
        row("fusion alone", none, none);
        byValue.forEach((value, scores) -> row(value.toString(), scores, none));
        return 0;
    }

    private void measure(
            Engine engine, BeirSet set, Map<String, double[]> none, Map<Feedback, Map<String, double[]>> byValue)
            throws IOException {
        BeirIndex index;
        try (var progress = new ProgressLine()) {
            index = BeirIndex.build(engine, set.name(), set, progress);
        }
        var search = new Search(engine);
        var plain = new ArrayList<Double>();
        var scores = new LinkedHashMap<Feedback, List<Double>>();
        for (var value : VALUES) scores.put(value, new ArrayList<>());
        try (var reader = engine.store().reader(List.of(set.name()))) {
            var embedder = engine.embedder(set.name(), reader.fingerprint());
            for (var judged : set.qrels().entrySet().stream().limit(most).toList()) {
                var text = set.queries().get(judged.getKey()).text();
                if (text.isBlank()) continue;
                var run = search.run(new Query(text, List.of(set.name()), 1, null, Filter.NONE, false, 0, null));
                if (run.dense().isEmpty()) continue; // a language that the model does not know
                var fused = run.fused();
                plain.add(ndcg(index, fused.stream().map(Fused::id).toList(), judged.getValue()));
                var vectors = reader.vectors(fused.stream().map(Fused::id).toList());
                var question = embedder.query(text);
                scores.forEach((value, list) -> {
                    var order = value.scores(
                            question, fused, vectors, reader::dot, new Convex(), RouteWeights.of(0.5, 0.5), 100);
                    list.add(ndcg(index, List.copyOf(order.keySet()), judged.getValue()));
                });
            }
        }
        none.put(set.name(), array(plain));
        scores.forEach((value, list) -> byValue.get(value).put(set.name(), array(list)));
    }

    private static double ndcg(BeirIndex index, List<String> chunks, Map<String, Integer> grades) {
        return Metrics.ndcg(index.setIds(chunks.subList(0, Math.min(10, chunks.size()))), grades, 10);
    }

    private static double[] array(List<Double> list) {
        return list.stream().mapToDouble(Double::doubleValue).toArray();
    }

    private static void row(String name, Map<String, double[]> scores, Map<String, double[]> none) {
        var line = new StringBuilder(
                "%-34s %8.4f %8.4f  ".formatted(name.replace("Feedback", ""), half(scores, 0), half(scores, 1)));
        scores.forEach((set, each) -> line.append(String.format(
                Locale.ROOT,
                " %s %+.4f (%.3f)",
                set,
                Metrics.mean(each) - Metrics.mean(none.get(set)),
                Significance.randomisation(each, none.get(set)))));
        IO.println(line);
    }

    /** Mean over the sets of the mean over every other query. */
    private static double half(Map<String, double[]> scores, int from) {
        return scores.values().stream()
                .mapToDouble(each -> IntStream.range(0, each.length)
                        .filter(i -> i % 2 == from)
                        .mapToDouble(i -> each[i])
                        .average()
                        .orElse(0))
                .average()
                .orElse(0);
    }
}
