package rag.engine;

import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import rag.store.HistoryRow;

/**
 * What an ingestion would do, file by file.
 *
 * @param links links that were not followed
 * @param skipped files and folders that an exclude pattern left out; pages that a site does not give
 * @param ignored files and folders that Git ignores
 */
public record Plan(String collection, List<Item> items, int links, int skipped, int ignored) {

    /** What is to be done with a source. */
    public enum Action {
        NEW,
        CHANGED,
        /** The bytes of a known document at another place; its vectors are known. */
        MOVED,
        /** The same bytes with other metadata from a manifest: neither parsed nor embedded again. */
        METADATA,
        UNCHANGED,
        /** Left the folder: removed with {@code --prune} only. */
        DELETED,
        UNSUPPORTED,
        TOO_LARGE,
        UNREADABLE;

        public String key() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }

        /** Whether the source's bytes have to be read, split and embedded. */
        boolean works() {
            return this == NEW || this == CHANGED || this == MOVED;
        }
    }

    /**
     * One source.
     *
     * @param path null for a source that is gone
     * @param hash sha256 of its bytes; "" where they were not read
     * @param before what is known of it; of a moved source, what is known of the place it came from
     * @param reason in words where the action needs one
     * @param given metadata from a manifest; null when none speaks of it
     */
    public record Item(
            Action action,
            String source,
            @Nullable Path path,
            long bytes,
            String hash,
            @Nullable HistoryRow before,
            String reason,
            @Nullable Map<String, Object> given) {

        Item(
                Action action,
                String source,
                @Nullable Path path,
                long bytes,
                String hash,
                @Nullable HistoryRow before,
                String reason) {
            this(action, source, path, bytes, hash, before, reason, null);
        }

        /** The same with what a manifest says of it. */
        Item given(@Nullable Map<String, Object> given) {
            boolean other = given != null
                    && before != null
                    && action == Action.UNCHANGED
                    && before.chunks() > 0
                    && !GivenMetadata.hash(given).equals(before.metadataHash());
            return new Item(other ? Action.METADATA : action, source, path, bytes, hash, before, reason, given);
        }

        /** Whether it is read with no metadata from outside, neither now nor kept from before. */
        boolean isLoose() {
            return action.works()
                    && given == null
                    && (before == null || before.metadataHash().isEmpty());
        }

        /** Chunks that answer for this source now. */
        int chunks() {
            return before == null || action == Action.MOVED ? 0 : before.chunks();
        }

        int images() {
            return before == null || action == Action.MOVED ? 0 : before.images();
        }

        /** The row of a version that answers while a newer one can't; null when there is none. */
        @Nullable
        HistoryRow answering() {
            return chunks() > 0 ? before : null;
        }
    }

    public Plan {
        items = List.copyOf(items);
    }

    public Map<Action, Integer> counts() {
        var counts = new EnumMap<Action, Integer>(Action.class);
        for (var action : Action.values()) counts.put(action, 0);
        for (var item : items) counts.merge(item.action(), 1, Integer::sum);
        return counts;
    }

    List<Item> of(Action action) {
        return items.stream().filter(item -> item.action() == action).toList();
    }
}
