package rag.engine;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import rag.config.Settings;
import rag.config.StoreSettings;
import rag.model.Failure;
import rag.store.ChunkStore;
import rag.store.ChunkStores;
import rag.store.CollectionCopy;
import rag.store.HistoryRow;
import rag.store.Ledger;
import rag.store.Publication;
import rag.store.WriterLock;

/**
 * Brings collections into another store without reading or embedding anything again. The history stays where it is, in
 * the data folder: who names the other store in the settings goes on with it.
 */
public final class Moving {

    private final Engine engine;
    private final Duration wait;
    private final String command;

    /** @param wait how long to wait for another writer @param command who writes, for the one that has to wait */
    public Moving(Engine engine, Duration wait, String command) {
        this.engine = engine;
        this.wait = wait;
        this.command = command;
    }

    /**
     * What was copied.
     *
     * @param left collections that the other store lacks still
     * @param history whether the other store's data folder is this one, so that its history goes with it
     */
    public record Moved(
            List<CollectionCopy.Copied> collections, String from, String to, List<String> left, boolean history) {}

    /**
     * Copies collections, one after the other; each is there whole, or not at all.
     *
     * @param collections none takes all
     * @param target settings that name the other store
     * @param replace whether the other store may have them already
     * @throws Failure when a copy is not the same as its original, which stays as it is; the copy is removed
     */
    public Moved move(List<String> collections, Settings target, boolean replace, Progress progress) {
        if (same(engine.settings(), target)) throw new Failure("this is the store that is in use already");
        try (var lock = engine.lock(command, wait);
                var other = sameData(target) ? null : WriterLock.acquire(target.data(), command, wait);
                var ledger = engine.ledger();
                var publication = Publication.open(engine.data(), engine.store(), ledger);
                var store = ChunkStores.open(target.vectorStore(), target.data())) {
            publication.recover();
            var all = engine.store().collections();
            var names = collections.isEmpty() ? all : collections;
            if (names.isEmpty()) throw new Failure("there is no collection below " + engine.data());
            for (var name : names) engine.store().reader(List.of(name)).close(); // a slip in a name is told first
            if (!replace) refuseThere(names, store);
            var copied = names.stream()
                    .map(name -> copy(name, ledger, store, progress))
                    .toList();
            var there = store.collections();
            var left = all.stream().filter(name -> !there.contains(name)).toList();
            return new Moved(
                    copied,
                    engine.settings().vectorStore().provider(),
                    target.vectorStore().provider(),
                    left,
                    sameData(target) && engine.settings().ledger().equals(target.ledger()));
        } catch (IOException e) {
            throw new Failure("the collections stay as they were: " + Routes.words(e), e);
        }
    }

    private static void refuseThere(List<String> names, ChunkStore store) throws IOException {
        var there = store.collections();
        var both = names.stream().filter(there::contains).toList();
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
