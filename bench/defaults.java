///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION Chooses defaults of retrieval on half of the queries of test collections, and tests the choice on the other half.
//SOURCES ../lib/pipeline.java ../lib/eval.java Sets.java WordIndex.java
//SOURCES defaults/Half.java defaults/Sweep.java

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.lucene.search.similarities.BM25Similarity;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import rag.cli.ProgressLine;
import rag.cli.Script;
import rag.engine.Engine;
import rag.engine.Search;
import rag.eval.BeirIndex;
import rag.eval.BeirSet;
import rag.model.Candidate;
import rag.model.Mode;
import rag.retrieve.Convex;
import rag.retrieve.Fusion;
import rag.retrieve.ReciprocalRank;
import rag.retrieve.RouteWeights;

@Command(
        name = "defaults",
        mixinStandardHelpOptions = true,
        description = "nDCG@10 of fusions, weights, depths, BM25's k1 and b, and the title's weight, on two halves of"
                + " queries.",
        footer = {"", "Example: bench/defaults.java --data bench-data sets/scifact sets/cranfield"})
class defaults implements Callable<Integer> {

    private static final int DEPTH = 1000;

    @Mixin
    Sets sets;

    @Option(names = "--queries", paramLabel = "N", defaultValue = "1000", description = "At most N queries of a set.")
    int most;

    /** Both routes' lists of a query. */
    private record Lists(List<Candidate> dense, List<Candidate> sparse) {}

    static void main(String... args) {
        Script.run(new defaults(), args);
    }

    @Override
    public Integer call() throws IOException {
        var fusion = new Sweep("fusion, weights and depth", "convex 0.5, depth 100");
        var words = new Sweep("BM25 alone: k1, b and how often the title counts", "k1 1.2, b 0.75, title 1");
        var settings = Map.of("retrieval.dense_top_k", "" + DEPTH, "retrieval.sparse_top_k", "" + DEPTH);
        sets.each(settings, most, (engine, set) -> {
            fusion(engine, set, fusion);
            words(set, words);
        });
        fusion.lines().forEach(IO::println);
        words.lines().forEach(IO::println);
        return 0;
    }

    private static void fusion(Engine engine, BeirSet set, Sweep sweep) {
        var index = Sets.index(engine, set.name(), set);
        var lists = new LinkedHashMap<String, Lists>();
        try (var progress = new ProgressLine()) {
            var search = new Search(engine);
            for (var id : set.qrels().keySet()) {
                var text = set.queries().get(id).text();
                if (text.isBlank()) continue;
                var run = Sets.ask(search, text, set.name(), Mode.HYBRID);
                lists.put(id, new Lists(run.dense(), run.sparse()));
                progress.at(set.name(), lists.size(), set.qrels().size());
            }
        }
        for (double w : new double[] {0, 0.3, 0.4, 0.5, 0.6, 0.7, 1}) {
            add(sweep, set, index, lists, "convex " + w, new Convex(), w, 100);
        }
        for (int k : new int[] {1, 10, 20, 60})
            add(sweep, set, index, lists, "rrf " + k, new ReciprocalRank(k), 0.5, 100);
        add(sweep, set, index, lists, "rrf 60, dense 0.4", new ReciprocalRank(60), 0.4, 100);
        add(sweep, set, index, lists, "rrf 60, dense 0.6", new ReciprocalRank(60), 0.6, 100);
        for (int depth : new int[] {20, 50, 200, DEPTH}) {
            add(sweep, set, index, lists, "convex 0.5", new Convex(), 0.5, depth);
        }
    }

    private static void add(
            Sweep sweep,
            BeirSet set,
            BeirIndex index,
            Map<String, Lists> lists,
            String name,
            Fusion fusion,
            double dense,
            int depth) {
        var rankings = new LinkedHashMap<String, List<String>>();
        lists.forEach((id, both) -> {
            var fused = fusion.fuse(
                    first(both.dense(), depth), first(both.sparse(), depth), new RouteWeights(dense, 1 - dense));
            rankings.put(id, index.setIds(Sets.fused(fused, 10)));
        });
        sweep.add(name + ", depth " + depth, set, rankings);
    }

    private static List<Candidate> first(List<Candidate> list, int depth) {
        return list.subList(0, Math.min(depth, list.size()));
    }

    private static void words(BeirSet set, Sweep sweep) throws IOException {
        for (int title : new int[] {0, 1, 2, 3}) {
            try (var index = new WordIndex(List.of(set), title)) {
                for (var one : similarities(title)) {
                    var similarity = new BM25Similarity(one[0], one[1]);
                    sweep.add(
                            "k1 %s, b %s, title %d".formatted(one[0], one[1], title),
                            set,
                            index.rankings(set, similarity, 10));
                }
            }
        }
    }

    /** All of them where the title counts once, else the shipped one. */
    private static List<float[]> similarities(int title) {
        var all = new ArrayList<float[]>();
        for (float k1 : new float[] {0.6f, 0.9f, 1.2f, 1.5f, 2f}) {
            for (float b : new float[] {0.3f, 0.4f, 0.6f, 0.75f, 0.9f}) {
                if (title == 1 || (k1 == 1.2f && b == 0.75f)) all.add(new float[] {k1, b});
            }
        }
        return all;
    }
}
