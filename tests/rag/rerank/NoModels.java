package rag.rerank;

import rag.llm.ChatModel;

/** For rerankers that need no model of this process. */
public class NoModels implements Models {

    @Override
    public ChatModel chat() {
        throw new AssertionError("not asked");
    }

    @Override
    public Pairs crossEncoder(String model) {
        throw new AssertionError("not asked");
    }

    @Override
    public Tokens tokens() {
        throw new AssertionError("not asked");
    }
}
