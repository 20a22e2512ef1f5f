package rag.eval;

import java.util.ArrayList;
import java.util.List;
import rag.llm.ChatAnswer;
import rag.llm.ChatModel;
import rag.llm.ChatRequest;
import rag.llm.ModelException;

/** A chat model that answers by a script, and remembers what it was asked. */
final class ScriptedModel implements ChatModel {

    interface Script {
        String answer(ChatRequest request) throws ModelException;
    }

    final List<ChatRequest> asked = new ArrayList<>();
    private final Script script;

    ScriptedModel(Script script) {
        this.script = script;
    }

    @Override
    public String name() {
        return "scripted/model";
    }

    @Override
    public synchronized ChatAnswer ask(ChatRequest request) throws ModelException {
        asked.add(request);
        return new ChatAnswer(script.answer(request), 0, 0);
    }
}
