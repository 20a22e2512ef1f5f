package rag.engine;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import rag.config.Command;
import rag.config.Settings;
import rag.config.StoreSettings;
import rag.model.Failure;
import rag.store.ChunkStore;
import rag.store.ChunkStores;
import rag.store.CollectionCopy;
import rag.store.CollectionRules;
import rag.store.HistoryRow;
import rag.store.Ledger;
import rag.store.LedgerCopy;
import rag.store.Publication;
import rag.store.SharedWriterLock;
import rag.store.WriterLock;
import rag.text.Counted;

/**
 * Brings collections into another store without reading or embedding anything again, and history and pictures into a
 * ledger that machines share, where the target's settings name one. Else the history stays where it is, in the data
 * folder: who names the other store in the settings goes on with it.
 */
public final class Moving {

    private final Engine engine;
    private final Duration wait;
    private final String command;
    private final Runnable checkpoint;

    /** What stands for the ledger where a store is named. */
    public static final String LEDGER = "ledger";

    /** @param wait how long to wait for another writer @param command who writes, for the one that has to wait */
    public Moving(Engine engine, Duration wait, String command) {
        this(engine, wait, command, () -> {});
    }

    /** @param checkpoint run before a collection's history is there; tests fail there */
    Moving(Engine engine, Duration wait, String command, Runnable checkpoint) {
        this.checkpoint = checkpoint;
        this.engine = engine;
        this.wait = wait;
        this.command = command;
    }

    /**
     * What was copied.
     *
     * @param histories what was taken along into a shared ledger
     * @param left collections that the target lacks still
     * @param history whether the target has their history: from the same data folder, or in a shared ledger
     */
    public record Moved(
            List<CollectionCopy.Copied> collections,
            List<LedgerCopy.Taken> histories,
            String from,
            String to,
            List<String> left,
            boolean history) {}

    /**
     * Copies collections, one after the other; each is there whole, or not at all.
     *
     * @param collections none takes all
     * @param target settings that name the other store
     * @param replace whether the other store may have them already
     * @throws Failure when a copy is not the same as its original, which stays as it is; the copy is removed
     */
    public Moved move(List<String> collections, Settings target, boolean replace, Progress progress) {
        boolean carries = target.ledger().shared()
                && !target.ledger().samePlace(engine.settings().ledger());
        boolean stays = same(engine.settings(), target);
        if (stays && !carries) throw new Failure("this is the store that is in use already");
        try (var lock = engine.lock(command, wait);
                var other = sameData(target) ? null : WriterLock.acquire(target.data(), command, wait);
                var right = carries ? SharedWriterLock.acquire(target.ledger(), command, wait, () -> false) : null;
                var shared = carries ? Ledger.open(target.data(), target.ledger()) : null;
                var ledger = engine.ledger();
                var publication = Publication.open(engine.data(), engine.store(), ledger);
                var store = stays ? null : ChunkStores.open(target.vectorStore(), target.data())) {
            publication.recover();
            var all = all(carries ? List.of(ledger) : List.of());
            var names = named(collections, all);
            var copied = new ArrayList<CollectionCopy.Copied>();
            if (store != null) {
                var chunks = names.stream().filter(stored()::contains).toList();
                var there = alike(chunks, store, replace, carries);
                for (var name : chunks) if (!there.contains(name)) copied.add(copy(name, ledger, store, progress));
            }
            var histories = shared == null
                    ? List.<LedgerCopy.Taken>of()
                    : taken(names, ledger, shared, store == null ? engine.store() : store, replace);
            var there = store == null ? stored() : store.collections();
            var left = stored().stream()
                    .filter(name -> !there.contains(name) || (carries && !names.contains(name)))
                    .toList();
            return new Moved(
                    copied,
                    histories,
                    engine.settings().vectorStore().provider(),
                    target.vectorStore().provider(),
                    left,
                    carries || (sameData(target) && engine.settings().ledger().equals(target.ledger())));
        } catch (IOException e) {
            throw new Failure("the collections stay as they were: " + Routes.words(e), e);
        }
    }

    /**
     * Takes history and pictures of the data folder's own ledger along into the shared one that the settings name.
     *
     * @param collections none takes all
     * @param replace whether the shared ledger may have other histories of them already
     * @throws Failure when there is no such ledger, or the store does not hold what the history tells of
     */
    public Moved takeLedger(List<String> collections, boolean replace) {
        var settings = engine.settings();
        if (!settings.ledger().shared()) {
            throw new Failure("the settings name no ledger that machines share: set ledger.url first");
        }
        try (var lock = engine.lock(command, wait);
                var own = Ledger.openReadOnly(engine.data())
                        .orElseThrow(() -> new Failure("%s has no ledger of its own (rag.db); nothing was taken along"
                                .formatted(engine.data())));
                var shared = engine.ledger()) {
            var names = named(collections, own.collections());
            var taken = taken(names, own, shared, engine.store(), replace);
            var left = own.collections().stream()
                    .filter(name -> LedgerCopy.leftBehind(own, shared, name))
                    .toList();
            var provider = settings.vectorStore().provider();
            return new Moved(List.of(), taken, provider, provider, left, true);
        } catch (IOException e) {
            throw new Failure("the ledgers stay as they were: " + Routes.words(e), e);
        }
    }

