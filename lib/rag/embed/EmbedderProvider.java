package rag.embed;

import java.nio.file.Path;
import rag.config.Plugin;
import rag.config.Settings;

/** A source of embedders that {@code embedding.provider} can name. */
public interface EmbedderProvider extends Plugin {

    /**
     * Opens the embedder that the settings ask for.
     *
     * @param cache folder for what can be made again; may be missing or read-only
     * @throws rag.model.Failure when the settings don't fit or the model can't be had
     */
    Embedder open(Settings.Embedding settings, Path cache);
}
