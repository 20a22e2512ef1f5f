package rag.store;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import rag.store.pgvector.PgvectorStore;

@Tag("engine")
class PgvectorContractTest extends ChunkStoreContract {

    @Override
    ChunkStore open(Path data) throws Exception {
        return new PgvectorStore(PostgresServer.settings(data));
    }
}
