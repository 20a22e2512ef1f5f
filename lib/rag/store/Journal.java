package rag.store;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import rag.config.Json;
import rag.model.Failure;

/**
 * The publications that are under way: table {@code op}. A row is written before anything else is touched (PENDING);
 * once the chunk store has committed, history and index of pictures are changed from that row alone (DONE), now or by
 * {@link Recovery}; what never reached a commit is ABORTED. A row goes when the files it left over are swept.
 */
final class Journal {

    enum Kind {
        PUT,
        /** Chunks and history, but not the pictures. */
        REWRITE,
        DELETE,
        STALE,
        /** Removes a whole collection. */
        CLEAR
    }

    enum State {
        PENDING,
        DONE,
        ABORTED
    }

    /**
     * A change that shall be.
     *
     * @param row the history row as it shall be; of a deletion, as it is
     * @param images the pictures that the document shall have
     * @param model the fingerprint in words
     */
    record Intent(Kind kind, HistoryRow row, List<ImageRow> images, String model) {}

    /** A row of the journal. */
    record Op(long seq, String collection, String source, String doc, Kind kind, State state) {

        boolean pending() {
            return state == State.PENDING;
        }
    }

    private final Database database;

    Journal(Database database) {
        this.database = database;
    }

    /**
     * Writes down what shall be, in one transaction; numbers rise in the order of the list.
     *
     * @param finished rows that left nothing to be swept, and go
     */
    List<Op> begin(List<Intent> intents, List<Op> finished) {
        return database.write("Writing the journal", c -> {
            forget(c, finished);
            var ops = new ArrayList<Op>(intents.size());
            for (var intent : intents) ops.add(begin(c, intent));
            return ops;
        });
    }

    private static Op begin(Connection c, Intent intent) throws SQLException {
        var row = intent.row();
        long seq = Database.rows(
                        c,
                        r -> r.getLong(1),
                        LedgerTables.PUT_OP,
                        LedgerTables.payload(row, intent.images(), intent.model()),
                        row.collection(),
                        row.source(),
                        row.documentId(),
                        intent.kind().name(),
                        row.chunks(),
                        intent.images().size())
                .getFirst();
        return new Op(seq, row.collection(), row.source(), row.documentId(), intent.kind(), State.PENDING);
    }

    /** Changes history and index of pictures as the rows say, in their order, in one transaction. */
    void done(List<Op> ops) {
        if (ops.isEmpty()) return;
        database.write("Recording a publication", c -> {
            for (var op : ops) {
                apply(c, op);
                var done = "UPDATE op SET state = 'DONE' WHERE seq = ? AND state <> 'ABORTED'";
                if (Database.update(c, done, op.seq()) == 0) throw takenOver(op);
            }
            for (var collection : ops.stream().map(Op::collection).distinct().toList()) {
                Database.update(c, LedgerTables.REMOVE_PICTURES, collection);
            }
            return ops.size();
        });
    }

    private static void apply(Connection c, Op op) throws SQLException {
        switch (op.kind()) {
            case PUT -> {
                var payload = payload(c, op);
                putCollection(c, op, payload);
                putHistory(c, op, payload);
                removeImages(c, op);
                for (var image : LedgerTables.images(op, payload)) Database.update(c, LedgerTables.PUT_IMAGE, image);
            }
            case REWRITE -> {
                var payload = payload(c, op);
                putCollection(c, op, payload);
                putHistory(c, op, payload);
            }
            case STALE -> putHistory(c, op, payload(c, op));
            case DELETE -> {
                Database.update(
                        c,
                        "DELETE FROM ingestion_history WHERE collection = ? AND source = ?",
                        op.collection(),
                        op.source());
                removeImages(c, op);
            }
            case CLEAR -> {
                Database.update(c, "DELETE FROM ingestion_history WHERE collection = ?", op.collection());
                Database.update(c, "DELETE FROM image_index WHERE collection = ?", op.collection());
                Database.update(c, "DELETE FROM collections WHERE name = ?", op.collection());
            }
        }
    }

    /** How many chunks a change writes. */
    int chunks(Op op) {
        return database.read(
                        "Reading the journal",
                        c -> Database.rows(c, row -> row.getInt(1), "SELECT chunks FROM op WHERE seq = ?", op.seq()))
                .getFirst();
    }

    private static Failure takenOver(Op op) {
        return new Failure(("the publication of %s was given up by another run, which took this one for dead; run the "
                        + "same command again")
                .formatted(op.source()));
    }

    private static JsonNode payload(Connection c, Op op) throws SQLException {
        var text = Database.rows(c, row -> row.getString(1), "SELECT payload FROM op WHERE seq = ?", op.seq()).stream()
                .findFirst()
                .orElseThrow(() -> takenOver(op));
        try {
            return Json.read(text, JsonNode.class);
        } catch (JsonProcessingException e) {
            throw new SQLException("the journal's row " + op.seq() + " can't be read", e);
        }
    }

    private static void putCollection(Connection c, Op op, JsonNode payload) throws SQLException {
        Database.update(
                c,
                LedgerTables.PUT_COLLECTION,
                op.collection(),
                payload.path("ingested_at").asText(),
                payload.path("model").asText());
    }

    private static void putHistory(Connection c, Op op, JsonNode payload) throws SQLException {
        Database.update(c, LedgerTables.PUT_HISTORY, LedgerTables.history(payload, op.seq()));
    }

    private static void removeImages(Connection c, Op op) throws SQLException {
        Database.update(
                c, "DELETE FROM image_index WHERE collection = ? AND document_id = ?", op.collection(), op.doc());
    }

    /** Gives up what reached no commit. */
    void abort(List<Op> ops) {
        if (ops.isEmpty()) return;
        database.write("Writing the journal", c -> {
            for (var op : ops) Database.update(c, "UPDATE op SET state = 'ABORTED' WHERE seq = ?", op.seq());
            return ops.size();
        });
    }

    /** Removes rows that left nothing to be swept. */
    void forget(List<Op> ops) {
        if (!ops.isEmpty()) database.write("Writing the journal", c -> forget(c, ops));
    }

    private static int forget(Connection c, List<Op> ops) throws SQLException {
        for (var op : ops) Database.update(c, "DELETE FROM op WHERE seq = ?", op.seq());
        return ops.size();
    }

    /** Everything in the journal, oldest first. */
    List<Op> unfinished() {
        return database.read(
                "Reading the journal",
                c -> Database.rows(
                        c,
                        row -> new Op(
                                row.getLong(1),
                                row.getString(2),
                                row.getString(3),
                                row.getString(4),
                                Kind.valueOf(row.getString(5)),
                                State.valueOf(row.getString(6))),
                        "SELECT seq, collection, source, doc, kind, state FROM op ORDER BY seq"));
    }

    /**
     * Sees to it that the next number is above {@code seq}. A ledger that was made anew beside a living chunk store
     * would else give numbers that the store has long committed, and take what never happened for done.
     */
    void raise(long seq) {
        database.write("Writing the journal", c -> {
            database.raise(c, "op", seq);
            return seq;
        });
    }
}
