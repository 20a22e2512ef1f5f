package rag.engine;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import rag.model.DocumentName;
import rag.model.Failure;
import rag.store.CollectionCounts;
import rag.store.CollectionNames;
import rag.store.CollectionProfile;
import rag.store.Effect;
import rag.store.HistoryRow;
import rag.store.LearnedWord;
import rag.store.Ledger;
import rag.store.Publication;
import rag.text.Counted;

/** Looks after a collection that is there: lists, describes, deletes, renames, clears. */
public final class Maintenance {

    private final Engine engine;
    private final Duration wait;
    private final String command;

    /** @param wait how long to wait for another writer @param command who writes, for the one that has to wait */
    public Maintenance(Engine engine, Duration wait, String command) {
        this.engine = engine;
        this.wait = wait;
        this.command = command;
    }

    /** What is known of a collection's sources, by name. Needs no lock. */
    public List<HistoryRow> list(String collection) {
        try (var ledger = engine.knownLedger().orElse(null)) {
            var rows = ledger == null ? List.<HistoryRow>of() : ledger.history(collection);
            if (rows.isEmpty() && !described(ledger, collection)) exists(collection);
            return rows;
        }
    }

    /**
     * A part of a list.
     *
     * @param before how many stand before it
     * @param all how many the whole list has
     */
    public record Part(List<HistoryRow> rows, int before, int all) {}

    /** The sources of a collection by name that come behind one, "" for the first ones. */
    public Part page(String collection, String source, int limit) {
        try (var ledger = engine.knownLedger().orElse(null)) {
            int all = ledger == null ? 0 : ledger.counts(collection).total();
            if (ledger != null && all > 0) {
                var sources = ledger.sources();
                int before = all - sources.behind(collection, source);
                return new Part(sources.after(collection, source, limit), before, all);
            }
        }
        list(collection); // says when there is no such collection
        return new Part(List.of(), 0, 0);
    }

    /** Whether a collection was made, if without documents. */
    private static boolean described(@Nullable Ledger ledger, String collection) {
        return ledger != null && ledger.profiles().get(collection).isPresent();
    }

    /**
     * The documents of a collection that may be meant: one in the best case, or none, or several.
     *
     * @param source the whole source, its end ("guides/start.md"), or a document id with or without {@code doc_}
     * @throws Failure when there is no such collection, or it is not to be had at the moment
     */
    public List<HistoryRow> fitting(String collection, String source) {
        try (var ledger = engine.knownLedger().orElse(null)) {
            var exact = ledger == null
                    ? List.<HistoryRow>of()
                    : ledger.sources().named(collection, new DocumentName(source).text());
            if (exact.size() == 1) return exact;
        }
        return fitting(list(collection), source);
    }

    /** Says which collections there are when this one is not. */
    private void exists(String collection) {
        try {
            engine.store().reader(List.of(collection)).close();
        } catch (IOException e) {
            throw new Failure("collection '" + collection + "' can't be read: " + Failure.words(e), e);
        }
    }

    /**
     * Removes one document: its chunks, vectors, pictures and history.
     *
     * @param source as in {@link #fitting}
     */
    public Effect delete(String collection, String source) {
        return delete(collection, List.of(source)).getFirst();
    }

    /**
     * Removes several documents at one moment.
     *
     * @return one a document, in the order of the sources
     * @throws Failure when one of them is not to be found; it names all that are not, and none is removed
     */
    public List<Effect> delete(String collection, List<String> sources) {
        return new Deletion(engine, wait, command).run(collection, sources);
    }

    /** The documents that a source may mean. */
    static List<HistoryRow> fitting(List<HistoryRow> rows, String source) {
        var name = new DocumentName(source);
        var whole = rows.stream()
                .filter(row -> name.isWhole(row.source(), row.documentId()))
                .toList();
        if (!whole.isEmpty()) return whole;
        return rows.stream().filter(row -> name.ends(row.source())).toList();
    }

    /** What to say where one document was meant and several fit. */
    public static String several(String source, List<HistoryRow> found) {
        return "'%s' fits %s, name one of them whole:\n%s"
                .formatted(
                        source,
                        Counted.of(found.size(), "document"),
                        String.join("\n", found.stream().map(HistoryRow::source).toList()));
    }

    /** Removes a collection with all it holds; returns what it had. */
    public CollectionCounts clear(String collection) {
        CollectionNames.check(collection);
        try (var lock = engine.lock(command, wait);
                var ledger = engine.ledger();
                var publication = Publication.open(engine.data(), engine.store(), ledger)) {
            publication.recover();
            new PastedTexts(engine.data()).forget(collection);
            if (ledger.history(collection).isEmpty()) {
                if (described(ledger, collection)) return ledger.counts(collection);
                exists(collection);
            }
            ledger.learned().forget(collection);
            return publication.clear(collection, engine.clock().instant());
        }
    }

    /**
     * Gives a collection another name, with all it holds; nothing is embedded or read again. A document's id is made of
     * the name and so becomes another one; links to the old one are led on.
     */
    public CollectionCounts rename(String old, String name) {
        try (var lock = engine.lock(command, wait);
                var ledger = engine.ledger();
                var publication = Publication.open(engine.data(), engine.store(), ledger)) {
            publication.recover();
            return publication.rename(old, name);
        }
    }

    /**
     * Makes a collection without documents, or describes anew one that is there.
     *
     * @throws Failure when its name can't be one
     */
    public void describe(CollectionProfile profile) {
        CollectionNames.check(profile.name());
        try (var ledger = engine.ledger()) {
            ledger.profiles().put(profile);
        }
    }

    /** Removes a collection with all it holds and what is said of it; returns what it had. */
    public CollectionCounts remove(String collection) {
        var had = clear(collection);
        try (var ledger = engine.ledger()) {
            ledger.profiles().remove(collection);
            ledger.learned().forget(collection);
        }
        return had;
    }

    /** What is said of the collections, by name; those that nobody described are left out. */
    public Map<String, CollectionProfile> profiles() {
        try (var ledger = engine.knownLedger().orElse(null)) {
            var profiles = new LinkedHashMap<String, CollectionProfile>();
            if (ledger != null) ledger.profiles().all().forEach(profile -> profiles.put(profile.name(), profile));
            return profiles;
        }
    }

    /** Words learned from questions by collection, those that count most first. */
    public Map<String, List<String>> learned() {
        var words = new LinkedHashMap<String, List<String>>();
        try (var ledger = engine.knownLedger().orElse(null)) {
            if (ledger == null) return words;
            Learning.known(engine, ledger)
                    .forEach((name, learned) -> words.put(
                            name, learned.stream().map(LearnedWord::word).toList()));
            return words;
        } catch (IOException e) {
            throw new Failure("notes of learned words can't be read: " + Failure.words(e), e);
        }
    }

    /** Words learned for one collection. */
    public List<String> learned(String collection) {
        return learned().getOrDefault(collection, List.of());
    }

    /** Forgets the words learned for a collection; returns how many. */
    public int forgetKeywords(String collection) {
        list(collection); // a slip in its name is told
        try (var ledger = engine.ledger()) {
            return ledger.learned().forget(collection);
        }
    }

    /** All collections with what they hold. */
    public List<CollectionCounts> collections() {
        try (var ledger = engine.knownLedger().orElse(null)) {
            if (ledger == null) return List.of();
            var counts = new ArrayList<CollectionCounts>();
            for (var name : ledger.collections()) counts.add(ledger.counts(name));
            return counts;
        }
    }
}
