///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION Measures what each store takes at a size: disk, memory, time to build, a hybrid query, recall of the nearest ten.
//SOURCES ../lib/pipeline.java
//SOURCES search/Corpus.java sizes/Server.java
//RUNTIME_OPTIONS --add-modules jdk.incubator.vector

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import rag.cli.Script;
import rag.config.StoreSettings;
import rag.model.Candidate;
import rag.model.Filter;
import rag.retrieve.Convex;
import rag.retrieve.Fused;
import rag.retrieve.RouteWeights;
import rag.store.ChunkStore;
import rag.store.ChunkStores;

@Command(
        name = "sizes",
        mixinStandardHelpOptions = true,
        description = {
            "Fills each store with the same made-up chunks (150 words, 384 dimensions), then asks all the same"
                    + " questions by",
            "turns. Servers are those of tests/engines, with their usual settings, one node."
        },
        footer = {"", "Example: bench/sizes.java --data sizes-data --chunks 100000 lucene pgvector opensearch chroma"})
class sizes implements Callable<Integer> {

    private static final String NAME = "bench";
    private static final int CHUNKS_A_DOCUMENT = 20;
    private static final int CHUNKS_A_LINE = 10_000;
    private static final int CANDIDATES = 100;
    private static final int HITS = 10;
    private static final int PATIENCE_S = 60;

    @Option(
            names = "--data",
            required = true,
            paramLabel = "DIR",
            description = "Folder for all that is written; it has to be reachable for other users.")
    Path data = Path.of("");

    @Option(names = "--chunks", paramLabel = "N", defaultValue = "100000", description = "How many.")
    int chunks;

    @Option(
            names = "--commit-every",
            paramLabel = "N",
            defaultValue = "10000",
            description = "Chunks a publication (default: ${DEFAULT-VALUE}). All at once is what --move-to does.")
    int commitEvery;

    @Option(names = "--filled", description = "DIR holds them from an earlier run: only ask.")
    boolean filled;

    @Parameters(arity = "1..*", paramLabel = "STORE", description = "lucene, pgvector, opensearch, chroma.")
    List<String> names = List.of();

    private final Corpus corpus = new Corpus();

    static void main(String... args) {
        Script.run(new sizes(), args);
    }

    /** A store under measurement. */
    private static final class Side implements AutoCloseable {

        private final String name;
        private final Server server;
        private final ChunkStore store;
        private final List<Double> times = new ArrayList<>();
        private double fillSeconds, fillCpu;
        private int found;

        /** What its server takes without a chunk; 0 where it was filled before. */
        private final long empty;

        Side(String name, Path data, boolean filled) throws IOException {
            this.name = name;
            this.server = Server.start(name, data.resolve(name));
            this.empty = filled ? 0 : server.diskBytes();
            var settings =
                    StoreSettings.of(name).with(server.settings()).with(Map.of("timeout_s", PATIENCE_S, "replicas", 0));
            this.store = ChunkStores.open(settings, data.resolve(name));
        }

        @Override
        public void close() throws IOException {
            store.close();
            server.close();
        }
    }

    @Override
    public Integer call() throws IOException {
        var sides = new ArrayList<Side>();
        try {
            for (var name : names) {
                var side = new Side(name, data.toAbsolutePath(), filled);
                sides.add(side);
                if (filled) continue;
                fill(side);
                IO.println("%s filled: %.0f s, %.0f s of CPU".formatted(name, side.fillSeconds, side.fillCpu));
            }
            var nearest = nearest();
            for (int round = 0; round < 2; round++) ask(sides, nearest, round > 0);
            report(sides);
        } finally {
            for (var side : sides) side.close();
        }
        return 0;
    }

    private void fill(Side side) throws IOException {
        long start = System.nanoTime();
        double cpu = side.server.cpuSeconds();
        try (var writer = side.store.writer(NAME, Corpus.PRINT)) {
            for (int from = 0; from < chunks; from += CHUNKS_A_DOCUMENT) {
                var vectors = new ArrayList<float[]>();
                for (int i = 0; i < CHUNKS_A_DOCUMENT; i++) vectors.add(vector(from + i));
                var made = corpus.chunks(NAME, from, CHUNKS_A_DOCUMENT);
                writer.put(made.getFirst().documentId(), made, vectors);
                int written = from + CHUNKS_A_DOCUMENT;
                if (written % commitEvery == 0) writer.commit(from + 1);
                if (written % CHUNKS_A_LINE == 0) System.err.printf("%s %d%n", side.name, written);
            }
            writer.optimise();
            writer.commit(chunks + 1);
        }
        side.fillSeconds = (System.nanoTime() - start) / 1e9;
        side.fillCpu = side.server.cpuSeconds() - cpu;
    }

