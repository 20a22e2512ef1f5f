package rag.store;

import java.nio.file.Path;
import rag.config.Plugin;
import rag.model.Failure;

/** Opens the store that settings name. */
public final class ChunkStores {

    private ChunkStores() {}

    /** @throws Failure when there is no such provider */
    public static ChunkStore open(String provider, Path data) {
        if (provider.equals("lucene")) return new LuceneChunkStore(data);
        return Plugin.named(StoreProvider.class, provider, "store", "vector_store.provider")
                .open(data);
    }
}
