package rag.store;

import java.util.Locale;
import rag.model.DocumentState;

/** What lists look for in a source's row of {@code ingestion_history}; {@link HistoryRow} has all of it. */
public record SourceRow(
        String source, String documentId, String title, DocumentState state, String type, boolean stale, int chunks) {

    /**
     * Whether a list that is narrowed in this way holds it; "" narrows nothing.
     *
     * @param text a part of source or title, or the whole id
     * @param state a state's key, or "stale"
     */
    public boolean fits(String text, String state, String type) {
        var wanted = text.toLowerCase(Locale.ROOT);
        return (state.isEmpty() || this.state.key().equals(state) || (state.equals("stale") && stale))
                && (type.isEmpty() || this.type.equals(type))
                && (wanted.isEmpty()
                        || source.toLowerCase(Locale.ROOT).contains(wanted)
                        || title.toLowerCase(Locale.ROOT).contains(wanted)
                        || documentId.equals(wanted));
    }
}