    private float[] vector(int chunk) {
        return corpus.vector(new Random(2_000_000L + chunk));
    }

    /** Of each question, the cosine of the tenth of all. */
    private double[] nearest() {
        var best = new ArrayList<PriorityQueue<Float>>();
        for (int i = 0; i < corpus.questions.size(); i++) best.add(new PriorityQueue<>(HITS + 1));
        for (int chunk = 0; chunk < chunks; chunk++) {
            var vector = vector(chunk);
            for (int i = 0; i < best.size(); i++) {
                float dot = Corpus.dot(corpus.questions.get(i).vector(), vector);
                var list = best.get(i);
                if (list.size() == HITS && list.peek() >= dot) continue;
                list.add(dot);
                if (list.size() > HITS) list.remove();
            }
        }
        return best.stream().mapToDouble(PriorityQueue::peek).toArray();
    }

    private void ask(List<Side> sides, double[] nearest, boolean counts) throws IOException {
        var order = new ArrayList<>(sides);
        for (int i = 0; i < nearest.length; i++) {
            Collections.rotate(order, 1);
            var question = corpus.questions.get(i);
            for (var side : order) {
                long start = System.nanoTime();
                var dense = hybrid(side, question);
                if (!counts) continue;
                side.times.add((System.nanoTime() - start) / 1e6);
                double tenth = nearest[i] - 1e-6;
                side.found += (int) dense.stream()
                        .limit(HITS)
                        .filter(near -> near.score() >= tenth)
                        .count();
            }
        }
    }

    /** Both routes, one after the other, their fusion, and ten chunks. @return what the dense one gave */
    private static List<Candidate> hybrid(Side side, Corpus.Question question) throws IOException {
        try (var reader = side.store.reader(List.of(NAME))) {
            var dense = reader.dense(question.vector(), Filter.NONE, CANDIDATES);
            var sparse = reader.sparse(question.text(), Filter.NONE, CANDIDATES);
            var fused = new Convex().fuse(dense, sparse.candidates(), RouteWeights.of(0.5, 0.5));
            var read = reader.chunks(fused.stream().limit(HITS).map(Fused::id).toList());
            if (read.size() != HITS) throw new IllegalStateException(side.name + ": " + read.size() + " hits");
            return dense;
        }
    }

    private void report(List<Side> sides) {
        IO.println(
                "%d chunks, %d questions; MB resident: shared pages counted once; of a server alone, or of this process"
                        .formatted(chunks, corpus.questions.size()));
        IO.println("%-11s %8s %8s %9s %9s %9s %9s %8s %8s %9s"
                .formatted(
                        "store",
                        "fill s",
                        "cpu s",
                        "disk MB",
                        "bytes/ch.",
                        "resident",
                        "of files",
                        "p50 ms",
                        "p90 ms",
                        "recall@10"));
        for (var side : sides) {
            long disk = side.server.diskBytes() - side.empty;
            var memory = side.server.memory();
            IO.println(String.format(
                    Locale.ROOT,
                    "%-11s %8.0f %8.0f %9d %9d %9d %9d %8.1f %8.1f %9.3f",
                    side.name,
                    filled ? Double.NaN : side.fillSeconds,
                    filled ? Double.NaN : side.fillCpu,
                    disk >> 20,
                    disk / chunks,
                    memory.resident() >> 20,
                    memory.ofFiles() >> 20,
                    quantile(side.times, 0.5),
                    quantile(side.times, 0.9),
                    side.found / (double) (HITS * corpus.questions.size())));
        }
    }

    private static double quantile(List<Double> values, double share) {
        var sorted = values.stream().sorted().toList();
        return sorted.get((int) Math.min(sorted.size() - 1.0, share * sorted.size()));
    }
}
