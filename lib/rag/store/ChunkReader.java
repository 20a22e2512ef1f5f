package rag.store;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.apache.lucene.util.VectorUtil;
import rag.model.Candidate;
import rag.model.Chunk;
import rag.model.FieldType;
import rag.model.Filter;
import rag.model.Fingerprint;

/** One published state of one or several collections, for searching. Usable from several threads. */
public interface ChunkReader extends AutoCloseable {

    Fingerprint fingerprint();

    /** Number of chunks. */
    int size();

    /** What who reads an answer must know of this state, in words. */
    default List<String> notes() {
        return List.of();
    }

    /** Whether the sparse route's statistics count removed chunks too, which moves its scores a little. */
    default boolean countsRemoved() {
        return true;
    }

    /** Chunks by language code, most first. */
    Map<String, Integer> languages() throws IOException;

    /** Keys a filter may name: type, source, tag, lang, document, and those of the documents' metadata, sorted. */
    List<String> filterKeys() throws IOException;

    /** Keys of metadata that a range may name, since numbers or dates are found under them; others are left out. */
    Map<String, Set<FieldType>> orderedKeys() throws IOException;

    /** Names of the files and folders that the sources lie in, each once; of more than a limit, some. */
    List<String> places(int limit) throws IOException;

    /**
     * The nearest chunks by cosine, best first, ties by chunk id.
     *
     * @param query vector of the fingerprint's dimension, unit length
     */
    List<Candidate> dense(float[] query, Filter filter, int topK) throws IOException;

    /**
     * The best chunks by BM25, best first, ties by chunk id; where more than a few different texts tie at the end of the
     * list, any of them may be in it. The text is words, never a query language.
     */
    SparseResult sparse(String query, Filter filter, int topK) throws IOException;

    /** The cosine of the nearest chunk; empty when none passes the filter. Cheaper than the list. */
    OptionalDouble nearest(float[] query, Filter filter) throws IOException;

    /** Share of the text's term weight (idf) that the best chunk holds, 0..1; empty when none holds a word of it. */
    OptionalDouble covered(String text, Filter filter) throws IOException;

    /** The chunks with these ids, in the order of the ids; unknown ids are left out. */
    List<Chunk> chunks(Collection<String> ids) throws IOException;

    /** The vectors of the chunks with these ids, in the order of the ids; unknown ids are left out. */
    Map<String, float[]> vectors(Collection<String> ids) throws IOException;

    /** The dot product of two vectors of one length, by the widest instructions that this process may use. */
    default double dot(float[] a, float[] b) {
        return VectorUtil.dotProduct(a, b);
    }

    /** The SimHash of each chunk's text by chunk id; of more than a limit, the first. */
    Map<String, Long> likenesses(int limit) throws IOException;

    /** The first chunk of every document that passes a filter, by source: what a collection's documents are. */
    List<Chunk> firsts(Filter filter) throws IOException;

    /** All chunks of a document in reading order. */
    List<Chunk> document(String documentId) throws IOException;

    /** Those of its chunks from a place on to another one, which is left out; both from 0. */
    default List<Chunk> document(String documentId, int from, int to) throws IOException {
        var all = document(documentId);
        return all.subList(Math.min(from, all.size()), Math.min(to, all.size()));
    }

    /** How many documents pass a filter. */
    default int documents(Filter filter) throws IOException {
        return firsts(filter).size();
    }

    /** Chunks whose text contains these words in this order, or whose id or source is this; best first. */
    List<Chunk> find(String textOrIdOrSource, int limit) throws IOException;

    /** Where a chunk stands in the whole dense list, however deep. Empty when the chunk or the filter leaves it out. */
    Optional<Place> densePlace(float[] query, Filter filter, String chunkId) throws IOException;

    /** Where a chunk stands in the whole sparse list, and which of the query's words it has and lacks. */
    Optional<SparsePlace> sparsePlace(String query, Filter filter, String chunkId) throws IOException;

    /** Whether a chunk passes a filter. */
    boolean passes(Filter filter, String chunkId) throws IOException;

    @Override
    void close() throws IOException;

    /**
     * What the sparse route gives.
     *
     * @param terms what was searched for, in the query's order
     * @param dropped words left out as stop words
     * @param cut true when the query was longer than what is searched
     * @param coverage share of the query's term weight (idf) that the best candidate holds, 0..1
     * @param reason why there is nothing, in words; "" when there is something
     */
    record SparseResult(
            List<Candidate> candidates,
            List<String> terms,
            List<String> dropped,
            boolean cut,
            double coverage,
            String reason) {}

    /** A rank from 1 and the score there. */
    record Place(int rank, double score) {}

    /** A place in the sparse list; rank 0 when no word matches. */
    record SparsePlace(int rank, double score, List<String> matched, List<String> missing, String explanation) {}
}
