package rag.engine;

import java.time.Instant;
import rag.engine.Plan.Item;
import rag.model.DocumentState;
import rag.model.Ids;
import rag.store.HistoryRow;

/** Rows of the history for sources that gave nothing to publish. */
final class Rows {

    private Rows() {}

    /** A source without chunks; one that was known keeps the counts that it has. */
    static HistoryRow without(String collection, Item item, DocumentState state, String reason, Instant now) {
        var before = item.action() == Plan.Action.MOVED ? null : item.before();
        return new HistoryRow(
                collection,
                item.source(),
                Ids.document(collection, item.source()),
                "",
                item.hash(),
                "",
                item.bytes(),
                state,
                reason,
                false,
                before == null ? "" : before.title(),
                before == null ? "" : before.type(),
                before == null ? "" : before.language(),
                before == null ? 0 : before.pages(),
                before == null ? 0 : before.chunks(),
                before == null ? 0 : before.images(),
                before == null ? 0 : before.version(),
                now);
    }

    /** A source whose older version still answers. */
    static HistoryRow stale(HistoryRow before, Item item, DocumentState state, String reason, Instant now) {
        return new HistoryRow(
                before.collection(),
                before.source(),
                before.documentId(),
                before.root(),
                item.hash(),
                before.metadataHash(),
                item.bytes(),
                state,
                reason,
                true,
                before.title(),
                before.type(),
                before.language(),
                before.pages(),
                before.chunks(),
                before.images(),
                before.version(),
                now);
    }
}
