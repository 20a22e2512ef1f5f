package rag.rerank;

import java.util.List;
import rag.llm.ChatModel;
import rag.model.TokenVectors;

/** Models that other parts of the program have, opened when a reranker needs them. */
public interface Models {

    /** The language model that the settings name. */
    ChatModel chat();

    /** The cross-encoder of that name or folder. */
    Pairs crossEncoder(String model);

    /** The collection's own embedding model. */
    Tokens tokens();

    /** A model that reads question and passage together. */
    interface Pairs extends AutoCloseable {

        /** What comes of each passage, in their order. */
        List<Pair> scores(String question, List<String> passages);

        @Override
        void close();
    }

    /**
     * @param score the more the better
     * @param cut whether question and passage are longer than what the model reads
     */
    record Pair(double score, boolean cut) {}

    /** A model that gives a vector for each token. */
    interface Tokens {

        String model();

        TokenVectors question(String text);

        List<TokenVectors> passages(List<String> texts);
    }
}
