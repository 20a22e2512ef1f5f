package rag.embed;

import java.util.List;

/** Turns texts into vectors of unit length, so that their inner product is their cosine. Safe for several threads. */
public interface Embedder extends AutoCloseable {

    ModelInfo model();

    /**
     * Vectors of passages, one a text and in the texts' order; works on several at once.
     *
     * @param texts none of them blank
     * @throws PartlyEmbedded when single texts were refused and all others have their vectors
     * @throws rag.model.Failure when nothing came back that can be used
     * @throws IllegalArgumentException when a text is blank
     */
    List<float[]> documents(List<String> texts);

    /**
     * The vector of a question.
     *
     * @throws rag.model.Failure when the model or its service fails
     * @throws IllegalArgumentException when the text is blank
     */
    float[] query(String text);

    /**
     * How many tokens a passage has for the model, with its prefix and special tokens; what is over
     * {@link ModelInfo#maxTokens()} would be cut. Exact for local models; for remote ones rather too many than too few.
     */
    int tokens(String text);

    @Override
    void close();
}