    /**
     * Refuses to begin a history anew in a shared ledger while the data folder's own one has it: all would be read again.
     */
    static void refuseLeftBehind(Engine engine, Ledger ledger, String collection) {
        if (!engine.settings().ledger().shared()) return;
        try (var own = Ledger.openReadOnly(engine.data()).orElse(null)) {
            if (own == null || !LedgerCopy.leftBehind(own, ledger, collection)) return;
            throw new Failure(
                    ("the history of '%s' is in this data folder still, and ledger.url names a ledger that has none of"
                        + " it: all would be read again. Take it along with: %s; or read all again with --force")
                            .formatted(collection, Command.of("ingest", "--move-to", LEDGER, "-c", collection)));
        }
    }

    private List<LedgerCopy.Taken> taken(List<String> names, Ledger from, Ledger to, ChunkStore store, boolean replace)
            throws IOException {
        for (var name : names) requireChunks(name, from, store);
        var copy = new LedgerCopy(engine.data(), from, to, checkpoint);
        var taken = new ArrayList<LedgerCopy.Taken>();
        for (var name : names) taken.add(copy.take(name, replace));
        return taken;
    }

    /** A history beside a store that lacks its passages would call documents unchanged that nobody finds. */
    private static void requireChunks(String name, Ledger from, ChunkStore store) throws IOException {
        int told = from.counts(name).chunks();
        int held = 0;
        if (store.collections().contains(name)) {
            try (var reader = store.reader(List.of(name))) {
                held = reader.size();
            }
        }
        if (held == told) return;
        throw new Failure(
                ("the history of '%s' tells of %s, the store that it would belong to holds %d; nothing of it was taken"
                                + " along. Its passages go first: with the settings of the store that has them, %s")
                        .formatted(
                                name,
                                Counted.of(told, "passage"),
                                held,
                                Command.of("ingest", "--move-to", "SETTINGS.yaml")));
    }

    private List<String> stored() throws IOException {
        return engine.store().collections();
    }

    /** Collections of the store in use, and of ledgers. */
    private List<String> all(List<Ledger> ledgers) throws IOException {
        var all = new TreeSet<>(stored());
        for (var ledger : ledgers) all.addAll(ledger.collections());
        return List.copyOf(all);
    }

    private List<String> named(List<String> collections, List<String> all) {
        var names = collections.isEmpty() ? all : collections;
        if (names.isEmpty()) throw new Failure("there is no collection below " + engine.data());
        for (var name : names) { // a slip in a name is told first
            if (!all.contains(name)) throw CollectionRules.missing(name, all, "below " + engine.data());
        }
        return names;
    }

    /**
     * The collections that the other store holds as they are here: what an earlier attempt, which failed at the history,
     * has copied.
     */
    private List<String> alike(List<String> names, ChunkStore store, boolean replace, boolean again)
            throws IOException {
        if (replace) return List.of();
        var there = store.collections();
        var both = names.stream().filter(there::contains).toList();
        var alike = new ArrayList<String>();
        for (var name : again ? both : List.<String>of()) {
            if (CollectionCopy.same(engine.store(), store, name)) alike.add(name);
        }
        refuseThere(both.stream().filter(name -> !alike.contains(name)).toList());
        return alike;
    }

    private static void refuseThere(List<String> both) {
        if (both.isEmpty()) return;
        throw new Failure("the other store has %s already; add --force to replace what it has"
                .formatted(String.join(", ", both)));
    }

    private CollectionCopy.Copied copy(String name, Ledger ledger, ChunkStore store, Progress progress) {
        var documents = ledger.history(name).stream()
                .filter(row -> row.chunks() > 0)
                .map(HistoryRow::documentId)
                .toList();
        try {
            return new CollectionCopy(engine.store(), store, name)
                    .run(documents, done -> progress.at("move " + name, done, documents.size()));
        } catch (IOException e) {
            throw new Failure("'%s' could not be copied, and stays as it was: %s".formatted(name, Routes.words(e)), e);
        }
    }

    private boolean sameData(Settings target) {
        return engine.data().equals(target.data());
    }

    /** Stores that run elsewhere are the same for every data folder. */
    private boolean same(Settings mine, Settings other) {
        var a = mine.vectorStore();
        var b = other.vectorStore();
        return a.provider().equals(b.provider())
                && a.hosts().equals(b.hosts())
                && a.namespace().equals(b.namespace())
                && (sameData(other) || !local(a));
    }

    private static boolean local(StoreSettings store) {
        return store.provider().equals("lucene") || store.provider().equals("chroma");
    }
}
