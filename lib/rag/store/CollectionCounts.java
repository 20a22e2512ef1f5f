package rag.store;

import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import rag.model.DocumentState;

/**
 * What the ledger knows of one collection.
 *
 * @param createdAt when its first document was published; empty when none ever was
 * @param model the fingerprint of its vectors in words, "" when there are none
 * @param documents number of documents by state, in the order of the states, states without documents left out
 * @param stale documents that answer with an older version
 * @param bytes size of the sources
 * @param lastIngest when a document was recorded last
 */
public record CollectionCounts(
        String collection,
        Optional<Instant> createdAt,
        String model,
        Map<DocumentState, Integer> documents,
        int stale,
        int chunks,
        int images,
        long bytes,
        Optional<Instant> lastIngest) {

    public CollectionCounts {
        documents = Collections.unmodifiableMap(new LinkedHashMap<>(documents));
    }

    /** Documents in any state. */
    public int total() {
        return documents.values().stream().mapToInt(Integer::intValue).sum();
    }
}
