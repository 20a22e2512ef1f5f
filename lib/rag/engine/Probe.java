package rag.engine;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import rag.engine.Plan.Item;
import rag.model.Document;

/**
 * A look at some of a folder's documents before the first is embedded, since the choice of the model depends on their
 * language. What was read here is not read again.
 */
final class Probe {

    private static final int SAMPLE = 12;
    private static final long LARGEST = 2_000_000;

    private final List<Item> work;
    private final Loading loading;
    private final Map<String, Document> read = new ConcurrentHashMap<>();

    Probe(List<Item> work, Loading loading) {
        this.work = work;
        this.loading = loading;
    }

    /** Some documents, evenly spread over the list; those that can't be read are left for the run to report. */
    List<Document> sample() {
        int step = Math.max(1, work.size() / SAMPLE);
        for (int i = 0; i < work.size() && read.size() < SAMPLE; i += step) {
            var item = work.get(i);
            if (item.path() == null || item.bytes() > LARGEST) continue;
            try {
                read.put(item.source(), loading.load(item));
            } catch (Exception e) {
                // the pipeline meets it again, and says so there
            }
        }
        return List.copyOf(read.values());
    }

    Optional<Document> take(Item item) {
        return Optional.ofNullable(read.remove(item.source()));
    }
}
