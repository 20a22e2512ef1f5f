///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION Measures the store: searching beside bare Lucene calls and SQLite FTS5, recall of the graph, cost of an addition.
//SOURCES ../lib/pipeline.java
//SOURCES search/Bare.java search/Clock.java search/Corpus.java search/FullText.java
//RUNTIME_OPTIONS --add-modules jdk.incubator.vector

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.store.MMapDirectory;
import rag.model.Chunk;
import rag.model.Filter;
import rag.retrieve.Convex;
import rag.retrieve.Feedback;
import rag.retrieve.Fused;
import rag.retrieve.RouteWeights;
import rag.store.ChunkReader;
import rag.store.ChunkStore;
import rag.store.ChunkWriter;
import rag.store.LuceneChunkStore;

/**
 * Grows one collection of made-up chunks through the sizes given (default 1000 10000 50000 100000) and prints a table.
 * Vectors are of 384 dimensions in clusters, as near to each other as those of real passages; words have the
 * frequencies of Zipf's law. Times are medians of one thread, in milliseconds; what is compared alternates in one loop.
 */
class search {

    private static final int CHUNKS_A_DOCUMENT = 20;
    private static final int ADDITIONS = 15;
    static final int CANDIDATES = 100;
    static final int HITS = 10;
    private static final String NAME = "bench";
    private static final String SMALL = "small";

    /** Number of the first document that is added for a measurement. */
    private static final int ADDED = 10_000_000;

    private final Path data;
    private final Corpus corpus = new Corpus();

    private search(Path data) {
        this.data = data;
    }

    static void main(String... args) throws Exception {
        var sizes = args.length == 0
                ? new int[] {1_000, 10_000, 50_000, 100_000}
                : Arrays.stream(args).mapToInt(Integer::parseInt).toArray();
        var data = Files.createTempDirectory("bench-search");
        try {
            new search(data).run(sizes);
        } finally {
            try (var files = Files.walk(data)) {
                for (var file : files.sorted(Comparator.reverseOrder()).toList()) Files.delete(file);
            }
        }
    }

    private void run(int... sizes) throws Exception {
        IO.println("%8s %9s %8s %6s %9s %10s %6s %6s %9s %10s %9s %10s %18s"
                .formatted(
                        "chunks",
                        "build cpu",
                        "segments",
                        "MB",
                        "bare ms",
                        "search ms",
                        "ratio",
                        "all",
                        "dense ms",
                        "sparse ms",
                        "feedback",
                        "recall@10",
                        "add ms (to 1000)"));
        try (var store = new LuceneChunkStore(data)) {
            warmUp(store);
            for (int size : sizes) {
                long cpu = Clock.cpu();
                grow(store, size);
                double build = (Clock.cpu() - cpu) / 1e9;
                int segments = segments();
                var times = times(store);
                double recall = recall(store);
                var add = addition(store);
                IO.println("%8d %8.1fs %8d %6d %9.3f %10.3f %6.2f %6.2f %9.3f %10.3f %9.3f %10.3f %6.1f (%.1f) %.2f"
                        .formatted(
                                size,
                                build,
                                segments,
                                megabytes(),
                                times.get("bare"),
                                times.get("search"),
                                times.get("search") / times.get("bare"),
                                (times.get("search") + times.get("feedback"))
                                        / (times.get("bare") + times.get("bare feedback")),
                                times.get("dense"),
                                times.get("sparse"),
                                times.get("feedback"),
                                recall,
                                add.large,
                                add.small,
                                add.large / add.small));
            }
            FullText.compare(data, store, NAME, corpus);
        }
    }

    /** So that the first size is not measured with code that is still being compiled. */
    private void warmUp(ChunkStore store) throws IOException {
        try (var writer = store.writer(SMALL, Corpus.PRINT)) {
            var chunks = corpus.chunks(SMALL, 0, 1_000);
            writer.put(chunks.getFirst().documentId(), chunks, corpus.vectors(1_000));
            writer.commit(1);
            for (int i = 0; i < ADDITIONS; i++) add(writer, SMALL, i, new ArrayList<>());
        }
        for (int round = 0; round < 50; round++) for (var question : corpus.questions) hits(store, SMALL, question);
        corpus.vectors.clear();
    }

    private void grow(ChunkStore store, int size) throws IOException {
        try (var writer = store.writer(NAME, Corpus.PRINT)) {
            while (corpus.vectors.size() < size) {
                int from = corpus.vectors.size();
                int count = Math.min(CHUNKS_A_DOCUMENT, size - from);
                var chunks = corpus.chunks(NAME, from, count);
                writer.put(chunks.getFirst().documentId(), chunks, corpus.vectors(count));
                if (from / CHUNKS_A_DOCUMENT % 100 == 99) writer.commit(from);
            }
            writer.optimise();
            writer.commit(size);
        }
    }

    /** What a query does between its vector and its hits, the look for a newer state included. */
    private static List<Chunk> hits(ChunkStore store, String collection, Corpus.Question question) throws IOException {
        try (var reader = store.reader(List.of(collection))) {
            var fused = fused(reader, question);
            return reader.chunks(fused.stream().limit(HITS).map(Fused::id).toList());
        }
    }

