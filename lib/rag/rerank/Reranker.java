package rag.rerank;

import java.util.List;

/** Judges the first passages of a fused list once more, each beside the question. Usable from several threads. */
public interface Reranker extends AutoCloseable {

    /** What a trace calls it: provider/model. */
    String name();

    /**
     * Scores the passages. What it leaves out keeps its fused place behind the others. Ends soon after its thread is
     * interrupted, which is how the time limit is kept.
     *
     * @param question as it was asked
     * @param listed in the order of fusion, never empty
     * @throws RerankException when there is no usable answer
     */
    Judged judge(String question, List<Listed> listed) throws RerankException;

    @Override
    default void close() {}
}
