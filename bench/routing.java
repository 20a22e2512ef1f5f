///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION Compares ways of choosing collections for a question, where several collections are close in subject.
//SOURCES ../lib/pipeline.java ../lib/eval.java Sets.java Cut.java Holdings.java Ways.java

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import rag.cli.CommonOptions;
import rag.cli.Script;
import rag.eval.BeirSet;
import rag.eval.Metrics;
import rag.eval.Significance;

@Command(
        name = "routing",
        mixinStandardHelpOptions = true,
        description =
                "Makes collections of test sets (whole, in runs, by topic), and asks each way of routing where the"
                        + " questions belong whose judged texts all lie in one.",
        footer = {"", "Example: bench/routing.java --data bench-data sets/scifact sets/cranfield"})
class routing implements Callable<Integer> {

    @Option(
            names = "--data",
            required = true,
            paramLabel = "DIR",
            description = "Where the collections are made; an embeddings.db in it is used.")
    @Nullable
    Path data;

    @Parameters(arity = "1..*", paramLabel = "FOLDER", description = "BEIR folders.")
    List<Path> folders = List.of();

    @Option(names = "--queries", paramLabel = "N", defaultValue = "60", description = "First N queries of each set.")
    int most;

    @Option(names = "--parts", paramLabel = "N", defaultValue = "4", description = "Collections of each set.")
    int parts;

    @Option(names = "--cuts", paramLabel = "NAME", split = ",", description = "sets, runs, topics. Default: all.")
    List<String> cuts = List.of("sets", "runs", "topics");

    /** Vectors of the texts, for the cut by topic; known once the sets are there as they are. */
    private Map<String, float[]> vectors = Map.of();

    static void main(String... args) {
        Script.run(new routing(), args);
    }

    @Override
    public Integer call() throws IOException {
        var sets = folders.stream().map(BeirSet::read).toList();
        for (var cut : Cut.values()) {
            boolean shown = cuts.contains(cut.name().toLowerCase(Locale.ROOT));
            if (shown || cut == Cut.SETS && cuts.contains("topics")) measure(cut, sets, shown);
        }
        return 0;
    }

    private void measure(Cut cut, List<BeirSet> sets, boolean shown) throws IOException {
        var folder = folder(cut);
        try (var engine = new CommonOptions(null, folder).engine(Map.of("observability.trace_enabled", "false"))) {
            var holdings = new Holdings(engine, cut.of(sets, parts, vectors));
            if (cut == Cut.SETS) vectors = holdings.vectors;
            if (!shown) return;
            engine.warm();
            var questions = questions(sets, holdings);
            IO.println("%n%s: %d collections of %d to %d texts, %d questions"
                    .formatted(
                            cut.name().toLowerCase(Locale.ROOT),
                            holdings.collections.size(),
                            sizes(holdings).values().stream().min(Long::compare).orElse(0L),
                            sizes(holdings).values().stream().max(Long::compare).orElse(0L),
                            questions.size()));
            var ways = new Ways(engine, holdings);
            for (var question : questions.keySet().stream().limit(20).toList()) ways.route(question);
            var right = new LinkedHashMap<String, List<List<Double>>>();
            var times = new LinkedHashMap<String, List<Double>>();
            for (var question : questions.entrySet()) {
                for (var way : ways.all().entrySet()) {
                    long start = System.nanoTime();
                    var order = way.getValue().order(question.getKey());
                    double ms = (System.nanoTime() - start) / 1e6;
                    times.computeIfAbsent(way.getKey(), key -> new ArrayList<>())
                            .add(ms);
                    int place = order.indexOf(question.getValue());
                    right.computeIfAbsent(way.getKey(), key -> List.of(new ArrayList<>(), new ArrayList<>()))
                            .getFirst()
                            .add(place == 0 ? 1.0 : 0.0);
                    right.get(way.getKey()).getLast().add(place >= 0 && place < 3 ? 1.0 : 0.0);
                }
            }
            print(right, times);
        }
    }

    private static Map<String, Long> sizes(Holdings holdings) {
        return holdings.collectionOf.values().stream().collect(Collectors.groupingBy(c -> c, Collectors.counting()));
    }

    private Path folder(Cut cut) throws IOException {
        var top = Objects.requireNonNull(data);
        var folder = Files.createDirectories(top.resolve(cut.name().toLowerCase(Locale.ROOT)));
        var known = top.resolve("embeddings.db");
        if (Files.exists(known) && Files.notExists(folder.resolve("embeddings.db")))
            Files.copy(known, folder.resolve("embeddings.db"));
        return folder;
    }

    /** Questions with their collection. */
    private Map<String, String> questions(List<BeirSet> sets, Holdings holdings) {
        var questions = new LinkedHashMap<String, String>();
        for (var set : sets) {
            Sets.first(set, most).qrels().forEach((id, grades) -> {
                var where = grades.entrySet().stream()
                        .filter(grade -> grade.getValue() > 0)
                        .map(grade -> holdings.collectionOfText.getOrDefault(set.name() + ":" + grade.getKey(), ""))
                        .distinct()
                        .toList();
                var text = set.queries().get(id).text();
                if (where.size() == 1 && !where.getFirst().isEmpty() && !text.isBlank())
                    questions.put(text, where.getFirst());
            });
        }
        return questions;
    }

    private static void print(Map<String, List<List<Double>>> right, Map<String, List<Double>> times) {
        IO.println("%-24s %8s %8s %8s %8s %8s".formatted("", "first", "p", "of 3", "p", "ms"));
        var ours = right.get("router");
        right.forEach((way, lists) -> IO.println(String.format(
                Locale.ROOT,
                "%-24s %8.3f %8.4f %8.3f %8.4f %8.2f",
                way,
                Metrics.mean(Sets.array(lists.getFirst())),
                Significance.randomisation(Sets.array(lists.getFirst()), Sets.array(ours.getFirst())),
                Metrics.mean(Sets.array(lists.getLast())),
                Significance.randomisation(Sets.array(lists.getLast()), Sets.array(ours.getLast())),
                Sets.median(times.get(way)))));
    }
}
