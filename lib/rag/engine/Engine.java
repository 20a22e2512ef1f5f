package rag.engine;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import rag.config.Settings;
import rag.embed.Embedder;
import rag.embed.Embedders;
import rag.embed.LocalModels;
import rag.model.Failure;
import rag.model.Fingerprint;
import rag.store.ChunkStore;
import rag.store.LuceneChunkStore;
import rag.trace.OtlpExport;
import rag.trace.Trace;
import rag.trace.TraceLog;

/**
 * The parts that the settings name, opened when they are first needed: a script that lists collections loads no model.
 * One for each process; usable from several threads.
 */
public final class Engine implements AutoCloseable {

    private final Settings settings;
    private final Clock clock;
    private final ChunkStore store;
    private final Optional<TraceLog> traces;
    private final Optional<OtlpExport> collector;
    private final Map<String, Embedder> embedders = new HashMap<>();
    private final ExecutorService threads = Executors.newCachedThreadPool(
            Thread.ofPlatform().daemon().name("search-", 0).factory());

    /** Writes traces behind the answer's back, one after another. */
    private final ExecutorService scribe = Executors.newSingleThreadExecutor(
            Thread.ofPlatform().daemon().name("traces").factory());

    public Engine(Settings settings, Clock clock) {
        this.settings = settings;
        this.clock = clock;
        this.store = new LuceneChunkStore(settings.data());
        this.traces = settings.observability().traceEnabled()
                ? Optional.of(new TraceLog(
                        settings.observability().traceFile(),
                        settings.observability().maxMb()))
                : Optional.empty();
        var endpoint = settings.observability().otlpEndpoint();
        this.collector = settings.observability().traceEnabled() && !endpoint.isEmpty()
                ? Optional.of(new OtlpExport(endpoint, System.err::println))
                : Optional.empty();
    }

    public Settings settings() {
        return settings;
    }

    public Path data() {
        return settings.data();
    }

    public Clock clock() {
        return clock;
    }

    public ChunkStore store() {
        return store;
    }

    ExecutorService threads() {
        return threads;
    }

    /** The embedder of a model's name; the same one each time. */
    public synchronized Embedder embedder(String model) {
        return embedders.computeIfAbsent(
                model, name -> Embedders.open(settings.embedding().withModel(name), Embedders.cache()));
    }

    /**
     * The embedder that a collection was built with, so that a question is embedded as its passages were.
     *
     * @throws Failure when the settings ask for another one
     */
    public Embedder embedder(String collection, Fingerprint built) {
        var wanted = settings.embedding();
        boolean other = !wanted.provider().equals(built.provider())
                || !(wanted.model().equals("auto") || sameModel(wanted, built));
        if (other) {
            throw new Failure(
                    "collection '%s' was built with %s/%s, the settings ask for %s/%s; use the settings it was built with, or change it with: ingest.java --reembed -c %s"
                            .formatted(
                                    collection,
                                    built.provider(),
                                    built.model(),
                                    wanted.provider(),
                                    wanted.model(),
                                    collection));
        }
        return embedder(built.model());
    }

    /** What a collection was built with; empty when there is none of that name. */
    Optional<Fingerprint> built(String collection) {
        try {
            return store.fingerprint(collection);
        } catch (IOException e) {
            throw new Failure("collection '" + collection + "' can't be read: " + Routes.words(e), e);
        }
    }

    /** Languages that a collection's model knows; empty means any. */
    Set<String> languages(Fingerprint built) {
        return built.provider().equals("local")
                ? LocalModels.named(built.model()).languages()
                : Set.of();
    }

    /** A local model has several spellings ("BAAI/bge-small-en-v1.5"); a fingerprint holds the plain one. */
    private static boolean sameModel(Settings.Embedding wanted, Fingerprint built) {
        var name = wanted.provider().equals("local")
                ? LocalModels.named(wanted.model()).name()
                : wanted.model();
        return name.equals(built.model());
    }

    public Trace trace(Trace.Type type) {
        return new Trace(type, clock);
    }

    /** Appends a finished trace to the log; the caller does not wait for the disk. */
    void log(Trace trace) {
        var finished = trace.finish();
        traces.ifPresent(log -> scribe.execute(() -> log.append(finished)));
        collector.ifPresent(collector -> scribe.execute(() -> collector.send(finished)));
    }

    /** Waits for traces on their way to the disk. */
    @Override
    public synchronized void close() {
        threads.shutdown();
        scribe.close();
        embedders.values().forEach(Embedder::close);
        try {
            store.close();
        } catch (IOException e) {
            throw new Failure("could not close the store below " + data() + ": " + e.getMessage(), e);
        }
    }
}
