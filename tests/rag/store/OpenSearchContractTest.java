package rag.store;

import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import rag.model.Ids;

@Tag("engine")
class OpenSearchContractTest extends ChunkStoreContract {

    private static String last = "";

    @Override
    ChunkStore open(Path data) throws Exception {
        var nodes = OpenSearchNodes.shared();
        var namespace = "test_"
                + Ids.sha256(data.toString().getBytes()).substring(0, 12).toLowerCase(Locale.ROOT);
        if (!last.isEmpty() && !last.equals(namespace)) nodes.clear(last); // a node holds only so many indexes
        last = namespace;
        return open(nodes, namespace);
    }

    ChunkStore open(OpenSearchNodes nodes, String namespace) {
        return nodes.store(namespace);
    }

    @AfterAll
    static void clear() throws Exception {
        if (!last.isEmpty()) OpenSearchNodes.shared().clear(last);
    }
}
