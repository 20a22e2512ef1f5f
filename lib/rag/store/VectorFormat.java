package rag.store;

import java.io.IOException;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.codecs.KnnVectorsFormat;
import org.apache.lucene.codecs.KnnVectorsReader;
import org.apache.lucene.codecs.KnnVectorsWriter;
import org.apache.lucene.codecs.lucene104.Lucene104Codec;
import org.apache.lucene.codecs.lucene99.Lucene99HnswVectorsFormat;
import org.apache.lucene.index.SegmentReadState;
import org.apache.lucene.index.SegmentWriteState;

/**
 * How vectors lie on disk: plain floats, and above {@link #EXACT} of them in one segment a graph (Malkov and Yashunin
 * 2016, HNSW). Below, looking at every vector takes some two milliseconds, finds all there is, and costs nothing at
 * ingestion. It writes what Lucene's own format of that name reads, so reading needs nothing of this class.
 */
final class VectorFormat extends KnnVectorsFormat {

    /** Number of vectors in a segment up to which every one is looked at; about, as Lucene asks n > T ln n. */
    static final int EXACT = 50_000;

    /** Longest vector; Lucene's own limit is 1,024. */
    static final int LONGEST = 4096;

    /** T of n > T ln n, for n = EXACT. */
    static final int GRAPH_THRESHOLD = (int) Math.ceil(EXACT / Math.log(EXACT));

    private static final int CONNECTIONS = 16;
    private static final int BEAM = 100;

    private final KnnVectorsFormat lucene = new Lucene99HnswVectorsFormat(CONNECTIONS, BEAM, 1, null, GRAPH_THRESHOLD);

    private VectorFormat() {
        super("Lucene99HnswVectorsFormat");
    }

    /** Lucene's codec with this format for vectors. */
    static Codec codec() {
        var format = new VectorFormat();
        return new Lucene104Codec() {
            @Override
            public KnnVectorsFormat getKnnVectorsFormatForField(String field) {
                return format;
            }
        };
    }

    @Override
    public KnnVectorsWriter fieldsWriter(SegmentWriteState state) throws IOException {
        return lucene.fieldsWriter(state);
    }

    @Override
    public KnnVectorsReader fieldsReader(SegmentReadState state) throws IOException {
        return lucene.fieldsReader(state);
    }

    @Override
    public int getMaxDimensions(String field) {
        return LONGEST;
    }
}
