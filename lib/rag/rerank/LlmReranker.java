package rag.rerank;

import java.util.LinkedHashMap;
import java.util.List;
import rag.llm.ChatModel;
import rag.llm.ChatRequest;
import rag.llm.ModelException;
import rag.text.Counted;

/** A language model that grades all passages from 0 to 3 in one call. Passages that its window can't hold are left out. */
final class LlmReranker implements Reranker {

    private final ChatModel model;
    private final RerankPrompt prompt;

    LlmReranker(ChatModel model, RerankPrompt prompt) {
        this.model = model;
        this.prompt = prompt;
    }

    @Override
    public String name() {
        return "llm/" + model.name();
    }

    @Override
    public Judged judge(String question, List<Listed> listed) throws RerankException {
        var filled = prompt.fill(question, listed);
        try {
            var answer = model.ask(new ChatRequest(prompt.instructions(), filled.text(), ScoreAnswer.schema(), 0));
            var facts = new LinkedHashMap<String, Object>();
            facts.put("window", prompt.window());
            facts.put("read", filled.read());
            facts.put("cut", filled.cut());
            facts.put("estimated_tokens", filled.tokens());
            facts.put("prompt_tokens", answer.promptTokens());
            facts.put("completion_tokens", answer.completionTokens());
            return new Judged(
                    ScoreAnswer.read(answer.text(), listed.subList(0, filled.read())), facts, note(filled, listed));
        } catch (ModelException e) {
            throw new RerankException(String.valueOf(e.getMessage()), e);
        }
    }

    private static String note(RerankPrompt.Filled filled, List<Listed> listed) {
        if (filled.read() == listed.size()) return "";
        return "the reranker's window (rerank.window) holds %d of %s: the others keep their place behind"
                .formatted(filled.read(), Counted.of(listed.size(), "passage"));
    }
}
