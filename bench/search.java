///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION Measures the store: searching beside bare Lucene calls and SQLite FTS5, recall of the graph, cost of an addition.
//SOURCES ../lib/pipeline.java
//RUNTIME_OPTIONS --add-modules jdk.incubator.vector

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.KnnFloatVectorQuery;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.MMapDirectory;
import rag.model.Candidate;
import rag.model.Chunk;
import rag.model.Filter;
import rag.model.Fingerprint;
import rag.model.Ids;
import rag.retrieve.Convex;
import rag.retrieve.Fused;
import rag.retrieve.RouteWeights;
import rag.store.ChunkReader;
import rag.store.ChunkStore;
import rag.store.LuceneChunkStore;
import rag.store.analysis.TextAnalysis;

/**
 * Grows one collection of made-up chunks through the sizes given (default 1000 10000 50000 100000) and prints a table.
 * Vectors are of 384 dimensions in clusters, as near to each other as those of real passages; words have the
 * frequencies of Zipf's law. Times are medians of one thread, in milliseconds; what is compared alternates in one loop.
 */
class search {

    private static final int DIMENSION = 384;
    private static final int CLUSTERS = 400;
    private static final int WORDS_A_CHUNK = 150;
    private static final int CHUNKS_A_DOCUMENT = 20;
    private static final int VOCABULARY = 60_000;
    private static final int QUERIES = 200;
    private static final int ADDITIONS = 15;
    private static final int CANDIDATES = 100;
    private static final int HITS = 10;
    private static final String NAME = "bench";
    private static final Fingerprint PRINT =
            new Fingerprint("none", "made-up", "", DIMENSION, "", "", "bench", "bench");

    private final Path data;
    private final List<float[]> vectors = new ArrayList<>();
    private final float[][] centres = new float[CLUSTERS + 1][];
    private final double[] spread = new double[DIMENSION];
    private final String[] vocabulary = new String[VOCABULARY];
    private final List<Question> questions = new ArrayList<>();

    private record Question(float[] vector, List<String> words) {}

    private search(Path data) {
        this.data = data;
        var random = new Random(1);
        for (int i = 0; i < DIMENSION; i++) spread[i] = 1 / Math.sqrt(1 + i / 16.0); // real spectra fall off too
        for (int c = 0; c <= CLUSTERS; c++) centres[c] = noise(random);
        var syllables = "ba de fi go ku la me ni po ru sa te vi wo zu".split(" ");
        for (int word = 0; word < VOCABULARY; word++) { // ends in a way that no English stemmer touches
            var letters = new StringBuilder();
            for (int n = word + 225; n > 0; n /= 15) letters.append(syllables[n % 15]);
            vocabulary[word] = letters.append('k').toString();
        }
        for (int q = 0; q < QUERIES; q++) {
            var words = new ArrayList<String>();
            for (int n = 3 + q % 4; n > 0; n--) words.add(vocabulary[Math.max(50, zipf(random))]);
            if (!TextAnalysis.question(String.join(" ", words), List.of("en")).words().stream()
                    .flatMap(word -> word.variants().stream())
                    .toList()
                    .equals(words)) throw new IllegalStateException("words are not their own terms: " + words);
            questions.add(new Question(vector(random), words));
        }
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
        IO.println("%8s %9s %9s %6s %10s %10s %9s %9s %9s %9s %10s"
                .formatted(
                        "chunks",
                        "build cpu",
                        "segments",
                        "MB",
                        "bare ms",
                        "search ms",
                        "ratio",
                        "dense ms",
                        "sparse ms",
                        "recall@10",
                        "add ms"));
        try (var store = new LuceneChunkStore(data)) {
            warmUp(store);
            double first = 0;
            for (int size : sizes) {
                long cpu = cpu();
                grow(store, size);
                double build = (cpu() - cpu) / 1e9;
                var times = times(store);
                double recall = recall(store);
                double add = addition(store, NAME);
                if (first == 0) first = add;
                IO.println("%8d %8.1fs %9d %6d %10.3f %10.3f %9.2f %9.3f %9.3f %9.3f %6.1f %.2fx"
                        .formatted(
                                size,
                                build,
                                segments(),
                                megabytes(),
                                times.get("bare"),
                                times.get("search"),
                                times.get("search") / times.get("bare"),
                                times.get("dense"),
                                times.get("sparse"),
                                recall,
                                add,
                                add / first));
            }
            fullText(store, vectors.size());
        }
    }

    /** So that the first size is not measured with code that is still being compiled. */
    private void warmUp(ChunkStore store) throws IOException {
        try (var writer = store.writer("warm", PRINT)) {
            var chunks = chunks("warm", 0, 2_000);
            writer.put(chunks.getFirst().documentId(), chunks, vectors(2_000));
            writer.commit(1);
        }
        addition(store, "warm");
        for (int round = 0; round < 10; round++) for (var question : questions) hits(store, "warm", question);
        vectors.clear();
    }

