package rag.embed;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import rag.config.Provider;
import rag.config.Settings;
import rag.model.Failure;

/**
 * Embeddings from any endpoint that speaks OpenAI's protocol, which all remote providers do. Learns how many texts the service takes at once: a
 * request that is refused is halved until it passes, down to the one text at fault, which is then refused alone.
 */
final class OpenAiEmbedder implements Embedder {

    private static final int AT_ONCE = 4;

    private record Known(int dimension, int maxTokens) {}

    private static final Map<String, Known> KNOWN = Map.ofEntries(
            Map.entry("text-embedding-3-small", new Known(1536, 8191)),
            Map.entry("text-embedding-3-large", new Known(3072, 8191)),
            Map.entry("text-embedding-ada-002", new Known(1536, 8191)),
            Map.entry("gemini-embedding-001", new Known(3072, 2048)),
            Map.entry("bge-m3", new Known(1024, 8192)),
            Map.entry("bge-large-zh-v1.5", new Known(1024, 512)),
            Map.entry("bge-large-en-v1.5", new Known(1024, 512)),
            Map.entry("mxbai-embed-large", new Known(1024, 512)),
            Map.entry("nomic-embed-text", new Known(768, 2048)));

    /** What is safe to assume of a model nobody has heard of; its dimension is asked for. */
    private static final Known UNKNOWN = new Known(0, 512);

    private final Settings.Embedding settings;
    private final EmbeddingService service;
    private final Known known;
    private final AtomicInteger dimension;
    private final AtomicInteger limit;
    private volatile boolean accepted;

    private OpenAiEmbedder(Settings.Embedding settings) {
        this.settings = settings;
        this.service = new EmbeddingService(settings);
        // "BAAI/bge-m3" and "bge-m3:latest" are the same model
        this.known =
                KNOWN.getOrDefault(settings.model().replaceFirst("^.*/", "").replaceFirst(":.*$", ""), UNKNOWN);
        this.dimension = new AtomicInteger(settings.dimensions() == null ? known.dimension() : settings.dimensions());
        this.limit = new AtomicInteger(
                settings.batchSize() == null
                        ? Provider.named(settings.provider()).batch()
                        : settings.batchSize());
    }

    static OpenAiEmbedder open(Settings.Embedding settings) {
        if (settings.model().equals("auto")) throw new IllegalArgumentException("auto is a choice among local models");
        return new OpenAiEmbedder(settings);
    }

    /** Asks the service for one vector where neither the settings nor the model's name tell its length. */
    @Override
    public ModelInfo model() {
        if (dimension.get() == 0) query("dimension");
        return new ModelInfo(
                settings.provider(), settings.model(), dimension.get(), known.maxTokens(), "", "", "", Set.of());
    }

    @Override
    public int tokens(String text) {
        return TokenEstimate.of(text);
    }

    @Override
    public float[] query(String text) {
        try {
            return documents(List.of(text)).getFirst();
        } catch (PartlyEmbedded e) {
            throw new Failure(
                    service.name() + " refused the question: " + e.refused().get(0), e);
        }
    }

    @Override
    public List<float[]> documents(List<String> texts) {
        if (texts.stream().anyMatch(String::isBlank)) throw new IllegalArgumentException("a blank text has no vector");
        var job = new Job(texts);
        var running = new ArrayList<Future<?>>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < AT_ONCE; i++) running.add(threads.submit(job));
        }
        try {
            for (var part : running) part.get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof Failure failure ? failure : new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Failure("embedding was interrupted", e);
        }
        if (!job.refused.isEmpty()) throw new PartlyEmbedded(Arrays.asList(job.vectors), job.refused);
        return Arrays.asList(job.vectors);
    }

    @Override
    public void close() {
        service.close();
    }

    /** One list of texts on its way: several threads, each of which takes the next batch until none is left. */
    private final class Job implements Runnable {

        private final List<String> texts;
        private final float[][] vectors;
        private final SortedMap<Integer, String> refused = new ConcurrentSkipListMap<>();
        private int next;

        Job(List<String> texts) {
            this.texts = texts;
            this.vectors = new float[texts.size()][];
        }

        @Override
        public void run() {
            try {
                for (var part = take(); part.from < part.to; part = take()) embed(part.from, part.to);
            } finally {
                stop(); // after a failure nobody sends more
            }
        }

        private synchronized Part take() {
            int from = next;
            next = Math.min(texts.size(), from + limit.get());
            return new Part(from, next);
        }

        private synchronized void stop() {
            next = texts.size();
        }

        /** @return whether every text was accepted */
        private boolean embed(int from, int to) {
            if (to - from <= limit.get()) {
                try {
                    keep(from, service.embed(texts.subList(from, to)));
                    return true;
                } catch (EmbeddingService.Refused e) {
                    if (to - from == 1) {
                        refuse(from, e.reason());
                        return false;
                    }
                }
            }
            int middle = (from + to) >>> 1;
            boolean first = embed(from, middle);
            boolean second = embed(middle, to);
            // no text was at fault, so it was their number
            if (first && second) limit.accumulateAndGet(to - middle, Math::min);
            return first && second;
        }

        private void keep(int from, List<float[]> batch) {
            accepted = true;
            int length = batch.getFirst().length;
            dimension.compareAndSet(0, length);
            if (length != dimension.get()) {
                throw VectorAnswer.wrong(
                        service.name(),
                        "vectors of %d dimensions where %d were expected (embedding.dimensions)"
                                .formatted(length, dimension.get()));
            }
            for (int i = 0; i < batch.size(); i++) vectors[from + i] = batch.get(i);
        }

        private void refuse(int index, String reason) {
            refused.put(index, reason);
            if (!accepted && refused.size() > 1) {
                throw new Failure("%s refuses every text (%s): see embedding.model and embedding.dimensions"
                        .formatted(service.name(), reason));
            }
        }
    }

    private record Part(int from, int to) {}
}
