///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION Measures stores elsewhere beside the embedded one: the same answers, how good, how fast.
//SOURCES ../lib/pipeline.java ../lib/eval.java Sets.java
//RUNTIME_OPTIONS --add-modules jdk.incubator.vector

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import rag.cli.CommonOptions;
import rag.cli.Script;
import rag.engine.Engine;
import rag.engine.Search;
import rag.engine.SearchRun;
import rag.eval.BeirIndex;
import rag.eval.BeirSet;
import rag.model.Mode;
import rag.retrieve.Fused;

@Command(
        name = "stores",
        mixinStandardHelpOptions = true,
        description = {
            "The top 10 of a hybrid search in each store beside the embedded one's, nDCG@10, and the time of a query",
            "without the embedding of its question, asked of all stores by turns."
        },
        footer = {"", "Example: bench/stores.java --data bench-data --set sets/scifact --settings pgvector.yaml"})
class stores implements Callable<Integer> {

    /** Scores that differ by less count as equal, and their order as no difference. */
    private static final double TIE = 1e-4;

    private static final int DEPTH = 10;

    @Option(names = "--set", required = true, paramLabel = "FOLDER", description = "Test collection in BEIR format.")
    Path folder = Path.of("");

    @Option(
            names = "--settings",
            required = true,
            split = ",",
            paramLabel = "FILE",
            description = "Settings (YAML), one file a store: vector_store with its provider and hosts.")
    List<Path> settings = List.of();

    @Option(
            names = "--data",
            required = true,
            paramLabel = "DIR",
            description =
                    "Folder with an embeddings.db that knows the set, such as that of bench/quality.java; it is only"
                            + " read. What is written goes into DIR-stores, a folder a store.")
    Path data = Path.of("");

    @Option(
            names = "--queries",
            paramLabel = "N",
            defaultValue = "2147483647",
            description = "Only the first N queries of the set.")
    int most;

    static void main(String... args) {
        Script.run(new stores(), args);
    }

    /** A store under measurement, with what it answered. */
    private static final class Side implements AutoCloseable {

        private final String name;
        private final Engine engine;
        private final BeirIndex index;
        private final Search search;
        private final double fillSeconds;
        private final List<List<Fused>> lists = new ArrayList<>();
        private final List<Double> times = new ArrayList<>();
        private double ndcg;

        Side(String name, Engine engine, BeirSet set) {
            this.name = name;
            this.engine = engine;
            long start = System.nanoTime();
            this.index = Sets.index(engine, set.name(), set);
            this.fillSeconds = (System.nanoTime() - start) / 1e9;
            this.search = new Search(engine);
        }

        SearchRun ask(String text, String collection) {
            return Sets.ask(search, text, collection, Mode.HYBRID);
        }

        @Override
        public void close() {
            engine.close();
        }
    }

    @Override
    public Integer call() throws IOException {
        var set = Sets.first(BeirSet.read(folder), most);
        var sides = new ArrayList<Side>();
        try {
            sides.add(side("embedded", null, set));
            for (var file : settings)
                sides.add(side(file.getFileName().toString().replaceFirst("\\.[^.]*$", ""), file, set));
            ask(sides, set);
            report(sides, set);
        } finally {
            for (var side : sides) side.close();
        }
        return 0;
    }

    private Side side(String name, @Nullable Path file, BeirSet set) throws IOException {
        var own = data.resolveSibling(data.getFileName() + "-stores").resolve(name);
        var vectors = own.resolve("embeddings.db");
        if (!Files.exists(vectors)) {
            Files.createDirectories(own);
            for (var part : List.of("embeddings.db", "embeddings.db-wal")) {
                if (Files.exists(data.resolve(part))) Files.copy(data.resolve(part), own.resolve(part));
            }
        }
        return new Side(name, new CommonOptions(file, own).engine(), set);
    }

    /** Each question goes to all, each time another one first. */
    private void ask(List<Side> sides, BeirSet set) {
        var ids = set.qrels().keySet().stream()
                .filter(id -> !set.queries().get(id).text().isBlank())
                .toList();
        for (var side : sides)
            for (var id : ids.subList(0, Math.min(30, ids.size())))
                side.ask(set.queries().get(id).text(), set.name()); // what is slow at first, such as loading classes
        var order = new ArrayList<>(sides);
        for (var id : ids) {
            Collections.rotate(order, 1);
            for (var side : order) {
                var run = side.ask(set.queries().get(id).text(), set.name());
                var list = run.ranked();
                side.times.add(run.answer().elapsedMs() - embedding(run));
                side.lists.add(list);
                side.ndcg += Sets.ndcg(
                                side.index, Sets.fused(list, DEPTH), set.qrels().get(id))
                        / ids.size();
            }
        }
    }

    private static double embedding(SearchRun run) {
        return run.trace().stages().stream()
                .mapToDouble(stage -> stage.data().get("embed_ms") instanceof Number ms ? ms.doubleValue() : 0)
                .sum();
    }

    private void report(List<Side> sides, BeirSet set) {
        var embedded = sides.getFirst();
        IO.println("%s: %d texts, %d questions, hybrid"
                .formatted(set.name(), set.corpus().size(), embedded.lists.size()));
        IO.println("%-12s %8s %9s %9s %8s %8s %8s"
                .formatted("store", "fill s", "same top", "but ties", "nDCG@10", "p50 ms", "p90 ms"));
        for (var side : sides) {
            int same = 0;
            int equal = 0;
            for (int i = 0; i < side.lists.size(); i++) {
                var ours = Sets.fused(side.lists.get(i), DEPTH);
                if (ours.equals(Sets.fused(embedded.lists.get(i), DEPTH))) same++;
                if (equal(embedded.lists.get(i), ours)) equal++;
            }
            IO.println(String.format(
                    Locale.ROOT,
                    "%-12s %8.1f %9d %9d %8.4f %8.2f %8.2f",
                    side.name,
                    side.fillSeconds,
                    same,
                    equal,
                    side.ndcg,
                    quantile(side.times, 0.5),
                    quantile(side.times, 0.9)));
        }
    }

    /** Whether a list is the embedded one's, or differs from it only among chunks of equal scores there. */
    private static boolean equal(List<Fused> embedded, List<String> other) {
        var scores = new HashMap<String, Double>();
        for (var fused : embedded) scores.put(fused.id(), fused.score());
        if (other.size() != Math.min(DEPTH, embedded.size())) return false;
        for (int i = 0; i < other.size(); i++) {
            var score = scores.get(other.get(i));
            if (score == null || Math.abs(score - embedded.get(i).score()) > TIE) return false;
        }
        return true;
    }

    private static double quantile(List<Double> values, double share) {
        var sorted = values.stream().sorted().toList();
        return sorted.get((int) Math.min(sorted.size() - 1.0, share * sorted.size()));
    }
}
