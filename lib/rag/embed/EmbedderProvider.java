package rag.embed;

import java.nio.file.Path;
import rag.config.Settings;

/**
 * A source of embedders that settings can name. A jar that lists its own in
 * {@code META-INF/services/rag.embed.EmbedderProvider} adds a provider without a change here.
 */
public interface EmbedderProvider {

    /** Name in {@code embedding.provider}. */
    String name();

    /**
     * Opens the embedder that the settings ask for.
     *
     * @param cache folder for what can be made again; may be missing or read-only
     * @throws rag.model.Failure when the settings don't fit or the model can't be had
     */
    Embedder open(Settings.Embedding settings, Path cache);
}
