///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION Tries values for feedback on test collections: on every other query and on the rest.
//SOURCES ../lib/pipeline.java ../lib/eval.java

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
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

    private static final int[] PASSAGES = {1, 2, 3, 5, 8};
    private static final double[] WEIGHTS = {0, 0.1, 0.2, 0.3, 0.5, 0.7};
    private static final double[] SHARES = {0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6};

    /** A value that lowers a set by chance no more often than this is not taken. */
    private static final double DOUBT = 0.05;

    /** Nor one that leaves a set so far below its better route. */
    private static final double LOSS = 0.01;

    @Mixin
    CommonOptions common;

    @Parameters(arity = "1..*", paramLabel = "FOLDER", description = "BEIR folders.")
    List<Path> folders = List.of();

    @Option(names = "--queries", paramLabel = "N", defaultValue = "1000", description = "First N queries of each set.")
    int most;

    static void main(String... args) {
        Script.run(new feedback(), args);
    }

    /** nDCG@10 by set and query, for fusion alone and for each value. */
    private final Map<String, double[]> none = new LinkedHashMap<>();

    /** The same for the better route alone. */
    private final Map<String, double[]> route = new LinkedHashMap<>();

    private final Map<Feedback, Map<String, double[]>> byValue = new LinkedHashMap<>();

    @Override
    public Integer call() throws IOException {
        for (int passages : PASSAGES)
            for (double weight : WEIGHTS)
                for (double share : SHARES)
                    if (weight > 0 || passages == 1)
                        byValue.put(new Feedback(passages, weight, share), new LinkedHashMap<>());
        try (var engine = common.engine()) {
            for (var folder : folders) measure(engine, BeirSet.read(folder));
        }
        var first = choose(0);
        var other = choose(1);
        IO.println("Mean nDCG@10 over the sets; every other query of each set makes a half.%n".formatted());
        IO.println("%-52s %8s %8s".formatted("", "half 1", "half 2"));
        row("fusion alone", none);
        row("chosen on half 1: " + name(first), byValue.get(first));
        row("chosen on half 2: " + name(other), byValue.get(other));
        row("as shipped: " + name(Feedback.MEASURED), byValue.get(Feedback.MEASURED));
        IO.println("%nChosen on one half, measured on the other: %.4f, where fusion alone has %.4f"
                .formatted(
                        (half(byValue.get(first), 1) + half(byValue.get(other), 0)) / 2,
                        (half(none, 0) + half(none, 1)) / 2));
        IO.println(
                "%nOn half 2, by the value chosen on half 1 (p against fusion alone), and how far from the better route:%n"
                        .formatted());
        byValue.get(first)
                .forEach((set, each) -> IO.println("  %-14s %.4f %+.4f (%.3f) %+.4f"
                        .formatted(
                                set,
                                mean(each, 1),
                                mean(each, 1) - mean(none.get(set), 1),
                                p(set, each, 1),
                                mean(each, 1) - mean(route.get(set), 1))));
        return 0;
    }

    /** The best mean on this half, of the values that harm no set of it. */
    private Feedback choose(int half) {
        return byValue.entrySet().stream()
                .filter(e ->
                        e.getValue().entrySet().stream().noneMatch(set -> harms(set.getKey(), set.getValue(), half)))
                .max(Comparator.comparingDouble(e -> half(e.getValue(), half)))
                .orElseThrow(() -> new IllegalStateException("every value makes a set worse"))
                .getKey();
    }

    private boolean harms(String set, double[] each, int half) {
        double mean = mean(each, half);
        return mean < mean(route.get(set), half) - LOSS
                || mean < mean(none.get(set), half) && p(set, each, half) < DOUBT;
    }

    private double p(String set, double[] each, int half) {
        return Significance.randomisation(every(each, half), every(none.get(set), half));
    }

    private void measure(Engine engine, BeirSet set) throws IOException {
        BeirIndex index;
        try (var progress = new ProgressLine()) {
            index = BeirIndex.build(engine, set.name(), set, progress);
        }
        var search = new Search(engine);
        var plain = new ArrayList<Double>();
        var dense = new ArrayList<Double>();
        var sparse = new ArrayList<Double>();
        var scores = new LinkedHashMap<Feedback, List<Double>>();
        for (var value : byValue.keySet()) scores.put(value, new ArrayList<>());
        try (var reader = engine.store().reader(List.of(set.name()))) {
            var embedder = engine.embedder(set.name(), reader.fingerprint());
            for (var judged : set.qrels().entrySet().stream().limit(most).toList()) {
                var text = set.queries().get(judged.getKey()).text();
                if (text.isBlank()) continue;
                var run = search.run(new Query(text, List.of(set.name()), 1, null, Filter.NONE, false, 0, null));
                if (run.dense().isEmpty()) continue; // a language that the model does not know
                var fused = run.fused();
                plain.add(ndcg(index, fused.stream().map(Fused::id).toList(), judged.getValue()));
                dense.add(ndcg(index, ids(run.dense()), judged.getValue()));
                sparse.add(ndcg(index, ids(run.sparse()), judged.getValue()));
                var vectors = reader.vectors(fused.stream().map(Fused::id).toList());
                var question = embedder.query(text);
                scores.forEach((value, list) -> {
                    var order = value.scores(question, fused, vectors, reader::dot, new Convex(), RouteWeights.of(0.5, 0.5), 100);
                    list.add(ndcg(index, List.copyOf(order.keySet()), judged.getValue()));
                });
            }
        }
        none.put(set.name(), array(plain));
        var routes = List.of(array(dense), array(sparse));
        route.put(set.name(), Collections.max(routes, Comparator.comparingDouble(Metrics::mean)));
        scores.forEach((value, list) -> byValue.get(value).put(set.name(), array(list)));
    }

    private static List<String> ids(List<Candidate> list) {
        return list.stream().map(Candidate::id).toList();
    }

    private static double ndcg(BeirIndex index, List<String> chunks, Map<String, Integer> grades) {
        return Metrics.ndcg(index.setIds(chunks.subList(0, Math.min(10, chunks.size()))), grades, 10);
    }

    private static double[] array(List<Double> list) {
        return list.stream().mapToDouble(Double::doubleValue).toArray();
    }

    private static void row(String name, Map<String, double[]> scores) {
        IO.println("%-52s %8.4f %8.4f".formatted(name, half(scores, 0), half(scores, 1)));
    }

    private static String name(Feedback value) {
        return "%d passages, weight %.1f, share %.1f".formatted(value.passages(), value.weight(), value.share());
    }

    /** Mean over the sets of the mean over every other query. */
    private static double half(Map<String, double[]> scores, int half) {
        return scores.values().stream()
                .mapToDouble(each -> mean(each, half))
                .average()
                .orElse(0);
    }

    private static double mean(double[] each, int half) {
        return Metrics.mean(every(each, half));
    }

    private static double[] every(double[] each, int half) {
        return IntStream.range(0, each.length)
                .filter(i -> i % 2 == half)
                .mapToDouble(i -> each[i])
                .toArray();
    }
}
