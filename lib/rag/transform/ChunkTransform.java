package rag.transform;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import rag.model.Document;

/**
 * A further pass over every chunk, behind the refiner, the captions and the enricher. Called from several threads. The
 * chunk's id does not depend on it, so a chunk stays the same one whatever a pass makes of it.
 */
@FunctionalInterface
public interface ChunkTransform {

    /**
     * A chunk on its way into the index.
     *
     * @param text what is shown, searched and cited; marks such as {@code [IMAGE: id]} say where a picture stands
     * @param said title, summary and tags
     * @param metadata what goes beside the document's own, which wins: String, Number, Boolean or List of String
     */
    record Draft(String text, Enrichment said, Map<String, Object> metadata) {

        public Draft {
            metadata = Collections.unmodifiableMap(new LinkedHashMap<>(metadata));
        }
    }

    /**
     * The chunk as it shall be. Where this throws, or gives a text that is blank or longer than the embedding model
     * reads, the chunk stays as it was, and its metadata and the trace say why.
     */
    Draft apply(Draft draft, Document document);
}
