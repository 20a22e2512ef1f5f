package rag.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static rag.store.Samples.PRINT;
import static rag.store.Samples.chunk;
import static rag.store.Samples.put;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rag.model.Chunk;

class FewSegmentsTest {

    @Test
    void without_a_graph_a_tenth_may_lie_beside_the_largest_segment() {
        assertFalse(FewSegments.worthMerging(1_000, 100));
        assertTrue(FewSegments.worthMerging(1_000, 101));
        assertFalse(FewSegments.worthMerging(0, 0));
        assertFalse(FewSegments.worthMerging(50_000, 5_000));
    }

    @Test
    void beside_a_graph_some_ten_thousand_may_lie_and_a_twentieth_of_the_whole() {
        assertFalse(FewSegments.worthMerging(100_000, 15_000));
        assertTrue(FewSegments.worthMerging(100_000, 15_001));
        assertTrue(FewSegments.worthMerging(100_000, 80_000));
    }

    private static List<Integer> segments(Path data) throws IOException {
        var folder = data.resolve("index/c");
        try (var published = Published.newest(folder, Published.Stamp.of(folder).orElseThrow(), null)) {
            return published.reader().leaves().stream()
                    .map(leaf -> leaf.reader().numDocs())
                    .sorted()
                    .toList();
        }
    }

    @Test
    void a_document_added_to_a_large_collection_does_not_rewrite_it_nor_do_thirty_runs_leave_thirty_segments(
            @TempDir Path data) throws Exception {
        var random = new Random(5);
        try (var store = new LuceneChunkStore(data)) {
            try (var writer = store.writer("c", PRINT)) {
                var chunks = new ArrayList<Chunk>();
                var vectors = new ArrayList<float[]>();
                for (int i = 0; i < 3_000; i++) {
                    chunks.add(chunk("c", "/book", i, "page " + i));
                    vectors.add(Samples.random(random));
                }
                writer.put(chunks.getFirst().documentId(), chunks, vectors);
                writer.commit(1);
            }
            for (int run = 0; run < 30; run++) {
                try (var writer = store.writer("c", PRINT)) {
                    put(writer, chunk("c", "/" + run, 0, "note " + run), Samples.random(random));
                    writer.commit(run + 2);
                    writer.optimise();
                    writer.commit(run + 2);
                }
                if (run == 2)
                    assertTrue(segments(data).contains(3_000), segments(data).toString());
            }
        }
        assertEquals(3_030, segments(data).stream().mapToInt(n -> n).sum());
        assertTrue(segments(data).size() <= 10, segments(data).toString());
    }
}
