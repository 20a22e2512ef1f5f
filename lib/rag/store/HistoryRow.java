package rag.store;

import java.time.Instant;
import java.util.Objects;
import rag.model.DocumentState;

/**
 * What is known of one source in one collection: a row of {@code ingestion_history}.
 *
 * @param source normalised path or URL
 * @param root where a path may lead that holds links; "" in all rows of this program, whose sources are paths without
 *     links or addresses. Pruning goes by the folders that a run names, not by this
 * @param contentHash sha256 of the bytes, 64 hex
 * @param metadataHash sha256 of the normalised metadata given from outside, "" when none is
 * @param reason why the state is not ready, "" when it is
 * @param stale true when the chunks that answer are those of an older version
 * @param version the {@code seq} of the publication
 */
public record HistoryRow(
        String collection,
        String source,
        String documentId,
        String root,
        String contentHash,
        String metadataHash,
        long bytes,
        DocumentState state,
        String reason,
        boolean stale,
        String title,
        String type,
        String language,
        int pages,
        int chunks,
        int images,
        long version,
        Instant ingestedAt) {

    public HistoryRow {
        var texts = new String[] {
            collection, source, documentId, root, contentHash, metadataHash, reason, title, type, language
        };
        for (var text : texts) Objects.requireNonNull(text); // a null would be met only after the chunks are committed
        Objects.requireNonNull(state);
        Objects.requireNonNull(ingestedAt);
    }

    /** The same row with other metadata from outside. */
    public HistoryRow described(String metadataHash, String title, Instant now) {
        return copy(collection, documentId, root, metadataHash, stale, title, chunks, images, version, now);
    }

    /** The same document in another collection. */
    HistoryRow in(String collection, String documentId, String root) {
        return copy(collection, documentId, root, metadataHash, stale, title, chunks, images, version, ingestedAt);
    }

    /** The same row without the mark of staleness. */
    HistoryRow fresh() {
        return copy(collection, documentId, root, metadataHash, false, title, chunks, images, version, ingestedAt);
    }

    /** The same row with what a publication knows better than whoever asked for it. */
    HistoryRow with(int chunks, int images, long version) {
        return copy(collection, documentId, root, metadataHash, stale, title, chunks, images, version, ingestedAt);
    }

    private HistoryRow copy(
            String collection,
            String documentId,
            String root,
            String metadataHash,
            boolean stale,
            String title,
            int chunks,
            int images,
            long version,
            Instant ingestedAt) {
        return new HistoryRow(
                collection,
                source,
                documentId,
                root,
                contentHash,
                metadataHash,
                bytes,
                state,
                reason,
                stale,
                title,
                type,
                language,
                pages,
                chunks,
                images,
                version,
                ingestedAt);
    }
}
