package rag.embed;

import java.nio.file.Path;
import java.util.TreeSet;
import rag.config.Plugin;
import rag.config.Provider;
import rag.config.Settings;
import rag.model.Failure;

/** Opens the embedder that settings name. */
public final class Embedders {

    private Embedders() {}

    /**
     * Opens the provider that is called so: local, a remote one, or one that a jar adds.
     *
     * @param settings the model by name; what "auto" stands for is the caller's choice
     * @param cache folder for what can be made again, such as {@link rag.config.CacheFolder}
     * @throws Failure when there is no such provider or model, or the settings don't fit it
     */
    public static Embedder open(Settings.Embedding settings, Path cache) {
        if (settings.provider().equals("local")) return LocalEmbedder.open(settings, cache);
        var remote = Provider.with(Provider::embedding);
        if (remote.contains(settings.provider())) return OpenAiEmbedder.open(settings);
        var names = new TreeSet<>(remote);
        names.add("local");
        for (var provider : Plugin.all(EmbedderProvider.class)) {
            if (provider.name().equals(settings.provider())) return provider.open(settings, cache);
            names.add(provider.name());
        }
        throw new Failure("no embedding provider is called \"%s\": set embedding.provider to one of %s"
                .formatted(settings.provider(), String.join(", ", names)));
    }
}
