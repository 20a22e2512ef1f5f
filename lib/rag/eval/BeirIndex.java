package rag.eval;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import rag.engine.DirectIngest;
import rag.engine.Engine;
import rag.engine.Progress;
import rag.model.Document;

/**
 * A test collection's texts as documents of a collection, one text one chunk, so that what is measured is retrieval and
 * not splitting. The map from chunk ids back to the set's own ids comes with it.
 */
public final class BeirIndex {

    private final Map<String, String> setIds = new HashMap<>();

    private BeirIndex() {}

    /** Writes what the collection does not hold yet. */
    public static BeirIndex build(Engine engine, String collection, BeirSet set, Progress progress) {
        var index = new BeirIndex();
        var documents = new LinkedHashMap<String, Document>();
        for (var text : set.corpus().values()) {
            var body = text.text().isBlank() ? text.title() : text.text();
            if (body.isBlank()) continue;
            var title = text.text().isBlank() ? "" : text.title();
            documents.put(
                    set.name() + ":" + text.id(),
                    new Document(title, "text", Map.of(), body, List.of(), List.of(), List.of(), List.of()));
        }
        new DirectIngest(engine, Duration.ofMinutes(1))
                .whole(collection, documents, progress)
                .forEach((source, chunk) ->
                        index.setIds.put(chunk, source.substring(set.name().length() + 1)));
        return index;
    }

    /** The set's ids by chunk id. */
    public Map<String, String> chunks() {
        return Collections.unmodifiableMap(setIds);
    }

    /** The set's ids in the order of the chunks. */
    public List<String> setIds(List<String> chunkIds) {
        var ids = new ArrayList<String>(chunkIds.size());
        for (var id : chunkIds) ids.add(setIds.get(id));
        return ids;
    }
}
