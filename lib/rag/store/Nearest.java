package rag.store;

import java.io.IOException;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.KnnFloatVectorQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TopScoreDocCollectorManager;

/** Finds the nearest vectors of a Lucene index. */
interface Nearest {

    /**
     * The nearest chunks, best first, ties by number; scores as Lucene has them, (1 + cosine) / 2.
     *
     * @param pass which chunks count
     * @param k how many; fewer when fewer pass
     */
    ScoreDoc[] hits(float[] query, Query pass, int k) throws IOException;

    /** By the index itself. */
    record Here(IndexSearcher searcher) implements Nearest {

        @Override
        public ScoreDoc[] hits(float[] query, Query pass, int k) throws IOException {
            var nearest = new KnnFloatVectorQuery(ChunkFields.VECTOR, query, k, pass);
            return searcher.search(nearest, new TopScoreDocCollectorManager(k, k)).scoreDocs;
        }
    }
}
