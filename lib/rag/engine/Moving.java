package rag.engine;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import rag.config.Settings;
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
            var names = CollectionRules.chosen(collections, all, "below " + engine.data());
            var copied = new ArrayList<CollectionCopy.Copied>();
            if (store != null) {
                var chunks = names.stream().filter(stored()::contains).toList();
                var there = alike(chunks, store, replace, carries);
                for (var name : chunks) if (!there.contains(name)) copied.add(copy(name, ledger, store, progress));
            }
            var histories = shared == null
                    ? List.<LedgerCopy.Taken>of()
                    : new LedgerCopy(engine.data(), ledger, shared, checkpoint)
                            .takeAll(names, store == null ? engine.store() : store, replace);
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
            throw new Failure("the collections stay as they were: " + Failure.words(e), e);
        }
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
            throw new Failure("'%s' could not be copied, and stays as it was: %s".formatted(name, Failure.words(e)), e);
        }
    }

    private boolean sameData(Settings target) {
        return engine.data().equals(target.data());
    }

    /** Stores that run elsewhere are the same for every data folder. */
    private boolean same(Settings mine, Settings other) {
        var store = mine.vectorStore();
        return store.samePlace(other.vectorStore()) && (sameData(other) || !store.local());
    }
}
