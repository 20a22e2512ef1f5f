package rag.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static rag.store.Samples.PRINT;
import static rag.store.Samples.chunk;

import java.nio.file.Path;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.lucene.codecs.hnsw.HnswGraphProvider;
import org.apache.lucene.codecs.perfield.PerFieldKnnVectorsFormat;
import org.apache.lucene.index.SegmentReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VectorFormatTest {

    /** Lucene's rule: a graph when it would visit fewer nodes than there are. */
    private static boolean graph(int vectors) {
        return vectors > (int) (Math.log(vectors) * VectorFormat.GRAPH_THRESHOLD);
    }

    @Test
    void a_graph_is_built_from_just_above_fifty_thousand_vectors() {
        assertFalse(graph(50_000));
        assertTrue(graph(51_000));
    }

    @Test
    void where_lucene_alone_would_build_a_graph_none_is_built_and_all_is_looked_at(@TempDir Path data)
            throws Exception {
        var random = new Random(1);
        var chunks = IntStream.range(0, 2_000)
                .mapToObj(i -> chunk("c", "/a", i, "text " + i))
                .toList();
        try (var store = new LuceneChunkStore(data);
                var writer = store.writer("c", PRINT)) {
            writer.put(
                    chunks.getFirst().documentId(),
                    chunks,
                    chunks.stream().map(c -> Samples.random(random)).toList());
            writer.commit(1);
        }
        var folder = data.resolve("index/c");
        try (var published = Published.newest(folder, Published.Stamp.of(folder).orElseThrow(), null)) {
            var segment = (SegmentReader) published.reader().leaves().getFirst().reader();
            var fields = (PerFieldKnnVectorsFormat.FieldsReader) segment.getVectorReader();
            var vectors = (HnswGraphProvider) fields.getFieldReader(ChunkFields.VECTOR);
            assertEquals(2_000, segment.getFloatVectorValues(ChunkFields.VECTOR).size());
            var graph = vectors.getGraph(ChunkFields.VECTOR);
            assertTrue(graph == null || graph.size() == 0);
        }
    }
}
