package rag.engine;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import rag.model.DocumentState;
import rag.store.Change;
import rag.store.HistoryRow;

/**
 * Sources of a plan that can't be worked on are remembered too, so that a list of the collection shows them with their
 * reason, and an older version that answers for one is marked. What is remembered already is not said again.
 */
final class LeftOut {

    private LeftOut() {}

    /** Rows for those of which no version answers. */
    static List<HistoryRow> rows(Plan plan, Instant now) {
        var rows = new ArrayList<HistoryRow>();
        for (var item : plan.items()) {
            var state = state(item);
            // what can't be read may be a folder, which is no document
            if (state == null || state == DocumentState.FAILED || item.answering() != null) continue;
            var before = item.before();
            if (before == null || before.state() != state || before.bytes() != item.bytes())
                rows.add(Rows.without(plan.collection(), item, state, item.reason(), now));
        }
        return rows;
    }

    /** Marks for the versions that answer until the newest one can be read. */
    static List<Change> stale(Plan plan, Instant now) {
        var changes = new ArrayList<Change>();
        for (var item : plan.items()) {
            var state = state(item);
            var before = item.answering();
            if (state == null || before == null) continue;
            var row = Rows.stale(before, item, state, item.reason(), now);
            // without the hash of any version, so that whatever can be read next is read
            boolean known = before.stale()
                    && before.state() == state
                    && before.reason().equals(row.reason())
                    && before.contentHash().equals(row.contentHash());
            if (!known) changes.add(new Change.Stale(row));
        }
        return changes;
    }

    private static @Nullable DocumentState state(Plan.Item item) {
        return switch (item.action()) {
            case UNSUPPORTED -> DocumentState.UNSUPPORTED;
            case TOO_LARGE -> DocumentState.TOO_LARGE;
            case UNREADABLE -> DocumentState.FAILED;
            default -> null;
        };
    }
}
