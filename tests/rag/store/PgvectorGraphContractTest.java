package rag.store;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import rag.store.pgvector.PgvectorStore;

/** The same with a graph of vectors from the first chunk on, which is used where it can be. */
@Tag("engine")
class PgvectorGraphContractTest extends ChunkStoreContract {

    @Override
    ChunkStore open(Path data) throws Exception {
        var host = PostgresServer.host() + "/postgres?options=-c%20enable_seqscan=off";
        return new PgvectorStore(PostgresServer.settings(data, host), 0);
    }
}
