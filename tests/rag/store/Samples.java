package rag.store;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import rag.model.Chunk;
import rag.model.Filter;
import rag.model.Fingerprint;
import rag.model.Ids;

/** Chunks and vectors for the tests of this package. */
final class Samples {

    static final int DIMENSION = 8;
    static final Fingerprint PRINT =
            new Fingerprint("local", "toy", "r1", DIMENSION, "", "", "words-1", "recursive 256/32");

    private Samples() {}

    static Chunk chunk(String collection, String source, int index, String text) {
        return chunk(collection, source, index, text, List.of(), Map.of());
    }

    static Chunk chunk(
            String collection, String source, int index, String text, List<String> tags, Map<String, Object> metadata) {
        var document = Ids.document(collection, source);
        return new Chunk(
                Ids.chunk(document, index, text),
                document,
                collection,
                source,
                index,
                text,
                "",
                List.of(),
                "text",
                "en",
                null,
                0,
                text.length(),
                List.of(),
                tags,
                "",
                List.of(),
                false,
                metadata);
    }

    /** The unit vector at this angle in the plane of the first two axes: cosines between them are cos of the difference. */
    static float[] at(double degrees) {
        var vector = new float[DIMENSION];
        vector[0] = (float) Math.cos(Math.toRadians(degrees));
        vector[1] = (float) Math.sin(Math.toRadians(degrees));
        return vector;
    }

    static float[] random(Random random) {
        var vector = new float[DIMENSION];
        double squares = 0;
        for (int i = 0; i < DIMENSION; i++) {
            vector[i] = (float) random.nextGaussian();
            squares += vector[i] * vector[i];
        }
        for (int i = 0; i < DIMENSION; i++) vector[i] /= (float) Math.sqrt(squares);
        return vector;
    }

    /** Writes documents of one chunk each, "text" under a source named by its place, and commits. */
    static List<Chunk> write(ChunkStore store, String collection, String... texts) throws IOException {
        var chunks = new ArrayList<Chunk>();
        var random = new Random(7);
        try (var writer = store.writer(collection, PRINT)) {
            for (var text : texts) {
                var chunk = chunk(collection, "/docs/" + chunks.size() + ".md", 0, text);
                writer.put(chunk.documentId(), List.of(chunk), List.of(random(random)));
                chunks.add(chunk);
            }
            writer.commit(writer.committedSeq() + 1);
        }
        return chunks;
    }

    static void put(ChunkWriter writer, Chunk chunk, float[] vector) throws IOException {
        writer.put(chunk.documentId(), List.of(chunk), List.of(vector));
    }

    static Filter filter(String key, String... values) {
        return new Filter(List.of(new Filter.Condition(key, List.of(values))));
    }

    /** Key, value, key, value. */
    static Map<String, Object> map(Object... entries) {
        var map = new LinkedHashMap<String, Object>();
        for (int i = 0; i < entries.length; i += 2) map.put(entries[i].toString(), entries[i + 1]);
        return map;
    }
}
