package rag.store;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import rag.store.pgvector.PgvectorStore;

/** The same with a graph of vectors from the first chunk on. */
@Tag("engine")
class PgvectorGraphContractTest extends ChunkStoreContract {

    @Override
    ChunkStore open(Path data) throws Exception {
        return new PgvectorStore(PostgresServer.settings(data), 0);
    }
}
