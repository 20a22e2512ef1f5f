package rag.store;

import java.io.IOException;
import java.util.List;

/** An engine elsewhere that holds vectors of a collection, those of older and of unpublished versions among them. */
public interface VectorSearch {

    /** Most keys that are asked for at once; who needs more looks at the vectors here. */
    int MOST = 10_000;

    /** Where so many chunks pass a filter, or fewer, to look at each vector here is cheaper than to ask. */
    int few();

    /**
     * {@linkplain VectorKey Keys} of the nearest vectors, about from the nearest on.
     *
     * @param n how many; fewer come only when the engine holds no more
     * @throws rag.model.Failure when there is no answer, or the engine lacks vectors of the published state
     */
    List<String> nearest(float[] query, int n) throws IOException;
}
