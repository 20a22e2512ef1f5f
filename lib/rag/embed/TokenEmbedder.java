package rag.embed;

import java.util.List;
import rag.model.TokenVectors;

/** An embedder that also shows its last layer: a vector for each token, before they become one. */
public interface TokenEmbedder extends Embedder {

    /**
     * The tokens of passages, special ones included, in the order of the texts; works on several at once.
     *
     * @throws rag.model.Failure when the model fails or the thread is interrupted
     */
    List<TokenVectors> passageTokens(List<String> texts);

    /** The tokens of a question as it stands, without the prefix that the model wants for its one vector. */
    TokenVectors questionTokens(String text);
}
