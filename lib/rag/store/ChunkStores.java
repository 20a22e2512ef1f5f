package rag.store;

import java.nio.file.Path;
import rag.config.Plugin;
import rag.config.StoreSettings;
import rag.model.Failure;
import rag.store.chroma.ChromaChunkStore;
import rag.store.opensearch.OpenSearchStore;
import rag.store.pgvector.PgvectorStore;

/** Opens the store that settings name. */
public final class ChunkStores {

    private ChunkStores() {}

    /** @throws Failure when there is no such provider, or it can't be reached */
    public static ChunkStore open(StoreSettings settings, Path data) {
        Vectorization.quiet(); // every store compares vectors by it
        return switch (settings.provider()) {
            case "lucene" -> new LuceneChunkStore(data);
            case "opensearch" -> new OpenSearchStore(settings);
            case "pgvector" -> new PgvectorStore(settings);
            case "chroma" -> new ChromaChunkStore(settings, data);
            default ->
                Plugin.named(StoreProvider.class, settings.provider(), "store", "vector_store.provider")
                        .open(settings, data);
        };
    }
}
