package rag.store;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.lucene.index.VectorSimilarityFunction;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.util.BitSet;
import org.apache.lucene.util.FixedBitSet;
import org.jspecify.annotations.Nullable;

/**
 * Asks another engine for the nearest vectors, and keeps what this state of the index knows as its own. Cosines are
 * computed here, so they are the same as without that engine. Where a filter lets so few pass that looking at each is
 * cheaper than a request, or more is wanted than an engine likes to give, the vectors of the index are looked at.
 */
final class NearestElsewhere implements Nearest {

    /** What the other engine is asked for at least, as a multiple of what is wanted: its graph finds more then. */
    private static final int BREADTH = 4;

    private static final Comparator<ScoreDoc> BEST_FIRST = (a, b) -> {
        int order = Float.compare(b.score, a.score);
        return order != 0 ? order : Integer.compare(a.doc, b.doc);
    };

    private final IndexSearcher searcher;
    private final ChunkRows rows;
    private final List<VectorSearch> elsewhere;
    private final Nearest here;

    NearestElsewhere(IndexSearcher searcher, ChunkRows rows, List<VectorSearch> elsewhere) {
        this.searcher = searcher;
        this.rows = rows;
        this.elsewhere = List.copyOf(elsewhere);
        this.here = new Here(searcher);
    }

    @Override
    public ScoreDoc[] hits(float[] query, Query pass, int k) throws IOException {
        int all = searcher.getIndexReader().numDocs();
        boolean filtered = !(pass instanceof MatchAllDocsQuery);
        int passing = filtered ? searcher.count(pass) : all;
        if (passing == 0) return new ScoreDoc[0];
        if (filtered && passing <= elsewhere.getFirst().few()) return here.hits(query, pass, k);
        var allowed = filtered ? numbers(pass) : null;
        long n = (long) BREADTH * k * all / passing;
        for (; n <= VectorSearch.MOST; n *= BREADTH) {
            var keys = new LinkedHashSet<String>();
            boolean more = false;
            for (var vectors : elsewhere) {
                var some = vectors.nearest(query, (int) n);
                keys.addAll(some);
                more |= some.size() >= n;
            }
            var found = current(query, keys, allowed);
            if (found.size() >= Math.min(k, passing)) return best(found, k);
            if (!more) break; // a graph need not reach all of its vectors
        }
        return here.hits(query, pass, k);
    }

    private BitSet numbers(Query pass) throws IOException {
        var numbers = new FixedBitSet(Math.max(1, searcher.getIndexReader().maxDoc()));
        var weight = searcher.createWeight(searcher.rewrite(pass), ScoreMode.COMPLETE_NO_SCORES, 1);
        for (var leaf : searcher.getIndexReader().leaves()) {
            var scorer = weight.scorer(leaf);
            if (scorer == null) continue;
            var each = scorer.iterator();
            for (int doc = each.nextDoc(); doc != DocIdSetIterator.NO_MORE_DOCS; doc = each.nextDoc()) {
                numbers.set(leaf.docBase + doc);
            }
        }
        return numbers;
    }

    /** What of these is a vector of this state and passes. */
    private List<ScoreDoc> current(float[] query, Set<String> keys, @Nullable BitSet allowed) throws IOException {
        var vectors =
                rows.vectors(keys.stream().map(VectorKey::chunk).distinct().toList());
        var found = new ArrayList<ScoreDoc>();
        for (var chunk : vectors.entrySet()) {
            if (!keys.contains(VectorKey.of(chunk.getKey(), chunk.getValue()))) continue;
            int number = rows.number(chunk.getKey()).orElseThrow();
            if (allowed != null && !allowed.get(number)) continue;
            found.add(new ScoreDoc(number, VectorSimilarityFunction.DOT_PRODUCT.compare(query, chunk.getValue())));
        }
        return found;
    }

    private static ScoreDoc[] best(List<ScoreDoc> found, int k) {
        var hits = found.toArray(ScoreDoc[]::new);
        Arrays.sort(hits, BEST_FIRST);
        return hits.length > k ? Arrays.copyOf(hits, k) : hits;
    }
}
