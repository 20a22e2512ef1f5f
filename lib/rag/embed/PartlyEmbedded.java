package rag.embed;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import rag.model.Failure;

/** Some texts were refused one by one, such as one that is too long; all others have their vectors. */
public final class PartlyEmbedded extends Failure {

    private static final long serialVersionUID = 1L;

    private final transient List<float @Nullable []> vectors;
    private final transient SortedMap<Integer, String> refused;

    /**
     * @param vectors in the texts' order, null where a text was refused
     * @param refused reason by index in the list of texts
     */
    PartlyEmbedded(List<float @Nullable []> vectors, SortedMap<Integer, String> refused) {
        super(
                SOME_FAILED,
                "%d of %d texts were refused by the embedding service; text %d (counted from 0): %s"
                        .formatted(refused.size(), vectors.size(), refused.firstKey(), refused.get(refused.firstKey())),
                null);
        this.vectors = Collections.unmodifiableList(new ArrayList<>(vectors));
        this.refused = Collections.unmodifiableSortedMap(new TreeMap<>(refused));
    }

    public List<float @Nullable []> vectors() {
        return vectors;
    }

    public SortedMap<Integer, String> refused() {
        return refused;
    }
}
