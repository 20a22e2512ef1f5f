package rag.llm;

import java.util.Optional;
import rag.config.Plugin;
import rag.config.Provider;
import rag.config.Settings;
import rag.model.Failure;

/** Opens the vision model that settings name. */
public final class VisionModels {

    private VisionModels() {}

    /**
     * The model of {@code vision_llm.provider}, with its caps and a circuit breaker before it; it gets pictures no larger
     * than {@code vision_llm.max_image_size}. Empty when captions by a model are not enabled.
     *
     * @throws Failure when there is no such provider or the settings don't fit it
     */
    public static Optional<VisionModel> open(Settings.VisionLlm settings) {
        if (!settings.enabled() || settings.provider().equals("none")) return Optional.empty();
        var guard = new Guard(settings.concurrency(), 0);
        var model = bare(settings);
        return Optional.of(new VisionModel() {
            @Override
            public String name() {
                return model.name();
            }

            @Override
            public ChatAnswer ask(VisionRequest request) throws ModelException {
                var scaled = ScaledImage.within(settings.maxImageSize(), request);
                return guard.pass(() -> model.ask(scaled));
            }

            @Override
            public void close() {
                model.close();
            }
        });
    }

    private static VisionModel bare(Settings.VisionLlm settings) {
        if (Provider.with(Provider::vision).contains(settings.provider())) {
            return new OpenAiChat(Target.of("vision_llm", "the vision model", settings), 0, 0, settings.stream());
        }
        return Plugin.named(
                        VisionProvider.class, settings.provider(), "provider of vision models", "vision_llm.provider")
                .open(settings);
    }
}
