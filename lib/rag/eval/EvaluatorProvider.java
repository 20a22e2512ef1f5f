package rag.eval;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import rag.config.Settings;
import rag.llm.ChatModel;

/** Makes an evaluator; a jar can bring others, named in {@code META-INF/services/rag.eval.EvaluatorProvider}. */
public interface EvaluatorProvider {

    String name();

    Evaluator open(Parts parts);

    /**
     * What an evaluator may use.
     *
     * @param model who judges; empty when the settings name none
     * @param embedding vectors of unit length of short texts, with the collection's model
     * @param maxJudgeCalls most calls of the model in a run
     */
    record Parts(
            Settings settings,
            Path data,
            Optional<ChatModel> model,
            Function<List<String>, List<float[]>> embedding,
            int maxJudgeCalls) {}
}