    private void grow(ChunkStore store, int size) throws IOException {
        try (var writer = store.writer(NAME, PRINT)) {
            while (vectors.size() < size) {
                int from = vectors.size();
                int count = Math.min(CHUNKS_A_DOCUMENT, size - from);
                var chunks = chunks(NAME, from, count);
                writer.put(chunks.getFirst().documentId(), chunks, vectors(count));
                if (from / CHUNKS_A_DOCUMENT % 100 == 99) writer.commit(from);
            }
            writer.optimise();
            writer.commit(size);
        }
    }

    private static List<Chunk> chunks(String collection, int document, int count, String... text) {
        var source = "/made/up/" + document + ".md";
        var id = Ids.document(collection, source);
        return IntStream.range(0, count)
                .mapToObj(i -> new Chunk(
                        Ids.chunk(id, i, text[i]),
                        id,
                        collection,
                        source,
                        i,
                        text[i],
                        "Document " + document,
                        List.of("Heading"),
                        "markdown",
                        "en",
                        new Chunk.PageRange(1 + i, 1 + i, "" + (1 + i), "" + (1 + i)),
                        1000 * i,
                        1000 * i + 999,
                        List.of(),
                        List.of("made-up"),
                        "",
                        List.of(),
                        false,
                        Map.of("author", "nobody")))
                .toList();
    }

    private List<Chunk> chunks(String collection, int from, int count) {
        return chunks(
                collection,
                from,
                count,
                IntStream.range(from, from + count).mapToObj(this::text).toArray(String[]::new));
    }

    private String text(int chunk) {
        var random = new Random(1_000_000L + chunk);
        return IntStream.range(0, WORDS_A_CHUNK)
                .mapToObj(i -> vocabulary[zipf(random)])
                .collect(Collectors.joining(" "));
    }

    /** A word's rank; its frequency is one through the rank. */
    private static int zipf(Random random) {
        return (int) Math.exp(random.nextDouble() * Math.log(VOCABULARY));
    }

    private List<float[]> vectors(int count) {
        int from = vectors.size();
        for (int i = 0; i < count; i++) vectors.add(vector(new Random(2_000_000L + from + i)));
        return vectors.subList(from, from + count);
    }

    /** Mean cosine about 0.5; a passage and its cluster about 0.8. */
    private float[] vector(Random random) {
        var cluster = centres[random.nextInt(CLUSTERS)];
        var own = noise(random);
        var vector = new float[DIMENSION];
        for (int i = 0; i < DIMENSION; i++) {
            vector[i] = (float) (0.7 * centres[CLUSTERS][i] + 0.45 * cluster[i] + 0.55 * own[i]);
        }
        return unit(vector);
    }

    private float[] noise(Random random) {
        var vector = new float[DIMENSION];
        for (int i = 0; i < DIMENSION; i++) vector[i] = (float) (spread[i] * random.nextGaussian());
        return unit(vector);
    }

    private static float[] unit(float[] vector) {
        float length = (float) Math.sqrt(dot(vector, vector));
        for (int i = 0; i < vector.length; i++) vector[i] /= length;
        return vector;
    }

    private static float dot(float[] a, float[] b) {
        float s0 = 0, s1 = 0, s2 = 0, s3 = 0;
        for (int i = 0; i < a.length; i += 4) {
            s0 += a[i] * b[i];
            s1 += a[i + 1] * b[i + 1];
            s2 += a[i + 2] * b[i + 2];
            s3 += a[i + 3] * b[i + 3];
        }
        return s0 + s1 + s2 + s3;
    }

    /** What a query does between its vector and its hits, the look for a newer state included. */
    private static List<Chunk> hits(ChunkStore store, String collection, Question question) throws IOException {
        try (var reader = store.reader(List.of(collection))) {
            var fused = fused(reader, question);
            return reader.chunks(fused.stream().limit(HITS).map(Fused::id).toList());
        }
    }

    private static List<Fused> fused(ChunkReader reader, Question question) throws IOException {
        var dense = reader.dense(question.vector, Filter.NONE, CANDIDATES);
        var sparse = reader.sparse(String.join(" ", question.words), Filter.NONE, CANDIDATES);
        return new Convex().fuse(dense, sparse.candidates(), RouteWeights.of(0.5, 0.5));
    }

    /** The same with nothing around Lucene: no analysis, no ids, no ties, no fusion, documents left as they are stored. */
    private static int bare(IndexSearcher searcher, Question question) throws IOException {
        var near = searcher.search(new KnnFloatVectorQuery("vector", question.vector, CANDIDATES), CANDIDATES);
        var words = new BooleanQuery.Builder();
        for (var word : question.words) words.add(new TermQuery(new Term("words", word)), Occur.SHOULD);
        var best = searcher.search(words.build(), CANDIDATES);
        var stored = searcher.storedFields();
        int characters = 0;
        for (int i = 0; i < HITS; i++) {
            var list = i % 2 == 0 ? near : best;
            if (i / 2 < list.scoreDocs.length)
                characters +=
                        stored.document(list.scoreDocs[i / 2].doc).get("chunk").length();
        }
        return characters;
    }

