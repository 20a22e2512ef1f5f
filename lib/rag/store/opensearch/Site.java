package rag.store.opensearch;

import java.time.Duration;
import java.util.List;
import rag.config.StoreSettings;

/**
 * A cluster and what a store keeps there.
 *
 * @param kept how long what was replaced is kept for those who still read it
 */
record Site(Cluster cluster, States states, StoreSettings settings, Duration kept) {

    Snapshot snapshot(List<State> published) {
        return new Snapshot(cluster, states, published, kept);
    }

    ChunkIndex index(String name) {
        return new ChunkIndex(cluster, name);
    }
}
