package rag.store.chroma;

import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import rag.store.ChunkReader;
import rag.store.LuceneChunkStore;
import rag.store.VectorKey;

/**
 * Brings Chroma in step with the published state of an index, before something is written to it: vectors of older
 * versions, of crashed writers and of other models go, what Chroma has lost comes back from the index.
 */
final class Mending {

    /** So long after a publication, queries may still work on the state before. */
    private static final Duration GRACE = Duration.ofSeconds(30);

    private static final int GROUP = 1_000;

    private final LuceneChunkStore index;
    private final ChromaVectors vectors;
    private final Clock clock;

    Mending(LuceneChunkStore index, ChromaVectors vectors, Clock clock) {
        this.index = index;
        this.vectors = vectors;
        this.clock = clock;
    }

    /** @param name of the Chroma collection @param id its id @param metadata of all that belong to the collection */
    void run(String collection, String name, String id, Map<String, String> metadata) throws IOException {
        var published = index.published(collection);
        boolean late =
                published.isEmpty() || clock.instant().isAfter(published.get().plus(GRACE));
        int chunks = 0;
        if (published.isPresent()) {
            try (var reader = index.reader(List.of(collection))) {
                chunks = reader.size();
                if (vectors.count(id).orElse(0) != chunks) inStep(reader, id, late);
            }
        } else if (vectors.count(id).orElse(0) != chunks) {
            vectors.delete(id, vectors.keys(id));
        }
        if (!late) return;
        for (var other : vectors.named(metadata)) if (!other.equals(name)) vectors.remove(other);
    }

    private void inStep(ChunkReader reader, String id, boolean late) throws IOException {
        var there = new LinkedHashSet<>(vectors.keys(id));
        var batch = vectors.new Batch(id);
        var all = List.copyOf(reader.likenesses(Math.max(1, reader.size())).keySet());
        for (int i = 0; i < all.size(); i += GROUP) {
            for (var chunk : reader.vectors(all.subList(i, Math.min(all.size(), i + GROUP)))
                    .entrySet()) {
                if (!there.remove(VectorKey.of(chunk.getKey(), chunk.getValue())))
                    batch.add(chunk.getKey(), chunk.getValue());
            }
        }
        batch.send();
        if (late) vectors.delete(id, new ArrayList<>(there));
    }
}