    /** What ordering the fused candidates anew by their vectors adds. */
    private static int refined(ChunkReader reader, Corpus.Question question, List<Fused> fused) throws IOException {
        var vectors = reader.vectors(fused.stream().map(Fused::id).toList());
        var weights = RouteWeights.of(0.5, 0.5);
        return Feedback.MEASURED
                .scores(question.vector(), fused, vectors, reader::dot, new Convex(), weights, CANDIDATES)
                .size();
    }

    private static List<Fused> fused(ChunkReader reader, Corpus.Question question) throws IOException {
        var dense = reader.dense(question.vector(), Filter.NONE, CANDIDATES);
        var sparse = reader.sparse(question.text(), Filter.NONE, CANDIDATES);
        return new Convex().fuse(dense, sparse.candidates(), RouteWeights.of(0.5, 0.5));
    }

    private Map<String, Double> times(ChunkStore store) throws IOException {
        var times = new java.util.HashMap<String, List<Double>>();
        try (var directory = new MMapDirectory(data.resolve("index").resolve(NAME));
                var open = DirectoryReader.open(directory)) {
            var searcher = new IndexSearcher(open);
            for (int round = 0; round < 8; round++) {
                boolean counts = round > 2;
                for (var question : corpus.questions) {
                    var words = question.text();
                    time(times, counts, "bare", () -> Bare.search(searcher, question));
                    var found = Bare.found(searcher, question);
                    time(times, counts, "bare feedback", () -> Bare.feedback(searcher, question, found));
                    time(
                            times,
                            counts,
                            "search",
                            () -> hits(store, NAME, question).size());
                    try (var reader = store.reader(List.of(NAME))) {
                        time(
                                times,
                                counts,
                                "dense",
                                () -> reader.dense(question.vector(), Filter.NONE, CANDIDATES)
                                        .size());
                        time(
                                times,
                                counts,
                                "sparse",
                                () -> reader.sparse(words, Filter.NONE, CANDIDATES)
                                        .candidates()
                                        .size());
                        var fused = fused(reader, question);
                        time(times, counts, "feedback", () -> refined(reader, question, fused));
                    }
                }
            }
        }
        return times.entrySet().stream().collect(Collectors.toMap(Map.Entry::getKey, e -> Clock.median(e.getValue())));
    }

    private interface Work {
        int run() throws IOException;
    }

    private static void time(Map<String, List<Double>> times, boolean counts, String what, Work work)
            throws IOException {
        long start = Clock.threadCpu();
        if (work.run() < 0) throw new IllegalStateException(what);
        if (counts) times.computeIfAbsent(what, w -> new ArrayList<>()).add((Clock.threadCpu() - start) / 1e6);
    }

    /** Share of the true nearest ten that the dense route's first ten hold. */
    private double recall(ChunkStore store) throws IOException {
        int found = 0;
        try (var reader = store.reader(List.of(NAME))) {
            for (var question : corpus.questions) {
                double tenth = IntStream.range(0, corpus.vectors.size())
                        .mapToDouble(i -> -Corpus.dot(question.vector(), corpus.vectors.get(i)))
                        .sorted()
                        .skip(HITS - 1)
                        .findFirst()
                        .orElseThrow();
                var list =
                        reader.dense(question.vector(), Filter.NONE, CANDIDATES).subList(0, HITS);
                found += (int) list.stream()
                        .filter(candidate -> candidate.score() >= -tenth - 1e-6)
                        .count();
            }
        }
        return found / (double) (HITS * Corpus.QUERIES);
    }

    /**
     * Medians of putting one document of one chunk and committing it, to a small collection and to the large one in turn;
     * wall clock, as most of it is waiting for the disk. The documents are removed again.
     */
    private Addition addition(ChunkStore store) throws IOException {
        var small = new ArrayList<Double>();
        var large = new ArrayList<Double>();
        try (var smallWriter = store.writer(SMALL, Corpus.PRINT);
                var largeWriter = store.writer(NAME, Corpus.PRINT)) {
            for (int i = 0; i < ADDITIONS; i++) {
                add(smallWriter, SMALL, i, small);
                add(largeWriter, NAME, i, large);
            }
            for (int i = 0; i < ADDITIONS; i++) {
                smallWriter.delete(corpus.chunks(SMALL, ADDED + i, 1).getFirst().documentId());
                largeWriter.delete(corpus.chunks(NAME, ADDED + i, 1).getFirst().documentId());
            }
            smallWriter.commit(1);
            largeWriter.commit(1);
        }
        return new Addition(Clock.median(small), Clock.median(large));
    }

    private record Addition(double small, double large) {}

    private void add(ChunkWriter writer, String collection, int number, List<Double> times) throws IOException {
        var chunk = corpus.chunks(collection, ADDED + number, 1).getFirst();
        var vector = List.of(corpus.vector(new Random(number)));
        long start = System.nanoTime();
        writer.put(chunk.documentId(), List.of(chunk), vector);
        writer.commit(number);
        times.add((System.nanoTime() - start) / 1e6);
    }

    private int segments() throws IOException {
        try (var directory = new MMapDirectory(data.resolve("index").resolve(NAME));
                var open = DirectoryReader.open(directory)) {
            return open.leaves().size();
        }
    }

    private long megabytes() throws IOException {
        try (var files = Files.list(data.resolve("index").resolve(NAME))) {
            return files.mapToLong(file -> file.toFile().length()).sum() >> 20;
        }
    }
}
