package rag.eval;

import java.util.Optional;
import rag.config.Settings;
import rag.llm.ChatModel;

/** Who judges: the chat model that the settings name. */
public final class JudgeModel {

    private JudgeModel() {}

    /** Empty for {@code llm.provider: none}. The caller closes it. */
    public static Optional<ChatModel> of(Settings settings) {
        return Optional.empty();
    }
}