    private Map<String, Double> times(ChunkStore store) throws IOException {
        var times = new java.util.HashMap<String, List<Double>>();
        try (var directory = new MMapDirectory(data.resolve("index").resolve(NAME));
                var open = DirectoryReader.open(directory)) {
            var searcher = new IndexSearcher(open);
            for (int round = 0; round < 8; round++) {
                boolean counts = round > 2;
                for (var question : questions) {
                    var words = String.join(" ", question.words);
                    time(times, counts, "bare", () -> bare(searcher, question));
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
                                () -> reader.dense(question.vector, Filter.NONE, CANDIDATES)
                                        .size());
                        time(
                                times,
                                counts,
                                "sparse",
                                () -> reader.sparse(words, Filter.NONE, CANDIDATES)
                                        .candidates()
                                        .size());
                    }
                }
            }
        }
        return times.entrySet().stream().collect(Collectors.toMap(Map.Entry::getKey, e -> median(e.getValue())));
    }

    private interface Work {
        int run() throws IOException;
    }

    private static void time(Map<String, List<Double>> times, boolean counts, String what, Work work)
            throws IOException {
        long start = threadCpu();
        if (work.run() < 0) throw new IllegalStateException(what);
        if (counts) times.computeIfAbsent(what, w -> new ArrayList<>()).add((threadCpu() - start) / 1e6);
    }

    private static double median(List<Double> values) {
        var sorted = values.stream().sorted().toList();
        return sorted.get(sorted.size() / 2);
    }

    /** Share of the true nearest ten that the dense route's first ten hold. */
    private double recall(ChunkStore store) throws IOException {
        int found = 0;
        try (var reader = store.reader(List.of(NAME))) {
            for (var question : questions) {
                double tenth = IntStream.range(0, vectors.size())
                        .mapToDouble(i -> -dot(question.vector, vectors.get(i)))
                        .sorted()
                        .skip(HITS - 1)
                        .findFirst()
                        .orElseThrow();
                var list =
                        reader.dense(question.vector, Filter.NONE, CANDIDATES).subList(0, HITS);
                found += (int) list.stream()
                        .filter(candidate -> candidate.score() >= -tenth - 1e-6)
                        .count();
            }
        }
        return found / (double) (HITS * QUERIES);
    }

    /** Median of putting one document of one chunk and committing it; removes them again. */
    private double addition(ChunkStore store, String collection) throws IOException {
        var times = new ArrayList<Double>();
        try (var writer = store.writer(collection, PRINT)) {
            var documents = new HashSet<String>();
            for (int i = 0; i < ADDITIONS; i++) {
                var chunk = chunks(collection, 10_000_000 + i, 1).getFirst();
                var vector = List.of(vector(new Random(i)));
                long start = System.nanoTime();
                writer.put(chunk.documentId(), List.of(chunk), vector);
                writer.commit(i);
                times.add((System.nanoTime() - start) / 1e6);
                documents.add(chunk.documentId());
            }
            for (var document : documents) writer.delete(document);
            writer.commit(ADDITIONS);
        }
        return median(times);
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

    /** The sparse route beside FTS5 with its Porter stemmer, on the same texts and questions. */
    private void fullText(ChunkStore store, int size) throws IOException, SQLException {
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + data.resolve("fts.db"));
                var statement = connection.createStatement()) {
            statement.execute("create virtual table chunk using fts5(text, tokenize = 'porter')");
            connection.setAutoCommit(false);
            try (var insert = connection.prepareStatement("insert into chunk(rowid, text) values (?, ?)")) {
                for (int i = 0; i < size; i++) {
                    insert.setInt(1, i);
                    insert.setString(2, text(i));
                    insert.execute();
                }
            }
            connection.commit();
            var ours = new ArrayList<Double>();
            var theirs = new ArrayList<Double>();
            try (var reader = store.reader(List.of(NAME));
                    var select = connection.prepareStatement(
                            "select rowid from chunk where chunk match ? order by rank limit 10")) {
                for (var question : questions) {
                    select.setString(1, String.join(" OR ", question.words));
                    long start = threadCpu();
                    try (var rows = select.executeQuery()) {
                        while (rows.next()) rows.getInt(1);
                    }
                    theirs.add((threadCpu() - start) / 1e6);
                    start = threadCpu();
                    List<Candidate> list = reader.sparse(String.join(" ", question.words), Filter.NONE, CANDIDATES)
                            .candidates();
                    ours.add((threadCpu() - start) / 1e6);
                    if (list.isEmpty()) throw new IllegalStateException("nothing found for " + question.words);
                }
            }
            IO.println("BM25 over %d chunks: FTS5 %.2f ms, sparse route %.3f ms, 1/%.0f"
                    .formatted(size, median(theirs), median(ours), median(theirs) / median(ours)));
        }
    }

    /** Searching is all in one thread, and its processor time does not hang on what else the machine does. */
    private static long threadCpu() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    private static long cpu() {
        return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                .getProcessCpuTime();
    }
}
