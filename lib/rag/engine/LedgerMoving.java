package rag.engine;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import rag.config.Command;
import rag.model.Failure;
import rag.store.CollectionRules;
import rag.store.Ledger;
import rag.store.LedgerCopy;

/** Takes history and pictures of a data folder's own ledger along into the shared one that the settings name. */
public final class LedgerMoving {

    /** What stands for the ledger where a store is named. */
    public static final String LEDGER = "ledger";

    private final Engine engine;
    private final Duration wait;
    private final String command;

    /** @param wait how long to wait for another writer @param command who writes, for the one that has to wait */
    public LedgerMoving(Engine engine, Duration wait, String command) {
        this.engine = engine;
        this.wait = wait;
        this.command = command;
    }

    /**
     * Takes collections along, one after the other.
     *
     * @param collections none takes all
     * @param replace whether the shared ledger may have other histories of them already
     * @throws Failure when there is no such ledger, or the store does not hold what the history tells of
     */
    public Moved move(List<String> collections, boolean replace) {
        var settings = engine.settings();
        if (!settings.ledger().shared()) {
            throw new Failure("the settings name no ledger that machines share: set ledger.url first");
        }
        try (var lock = engine.lock(command, wait);
                var own = Ledger.openReadOnly(engine.data())
                        .orElseThrow(() -> new Failure("%s has no ledger of its own (rag.db); nothing was taken along"
                                .formatted(engine.data())));
                var shared = engine.ledger()) {
            var names = CollectionRules.chosen(collections, own.collections(), "below " + engine.data());
            var taken = new LedgerCopy(engine.data(), own, shared).takeAll(names, engine.store(), replace);
            var left = own.collections().stream()
                    .filter(name -> LedgerCopy.leftBehind(own, shared, name))
                    .toList();
            var provider = settings.vectorStore().provider();
            return new Moved(List.of(), taken, provider, provider, left, true);
        } catch (IOException e) {
            throw new Failure("the ledgers stay as they were: " + Failure.words(e), e);
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
}
