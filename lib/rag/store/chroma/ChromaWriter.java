package rag.store.chroma;

import java.io.IOException;
import java.util.List;
import rag.model.Chunk;
import rag.store.ChunkWriter;

/** Gives vectors to Chroma, then publishes by the index. What is not published stays in Chroma until it is mended. */
final class ChromaWriter implements ChunkWriter {

    private final ChunkWriter index;
    private final ChromaVectors.Batch vectors;
    private final List<String> notes;

    /** @param notes see {@link #notes} */
    ChromaWriter(ChunkWriter index, ChromaVectors.Batch vectors, List<String> notes) {
        this.index = index;
        this.vectors = vectors;
        this.notes = notes;
    }

    @Override
    public List<String> notes() {
        return notes;
    }

    @Override
    public void put(String documentId, List<Chunk> chunks, List<float[]> vectors) throws IOException {
        index.put(documentId, chunks, vectors);
        for (int i = 0; i < chunks.size(); i++) this.vectors.add(chunks.get(i).id(), vectors.get(i));
    }

    @Override
    public void delete(String documentId) throws IOException {
        index.delete(documentId);
    }

    @Override
    public void stale(String documentId, boolean stale) throws IOException {
        index.stale(documentId, stale);
    }

    @Override
    public void commit(long seq) throws IOException {
        vectors.send();
        index.commit(seq);
    }

    @Override
    public long committedSeq() {
        return index.committedSeq();
    }

    @Override
    public void optimise() throws IOException {
        index.optimise();
    }

    @Override
    public void close() throws IOException {
        index.close();
    }
}
