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
        for (var plugin : Plugin.all(StoreProvider.class)) {
            if (plugin.name().equals(provider)) return plugin.open(data);
        }
        throw new Failure("no store is called \"%s\": see vector_store.provider".formatted(provider));
    }
}
