package rag.store;

import java.nio.file.Path;
import rag.config.Plugin;
import rag.config.StoreSettings;

/** A source of stores that {@code vector_store.provider} can name. */
public interface StoreProvider extends Plugin {

    /**
     * Opens the store of a data folder.
     *
     * @param settings where it is and how it is built
     * @throws rag.model.Failure when it can't be had
     */
    ChunkStore open(StoreSettings settings, Path data);
}
