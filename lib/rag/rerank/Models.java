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

        /** One score a passage, in their order: the more the better. */
        List<Double> scores(String question, List<String> passages);

        /** How many of the passages are longer than the model reads beside the question. */
        int cut(String question, List<String> passages);

        @Override
        void close();
    }

    /** A model that gives a vector for each token. */
    interface Tokens {

        String model();

        TokenVectors question(String text);

        List<TokenVectors> passages(List<String> texts);
    }
}
