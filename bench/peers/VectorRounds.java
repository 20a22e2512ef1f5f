import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpRequest;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import rag.cli.ProgressLine;
import rag.model.Candidate;
import rag.model.Chunk;
import rag.model.Filter;
import rag.retrieve.Convex;
import rag.retrieve.Fused;
import rag.retrieve.RouteWeights;
import rag.store.ChunkReader;
import rag.store.LuceneChunkStore;

/**
 * Our hybrid query without its embedding (look for a newer state, both routes, fusion, ten chunks read) beside a Chroma
 * server's dense query alone, over the same made-up chunks. The routes run side by side, as in a query of ours, and for
 * comparison one after the other.
 */
final class VectorRounds {

    private static final String NAME = "bench";
    private static final String OURS = "ours, hybrid";
    private static final String SERIAL = "ours, hybrid, one route after the other";
    private static final String BARE = "Chroma, dense, ids and distances";
    private static final String WHOLE = "Chroma, dense, texts and metadata too";

    private static final int CHUNKS_A_DOCUMENT = 20;
    private static final int CHUNKS_A_REQUEST = 1_000;
    private static final int CANDIDATES = 100;
    private static final int HITS = 10;
    private static final int WARM_UP = 5;

    private final Corpus corpus = new Corpus();
    private final Map<String, Integer> numbers = new HashMap<>();
    private final LuceneChunkStore store;
    private final Chroma chroma;
    private final Executor threads =
            Executors.newCachedThreadPool(Thread.ofPlatform().daemon().factory());

    private VectorRounds(LuceneChunkStore store, Chroma chroma) {
        this.store = store;
        this.chroma = chroma;
    }

    static void run(Path folder, Program peer, List<Integer> sizes, int rounds)
            throws IOException, InterruptedException {
        try (var store = new LuceneChunkStore(folder.resolve("vectors"));
                var chroma = new Chroma(peer, folder)) {
            var measured = new VectorRounds(store, chroma);
            for (int size : sizes.stream().sorted().toList()) measured.size(size, rounds);
        }
    }

    private void size(int size, int rounds) throws IOException, InterruptedException {
        int from = corpus.vectors.size();
        corpus.vectors(size - from);
        long start = System.nanoTime();
        long half;
        try (var progress = new ProgressLine()) {
            fillOurs(from, size, progress);
            half = System.nanoTime();
            fillChroma(from, size, progress);
        }
        IO.println("%d chunks: added in %.0f s, by Chroma in %.0f s"
                .formatted(size, (half - start) / 1e9, (System.nanoTime() - half) / 1e9));
        measure(rounds);
    }

    private void fillOurs(int from, int to, ProgressLine progress) throws IOException {
        try (var writer = store.writer(NAME, Corpus.PRINT)) {
            for (int at = from; at < to; at += CHUNKS_A_DOCUMENT) {
                int end = Math.min(to, at + CHUNKS_A_DOCUMENT);
                var chunks = corpus.chunks(NAME, at, end - at);
                for (var chunk : chunks) numbers.put(chunk.id(), numbers.size());
                writer.put(chunks.getFirst().documentId(), chunks, corpus.vectors.subList(at, end));
                if (at / CHUNKS_A_DOCUMENT % 100 == 99) writer.commit(at);
                progress.at("add", end - from, to - from);
            }
            writer.optimise();
            writer.commit(to);
        }
    }

    private void fillChroma(int from, int to, ProgressLine progress) throws IOException, InterruptedException {
        for (int at = from; at < to; at += CHUNKS_A_REQUEST) {
            int end = Math.min(to, at + CHUNKS_A_REQUEST);
            var texts = IntStream.range(at, end).mapToObj(corpus::text).toList();
            chroma.add(at, corpus.vectors.subList(at, end), texts);
            progress.at("add to Chroma", end - from, to - from);
        }
    }

