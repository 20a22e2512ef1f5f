package rag.store;

import java.util.LinkedHashMap;
import java.util.List;
import rag.model.Chunk;
import rag.model.Image;
import rag.text.Counted;

/** What a publication does to one document. Counts and version of the rows are filled in by the publication. */
public sealed interface Change {

    /** The history row: as it shall be, or of a deletion as it is. */
    HistoryRow row();

    /**
     * A new document, or a new version of one: all its chunks and pictures replace those that were there.
     *
     * @param vectors one a chunk, same order, unit length, of the fingerprint's dimension
     * @param images the pictures of the document, their bytes included; one that comes twice is kept once
     */
    record Put(HistoryRow row, List<Chunk> chunks, List<float[]> vectors, List<Image> images) implements Change {

        public Put {
            chunks = List.copyOf(chunks);
            vectors = List.copyOf(vectors);
            var once = new LinkedHashMap<String, Image>();
            for (var image : images) once.putIfAbsent(image.id(), image);
            images = List.copyOf(once.values());
            if (row.stale()) throw new IllegalArgumentException("what is put is not stale: " + row.source());
            check(row, chunks, vectors);
        }
    }

    /**
     * The same version of a document with other chunks or vectors: another embedding model, other metadata. Its
     * pictures stay; so does the mark of staleness that the row has.
     */
    record Rewrite(HistoryRow row, List<Chunk> chunks, List<float[]> vectors) implements Change {

        public Rewrite {
            chunks = List.copyOf(chunks);
            vectors = List.copyOf(vectors);
            check(row, chunks, vectors);
        }
    }

    /** The document goes: chunks, vectors, pictures and history. */
    record Delete(HistoryRow row) implements Change {}

    /**
     * The newest version of the document could not be read, or can again: its chunks stay and are marked.
     *
     * @param row with {@link HistoryRow#stale()} true and the reason; false takes the mark away
     */
    record Stale(HistoryRow row) implements Change {}

    private static void check(HistoryRow row, List<Chunk> chunks, List<float[]> vectors) {
        if (chunks.size() != vectors.size()) {
            throw new IllegalArgumentException("%s but %s for %s"
                    .formatted(Counted.of(chunks.size(), "chunk"), Counted.of(vectors.size(), "vector"), row.source()));
        }
        for (var chunk : chunks) {
            if (!chunk.documentId().equals(row.documentId())
                    || !chunk.collection().equals(row.collection())) {
                throw new IllegalArgumentException("chunk " + chunk.id() + " is not of " + row.source());
            }
        }
    }
}
