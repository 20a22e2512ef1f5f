package rag.llm;

import java.util.Optional;
import rag.config.Plugin;
import rag.config.Provider;
import rag.config.Settings;
import rag.model.Failure;

/** Opens the chat model that settings name. */
public final class ChatModels {

    private ChatModels() {}

    /**
     * The model of {@code llm.provider}, with its caps and a circuit breaker before it; empty for none.
     *
     * @throws Failure when there is no such provider or the settings don't fit it
     */
    public static Optional<ChatModel> open(Settings.Llm settings) {
        if (settings.provider().equals("none")) return Optional.empty();
        var perMinute = settings.requestsPerMinute();
        var guard = new Guard(settings.concurrency(), perMinute == null ? 0 : perMinute);
        var model = bare(settings);
        return Optional.of(new ChatModel() {
            @Override
            public String name() {
                return model.name();
            }

            @Override
            public ChatAnswer ask(ChatRequest request) throws ModelException {
                return guard.pass(() -> model.ask(request));
            }

            @Override
            public void close() {
                model.close();
            }
        });
    }

    private static ChatModel bare(Settings.Llm settings) {
        if (Provider.with(Provider::chat).contains(settings.provider())) {
            var target = Target.of("llm", "the chat model", settings);
            return new OpenAiChat(target, settings.temperature(), settings.maxTokens(), settings.stream());
        }
        return Plugin.named(ChatProvider.class, settings.provider(), "provider of chat models", "llm.provider")
                .open(settings);
    }
}
