package rag.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static rag.store.Samples.PRINT;
import static rag.store.Samples.chunk;
import static rag.store.Samples.put;

import java.util.Random;
import org.junit.jupiter.api.Test;

class LuceneWriterTest extends WithStore {

    @Test
    void a_runs_last_step_leaves_few_segments_and_loses_nothing() throws Exception {
        var random = new Random(3);
        try (var writer = store.writer("c", PRINT)) {
            for (int i = 0; i < 50; i++) {
                put(writer, chunk("c", "/" + i, 0, "apple " + i), Samples.random(random));
                if (i % 10 == 9) writer.commit(i);
            }
            writer.delete(chunk("c", "/0", 0, "x").documentId());
            writer.optimise();
            writer.commit(50);
        }
        try (var published = Published.newest(
                data.resolve("index/c"),
                Published.Stamp.of(data.resolve("index/c")).orElseThrow(),
                null)) {
            assertEquals(1, published.reader().leaves().size());
            assertFalse(published.reader().hasDeletions());
        }
        assertEquals(49, count(store, "c", "apple"));
    }
}
