package rag.engine;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import rag.config.CacheFolder;
import rag.config.Command;
import rag.config.Domains;
import rag.config.Settings;
import rag.embed.Embedder;
import rag.embed.Embedders;
import rag.embed.LocalModel;
import rag.embed.LocalModels;
import rag.llm.ChatModel;
import rag.llm.ChatModels;
import rag.llm.VisionModel;
import rag.llm.VisionModels;
import rag.model.Domain;
import rag.model.Failure;
import rag.model.Field;
import rag.model.Fingerprint;
import rag.store.ChunkStore;
import rag.store.ChunkStores;
import rag.store.ImageFiles;
import rag.store.ImageRow;
import rag.store.Ledger;
import rag.store.SharedWriterLock;
import rag.store.WriterLock;
import rag.trace.Trace;

/**
 * The parts that the settings name, opened when they are first needed: a script that lists collections loads no model.
 * One for each process; usable from several threads.
 */
public final class Engine implements AutoCloseable {

    private final Settings settings;
    private final Clock clock;
    private final ChunkStore store;
    private @Nullable Domains domains;
    private final Map<String, Embedder> embedders = new HashMap<>();
    private Optional<ChatModel> chat = Optional.empty();
    private Optional<VisionModel> vision = Optional.empty();
    private final ExecutorService threads = Executors.newCachedThreadPool(
            Thread.ofPlatform().daemon().name("search-", 0).factory());

    private final SharedReranker reranker;
    private final Router router = new Router(this);

    private final Scribe scribe;

