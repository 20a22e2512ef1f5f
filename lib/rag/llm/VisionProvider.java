package rag.llm;

import rag.config.Plugin;
import rag.config.Settings;

/** A source of vision models that {@code vision_llm.provider} can name. */
public interface VisionProvider extends Plugin {

    /**
     * Opens the model that the settings ask for. Caps, circuit breaker and scaling of images are put around it.
     *
     * @throws rag.model.Failure when the settings don't fit
     */
    VisionModel open(Settings.VisionLlm settings);
}
