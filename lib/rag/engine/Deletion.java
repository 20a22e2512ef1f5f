package rag.engine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import rag.model.Failure;
import rag.store.Change;
import rag.store.Effect;
import rag.store.HistoryRow;
import rag.store.Ledger;
import rag.store.Publication;

/** Removes documents of a collection: all that are named, or none when one of them is not to be found. */
final class Deletion {

    private final Engine engine;
    private final Duration wait;
    private final String command;

    Deletion(Engine engine, Duration wait, String command) {
        this.engine = engine;
        this.wait = wait;
        this.command = command;
    }

    /** @return what each lost, in the order of the sources */
    List<Effect> run(String collection, List<String> sources) {
        try (var lock = engine.lock(command, wait);
                var ledger = engine.ledger();
                var publication = Publication.open(engine.data(), engine.store(), ledger)) {
            publication.recover();
            var rows = named(ledger.history(collection), collection, sources);
            var texts = new PastedTexts(engine.data());
            for (var row : rows) texts.forget(collection, row.source());
            var effects = new HashMap<String, Effect>();
            for (var effect : publish(collection, rows, publication))
                effects.put(effect.row().source(), effect);
            for (var row : rows) {
                if (!effects.containsKey(row.source())) effects.put(row.source(), forgotten(row, ledger));
            }
            return rows.stream()
                    .map(row -> Objects.requireNonNull(effects.get(row.source())))
                    .toList();
        }
    }

    /** The documents that are named, each once. */
    private static List<HistoryRow> named(List<HistoryRow> rows, String collection, List<String> sources) {
        var found = new LinkedHashSet<HistoryRow>();
        var missing = new ArrayList<String>();
        for (var source : sources) {
            var fitting = Maintenance.fitting(rows, source);
            if (fitting.size() == 1) found.addAll(fitting);
            else missing.add(fitting.isEmpty() ? missing(source, collection) : Maintenance.several(source, fitting));
        }
        if (missing.isEmpty()) return List.copyOf(found);
        var words = String.join("\n", missing);
        throw new Failure(sources.size() == 1 ? words : "nothing was deleted:\n" + words);
    }

    private static String missing(String source, String collection) {
        return "no document '%s' in collection '%s'; --list shows what is there".formatted(source, collection);
    }

    /** Also where the history knows no chunks: an index from a backup may hold an older version. */
    private List<Effect> publish(String collection, List<HistoryRow> rows, Publication publication) {
        var built = engine.built(collection);
        if (built.isEmpty() && rows.stream().allMatch(row -> row.chunks() == 0 && row.images() == 0)) return List.of();
        var print = built.orElseThrow(() -> new Failure("there is no collection '" + collection + "'"));
        try (var session = publication.session(collection, print)) {
            return session.publish(rows.stream().<Change>map(Change.Delete::new).toList());
        }
    }

    private static Effect forgotten(HistoryRow row, Ledger ledger) {
        ledger.forget(row.collection(), List.of(row.source()));
        return new Effect(row, true, 0, 0, 0, 0);
    }
}
