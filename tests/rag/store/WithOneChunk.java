package rag.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static rag.store.Samples.PRINT;
import static rag.store.Samples.at;
import static rag.store.Samples.chunk;
import static rag.store.Samples.put;

import java.util.List;
import java.util.Map;
import rag.model.Chunk;
import rag.model.Filter;

/** A store of one chunk, and whether that passes a filter by each route. */
abstract class WithOneChunk extends WithStore {

    Chunk only(String source, List<String> tags, Map<String, Object> metadata) throws Exception {
        var chunk = chunk("c", source, 0, "some text", tags, metadata);
        try (var writer = store.writer("c", PRINT)) {
            put(writer, chunk, at(0));
            writer.commit(1);
        }
        return chunk;
    }

    boolean passes(Chunk chunk, Filter filter) throws Exception {
        try (var reader = store.reader(List.of("c"))) {
            boolean passes = reader.passes(filter, chunk.id());
            assertEquals(passes, reader.dense(at(0), filter, 10).size() == 1, "dense: " + filter);
            assertEquals(passes, reader.sparse("text", filter, 10).candidates().size() == 1, "sparse: " + filter);
            return passes;
        }
    }
}
