package rag.store;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import rag.model.Fingerprint;

/**
 * The changes of one collection that are prepared but not published: what the journal says of them, and what the
 * history will say. Later changes find what earlier ones leave.
 */
final class StagedChanges {

    /** A staged change: its row in the journal, the history row as it shall be, and as it was. */
    private record Staged(Journal.Op op, Journal.Intent intent, Optional<HistoryRow> before) {

        Effect effect() {
            int chunks = before.map(HistoryRow::chunks).orElse(0);
            int images = before.map(HistoryRow::images).orElse(0);
            var row = intent.row();
            if (op.kind() == Journal.Kind.DELETE) return new Effect(row, before.isPresent(), chunks, 0, images, 0);
            var recorded = row.with(row.chunks(), row.images(), op.seq());
            return new Effect(recorded, before.isPresent(), chunks, row.chunks(), images, row.images());
        }
    }

    private final String collection;
    private final Fingerprint fingerprint;
    private final Ledger ledger;
    private final List<Staged> staged = new ArrayList<>();
    private final Map<String, Optional<HistoryRow>> rows = new HashMap<>(); // of staged sources, as they shall be

    StagedChanges(String collection, Fingerprint fingerprint, Ledger ledger) {
        this.collection = collection;
        this.fingerprint = fingerprint;
        this.ledger = ledger;
    }

    /**
     * Writes changes to the journal as begun, and takes finished ones out of it.
     *
     * @throws IllegalArgumentException when a change is impossible; the journal is as it was then
     */
    void add(List<Change> changes, List<Journal.Op> finished) {
        var before = new ArrayList<Optional<HistoryRow>>();
        var intents = new ArrayList<Journal.Intent>();
        for (var change : changes) {
            var source = change.row().source();
            before.add(rows.containsKey(source) ? rows.get(source) : ledger.row(collection, source));
            intents.add(intent(change, before.getLast()));
            boolean goes = change instanceof Change.Delete;
            rows.put(
                    source,
                    goes ? Optional.empty() : Optional.of(intents.getLast().row()));
        }
        var ops = ledger.journal().begin(intents, finished);
        for (int i = 0; i < ops.size(); i++) staged.add(new Staged(ops.get(i), intents.get(i), before.get(i)));
    }

    private Journal.Intent intent(Change change, Optional<HistoryRow> now) {
        var row = change.row();
        if (!row.collection().equals(collection)) {
            throw new IllegalArgumentException(row.source() + " is of " + row.collection() + ", not of " + collection);
        }
        int chunks = now.map(HistoryRow::chunks).orElse(0);
        int images = now.map(HistoryRow::images).orElse(0);
        var model = fingerprint.toString();
        return switch (change) {
            case Change.Put put -> {
                var pictures = put.images().stream()
                        .map(image -> ImageRow.of(collection, row.documentId(), image))
                        .toList();
                var full = row.with(put.chunks().size(), pictures.size(), 0);
                yield new Journal.Intent(Journal.Kind.PUT, full, pictures, model);
            }
            case Change.Rewrite rewrite ->
                new Journal.Intent(
                        Journal.Kind.REWRITE, row.with(rewrite.chunks().size(), images, 0), List.of(), model);
            case Change.Stale _ -> {
                if (chunks == 0) throw new IllegalArgumentException("no older version answers: " + row.source());
                yield new Journal.Intent(Journal.Kind.STALE, row.with(chunks, images, 0), List.of(), model);
            }
            case Change.Delete _ -> new Journal.Intent(Journal.Kind.DELETE, now.orElse(row), List.of(), model);
        };
    }

    boolean isEmpty() {
        return staged.isEmpty();
    }

    /** The number that the commit of all these carries. */
    long lastSeq() {
        return staged.getLast().op().seq();
    }

    List<Journal.Op> ops() {
        return staged.stream().map(Staged::op).toList();
    }

    List<Effect> effects() {
        return staged.stream().map(Staged::effect).toList();
    }

    boolean touches(String source) {
        return rows.containsKey(source);
    }

    void clear() {
        staged.clear();
        rows.clear();
    }
}
