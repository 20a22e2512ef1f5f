package rag.store;

import java.nio.file.Path;

class LuceneContractTest extends ChunkStoreContract {

    @Override
    ChunkStore open(Path data) {
        return new LuceneChunkStore(data);
    }
}
