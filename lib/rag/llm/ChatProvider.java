package rag.llm;

import rag.config.Plugin;
import rag.config.Settings;

/** A source of chat models that {@code llm.provider} can name. */
public interface ChatProvider extends Plugin {

    /**
     * Opens the model that the settings ask for. Caps, circuit breaker and counting are put around it.
     *
     * @throws rag.model.Failure when the settings don't fit
     */
    ChatModel open(Settings.Llm settings);
}
