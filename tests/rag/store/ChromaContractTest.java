package rag.store;

import java.nio.file.Path;
import java.time.Clock;
import org.junit.jupiter.api.Tag;
import rag.store.chroma.ChromaChunkStore;

/** With every dense question put to Chroma, however few chunks pass its filter. */
@Tag("engine")
class ChromaContractTest extends ChunkStoreContract {

    @Override
    ChunkStore open(Path data) {
        return new ChromaChunkStore(ChromaServer.settings(data), data, Clock.systemUTC(), 0);
    }
}
