package rag.engine;

import java.util.LinkedHashMap;
import java.util.List;
import rag.config.Resources;
import rag.config.Secrets;
import rag.embed.Embedder;
import rag.llm.ChatRequest;
import rag.llm.ModelException;
import rag.model.Failure;
import rag.trace.Trace;

/**
 * A passage that a language model makes up as an answer, for the dense route to look for beside the question: an answer
 * lies nearer to other answers than a question does (HyDE: Gao et al., Precise Zero-Shot Dense Retrieval without
 * Relevance Labels, ACL 2023). Nothing of it is ever shown as a result.
 *
 * @param text "" when there is none
 * @param notes what the reader must know of it
 */
record Hypothesis(String text, List<String> notes) {

    static final Hypothesis NONE = new Hypothesis("", List.of());

    /**
     * Asks once, and writes into the stage why and what came of it. The prompt keeps the passage short; its bound is the
     * setting's, since a model that thinks first spends far more on that than on the passage.
     */
    static Hypothesis ask(Engine engine, QueryPlan plan, String why, Trace.Running stage) {
        if (!plan.dense()) return new Hypothesis("", List.of("HyDE has no use here: the dense route does not run"));
        var facts = new LinkedHashMap<String, Object>();
        facts.put("why", why);
        long start = System.nanoTime();
        try {
            var chat = engine.chat().orElseThrow(() -> new ModelException("llm.provider is none"));
            facts.put("model", chat.name());
            var user = "<question>\n" + plan.text().replace("</question", "‹/question") + "\n</question>";
            var answer = chat.ask(ChatRequest.prose(Resources.text("prompts/hyde.txt"), user));
            var text = answer.text().strip();
            if (text.isEmpty()) throw new ModelException("the model wrote nothing");
            var shown = engine.settings().observability().traceText();
            if (!shown.equals("none")) facts.put("text", Shown.text(text, shown));
            facts.put("prompt_tokens", answer.promptTokens());
            facts.put("completion_tokens", answer.completionTokens());
            return new Hypothesis(
                    text,
                    List.of("HyDE (%s): the dense route also looked for a passage that %s made up as an answer"
                            .formatted(why, chat.name())));
        } catch (ModelException | Failure e) {
            var reason = Secrets.mask(Failure.words(e));
            facts.put("error", reason);
            return new Hypothesis("", List.of("HyDE failed, the dense route looked for the question alone: " + reason));
        } finally {
            facts.put("ms", Routes.round((System.nanoTime() - start) / 1e6));
            stage.put("hyde", facts);
        }
    }

    /** The mean direction of a question's vector and a made-up passage's; the question's own where there is none. */
    static float[] beside(float[] question, String hypothetical, Embedder embedder) {
        if (hypothetical.isEmpty()) return question;
        var answer = embedder.documents(List.of(hypothetical)).getFirst();
        var mean = new float[question.length];
        double norm = 0;
        for (int i = 0; i < mean.length; i++) {
            mean[i] = question[i] + answer[i];
            norm += (double) mean[i] * mean[i];
        }
        for (int i = 0; i < mean.length; i++) mean[i] /= (float) Math.sqrt(norm);
        return mean;
    }
}
