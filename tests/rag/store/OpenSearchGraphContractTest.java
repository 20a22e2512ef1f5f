package rag.store;

import java.time.Duration;
import org.junit.jupiter.api.Tag;
import rag.store.opensearch.OpenSearchStore;

/** The same with the graph of vectors asked from the first chunk on. */
@Tag("engine")
class OpenSearchGraphContractTest extends OpenSearchContractTest {

    @Override
    ChunkStore open(OpenSearchNodes nodes, String namespace) {
        return new OpenSearchStore(nodes.settings(namespace), Duration.ofSeconds(30), 0);
    }
}
