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
import rag.engine.Maintenance;
import rag.engine.Progress;
import rag.model.Document;
import rag.store.HistoryRow;

/**
 * A test collection's texts as documents of a collection, one text one chunk, so that what is measured is retrieval and
 * not splitting. The map from chunk ids back to the set's own ids comes with it.
 */
public final class BeirIndex {

    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final Map<String, String> setIds = new HashMap<>();

    private BeirIndex() {}

    /** Writes what the collection does not hold yet, and takes out what the set does not hold any more. */
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
        var left = Evaluation.builtWith(engine, collection).isEmpty()
                ? List.<String>of()
                : new Maintenance(engine, PATIENCE, "evaluation")
                        .list(collection).stream()
                                .map(HistoryRow::source)
                                .filter(source -> source.startsWith(set.name() + ":") && !documents.containsKey(source))
                                .toList();
        if (!left.isEmpty()) new Maintenance(engine, PATIENCE, "evaluation").delete(collection, left);
        new DirectIngest(engine, PATIENCE)
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