    /** A round is all questions to one side, then all to the other; the first rounds warm up both. */
    private void measure(int rounds) throws IOException, InterruptedException {
        IO.println("  Queries, %d questions, %d rounds by turns, %s".formatted(Corpus.QUERIES, rounds, Samples.load()));
        var times = new Samples();
        var bare = requests(false);
        var whole = requests(true);
        for (int round = -WARM_UP; round < rounds; round++) {
            for (var question : corpus.questions)
                time(times, round, OURS, () -> hits(question, threads).size());
            for (var request : bare)
                time(times, round, BARE, () -> chroma.send(request).length());
            for (var question : corpus.questions)
                time(times, round, SERIAL, () -> hits(question, Runnable::run).size());
            for (var request : whole)
                time(times, round, WHOLE, () -> chroma.send(request).length());
        }
        double ours = recall(q -> nearest(corpus.questions.get(q).vector()));
        double theirs = recall(q -> Chroma.numbers(chroma.send(bare.get(q))));
        IO.println("  %-44s %8s %8s %8s %10s".formatted("", "p10 ms", "p50 ms", "p90 ms", "recall@10"));
        for (var name : List.of(OURS, SERIAL, BARE, WHOLE)) {
            IO.println("  %-44s %8.3f %8.3f %8.3f %10.3f"
                    .formatted(
                            name,
                            times.at(name, 0.1),
                            times.median(name),
                            times.at(name, 0.9),
                            name.startsWith("ours") ? ours : theirs));
        }
        Goals.atLeast("hybrid beside " + WHOLE, times.ratio(WHOLE, OURS), 3);
        Goals.atLeast("hybrid beside " + BARE, times.ratio(BARE, OURS), 3);
    }

    private List<HttpRequest> requests(boolean texts) {
        return corpus.questions.stream()
                .map(question -> chroma.request(question.vector(), texts))
                .toList();
    }

    private interface Work<T> {
        T done() throws IOException, InterruptedException;
    }

    private static void time(Samples times, int round, String what, Work<Integer> work)
            throws IOException, InterruptedException {
        long start = System.nanoTime();
        if (work.done() < HITS) throw new IllegalStateException("%s finds too little".formatted(what));
        if (round >= 0) times.add(what, (System.nanoTime() - start) / 1e6);
    }

    /** @param other where the sparse route runs while this thread takes the dense one */
    private List<Chunk> hits(Corpus.Question question, Executor other) throws IOException {
        try (var reader = store.reader(List.of(NAME))) {
            var sparse = CompletableFuture.supplyAsync(() -> sparse(reader, question.text()), other);
            var dense = reader.dense(question.vector(), Filter.NONE, CANDIDATES);
            var fused = new Convex().fuse(dense, sparse.join(), RouteWeights.of(0.5, 0.5));
            return reader.chunks(fused.stream().limit(HITS).map(Fused::id).toList());
        }
    }

    private static List<Candidate> sparse(ChunkReader reader, String words) {
        try {
            return reader.sparse(words, Filter.NONE, CANDIDATES).candidates();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private interface Found {
        List<Integer> numbers(int question) throws IOException, InterruptedException;
    }

    /** Share of the true nearest ten that are found. */
    private double recall(Found found) throws IOException, InterruptedException {
        int right = 0;
        for (int q = 0; q < Corpus.QUERIES; q++) {
            var vector = corpus.questions.get(q).vector();
            double tenth = corpus.vectors.stream()
                    .mapToDouble(other -> -Corpus.dot(vector, other))
                    .sorted()
                    .skip(HITS - 1L)
                    .findFirst()
                    .orElseThrow();
            right += (int) found.numbers(q).stream()
                    .filter(number -> -Corpus.dot(vector, corpus.vectors.get(number)) <= tenth + 1e-6)
                    .count();
        }
        return right / (double) (HITS * Corpus.QUERIES);
    }

    private List<Integer> nearest(float[] vector) throws IOException {
        try (var reader = store.reader(List.of(NAME))) {
            return reader.dense(vector, Filter.NONE, HITS).stream()
                    .map(candidate -> numbers.get(candidate.id()))
                    .toList();
        }
    }
}