    public Engine(Settings settings, Clock clock) {
        this.settings = settings;
        this.clock = clock;
        this.store = ChunkStores.open(settings.vectorStore(), settings.data());
        this.reranker = new SharedReranker(settings.rerank(), threads);
        this.scribe = new Scribe(settings.observability());
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

    /** The domain profiles that the settings name. */
    public synchronized Domains domains() {
        if (domains == null) domains = Domains.load(settings);
        return domains;
    }

    /** The domain that a collection belongs to. */
    public Optional<Domain> domain(String collection) {
        return Domains.mention(settings, collection) ? domains().of(collection) : Optional.empty();
    }

    /** The declared keys of metadata in these collections; a key that two declare differently is none. */
    Map<String, Field> fields(Collection<String> collections) {
        var fields = new HashMap<String, Field>();
        var torn = new HashSet<String>();
        for (var collection : collections) {
            var own = settings.ingestion().declared(collection);
            domain(collection).ifPresent(domain -> own.putAll(domain.keys()));
            own.forEach((key, field) -> {
                var other = fields.put(key, field);
                if (other != null && !other.equals(field)) torn.add(key);
            });
        }
        fields.keySet().removeAll(torn);
        return fields;
    }

    /** The ledger for writing; made when it is not there. It holds what was learned until now. The caller closes it. */
    public Ledger ledger() {
        var ledger = Ledger.open(data(), settings.ledger());
        Learning.settle(this, ledger);
        return ledger;
    }

    /** The ledger for reading; empty when nothing was ever ingested. The caller closes it. */
    public Optional<Ledger> knownLedger() {
        return Ledger.openReadOnly(data(), settings.ledger());
    }

    /**
     * {@link #knownLedger} for a question, which is answered without where the ledger is not to be had.
     *
     * @throws Failure also when it does not answer within {@code ledger.timeout_s}, or just now did not
     */
    public Optional<Ledger> ledgerForQuestion() {
        return Ledger.openForQuestion(data(), settings.ledger());
    }

    /** Takes the right to write: that of the data folder, and that of a ledger which machines share. */
    public WriterLock lock(String command, Duration wait, BooleanSupplier stopped) {
        var lock = WriterLock.acquire(data(), command, wait, stopped);
        if (!settings.ledger().shared()) return lock;
        try {
            return lock.with(SharedWriterLock.acquire(settings.ledger(), command, wait, stopped));
        } catch (RuntimeException e) {
            lock.close();
            throw e;
        }
    }

    /**
     * Who writes, here or on another machine that shares the ledger, as far as is known.
     *
     * @throws Failure when the shared ledger does not say
     */
    public Optional<WriterLock.Holder> writer() {
        var here = WriterLock.holder(data());
        return here.isPresent() || !settings.ledger().shared() ? here : SharedWriterLock.holder(settings.ledger());
    }

    /** {@link #lock(String, Duration, BooleanSupplier)} that nobody stops. */
    WriterLock lock(String command, Duration wait) {
        return lock(command, wait, () -> false);
    }

    /** Bytes of a picture, from this machine or from what machines share. @throws Failure when it is gone */
    public byte[] picture(ImageRow row) {
        if (!settings.ledger().shared()) return new ImageFiles(data()).read(row).bytes();
        try (var ledger =
                ledgerForQuestion().orElseThrow(() -> new Failure("the ledger is gone; nothing was ever ingested"))) {
            return ledger.pictures().read(data(), row).bytes();
        }
    }

    /** Chooses collections; the same one each time. */
    Router router() {
        return router;
    }

    ExecutorService threads() {
        return threads;
    }

    /** The embedder of a model's name; the same one each time. */
    public synchronized Embedder embedder(String model) {
        return embedders.computeIfAbsent(
                model, name -> Embedders.open(settings.embedding().withModel(name), CacheFolder.path()));
    }

    /**
     * The embedder that a collection was built with, so that a question is embedded as its passages were.
     *
     * @throws Failure when the settings ask for another one
     */
    public Embedder embedder(String collection, Fingerprint built) {
        otherModel(collection, built).ifPresent(words -> {
            throw new Failure(words);
        });
        return embedder(built.model());
    }

    /** Says so where the settings ask for another model than a collection was built with. */
    Optional<String> otherModel(String collection, Fingerprint built) {
        var wanted = settings.embedding();
        boolean other = !wanted.provider().equals(built.provider())
                || !(wanted.model().equals("auto") || ModelChoice.same(wanted, built));
        if (!other) return Optional.empty();
        return Optional.of(
                "collection '%s' was built with %s/%s, the settings ask for %s/%s; use the settings it was built with, or change it with: %s"
                        .formatted(
                                collection,
                                built.provider(),
                                built.model(),
                                wanted.provider(),
                                wanted.model(),
                                Command.of("ingest", "--reembed", "-c", collection)));
    }

    /** The chat model of the settings, the same one each time; empty for none. */
    public synchronized Optional<ChatModel> chat() {
        if (chat.isEmpty()) chat = ChatModels.open(settings.llm());
        return chat;
    }

    /** The vision model of the settings, the same one each time; empty for none. */
    public synchronized Optional<VisionModel> vision() {
        if (vision.isEmpty()) vision = VisionModels.open(settings.visionLlm());
        return vision;
    }

    SharedReranker reranker() {
        return reranker;
    }

    /**
     * Does what the first question would wait for, unless that is a service that wants paying: the default collection is
     * asked something, or the first one there is.
     */
    public void warm() throws IOException {
        var names = store.collections();
        var usual = settings.vectorStore().collectionName();
        if (names.isEmpty()) return;
        var collection = names.contains(usual) ? usual : names.getFirst();
        boolean local = built(collection)
                .filter(print -> print.provider().equals("local"))
                .isPresent();
        if (local) new Search(this).warm(collection);
    }

    /** What a collection was built with; empty when there is none of that name. */
    public Optional<Fingerprint> built(String collection) {
        try {
            return store.fingerprint(collection);
        } catch (IOException e) {
            throw new Failure("collection '" + collection + "' can't be read: " + Failure.words(e), e);
        }
    }

    /** Languages that a collection's model knows; empty means any. */
    Set<String> languages(Fingerprint built) {
        if (!built.provider().equals("local")) return Set.of();
        return LocalModels.find(built.model()).map(LocalModel::languages).orElse(Set.of());
    }

    public Trace trace(Trace.Type type) {
        return new Trace(type, clock);
    }

    Scribe scribe() {
        return scribe;
    }

    /** Waits for traces on their way to the disk. */
    @Override
    public synchronized void close() {
        threads.shutdown();
        scribe.close();
        reranker.close();
        embedders.values().forEach(Embedder::close);
        chat.ifPresent(ChatModel::close);
        vision.ifPresent(VisionModel::close);
        try {
            store.close();
        } catch (IOException e) {
            throw new Failure("could not close the store below " + data() + ": " + e.getMessage(), e);
        }
    }
}
