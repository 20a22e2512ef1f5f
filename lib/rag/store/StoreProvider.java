package rag.store;

import java.nio.file.Path;
import rag.config.Plugin;

/** A source of stores that {@code vector_store.provider} can name. */
public interface StoreProvider extends Plugin {

    /**
     * Opens the store of a data folder.
     *
     * @throws rag.model.Failure when it can't be had
     */
    ChunkStore open(Path data);
}
