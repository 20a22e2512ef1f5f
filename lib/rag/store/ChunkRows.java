package rag.store;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.util.BytesRef;
import rag.model.Chunk;

/** What an index holds of its chunks, by the number that a chunk has in one reader. */
final class ChunkRows {

    private static final Comparator<Found> BEST_FIRST =
            Comparator.comparingDouble(Found::score).reversed().thenComparing(Found::id);

    private final IndexReader index;

    ChunkRows(IndexReader index) {
        this.index = index;
    }

    /** A chunk that a search came upon, with Lucene's score. */
    record Found(int number, double score, String id, long likeness) {}

    /** The hits with their columns, best first, ties by id. Columns are read in the order in which they lie. */
    List<Found> found(ScoreDoc[] hits) throws IOException {
        var byNumber = new long[hits.length];
        for (int i = 0; i < hits.length; i++) byNumber[i] = (long) hits[i].doc << Integer.SIZE | i;
        Arrays.sort(byNumber);
        var found = new Found[hits.length];
        int next = 0;
        for (var leaf : index.leaves()) {
            int end = leaf.docBase + leaf.reader().maxDoc();
            if (next == byNumber.length || byNumber[next] >> Integer.SIZE >= end) continue;
            var ids = DocValues.getBinary(leaf.reader(), ChunkFields.ID);
            var likeness = DocValues.getNumeric(leaf.reader(), ChunkFields.LIKENESS);
            for (; next < byNumber.length && byNumber[next] >> Integer.SIZE < end; next++) {
                int place = (int) byNumber[next];
                var hit = hits[place];
                ids.advanceExact(hit.doc - leaf.docBase);
                likeness.advanceExact(hit.doc - leaf.docBase);
                var id = ids.binaryValue();
                found[place] = new Found(
                        hit.doc,
                        hit.score,
                        new String(id.bytes, id.offset, id.length, StandardCharsets.UTF_8),
                        likeness.longValue());
            }
        }
        Arrays.sort(found, BEST_FIRST);
        return Arrays.asList(found);
    }

    /** The number of a chunk; empty when there is none of this id. */
    OptionalInt number(String id) throws IOException {
        var term = new Term(ChunkFields.ID, id);
        for (var leaf : index.leaves()) {
            var postings = leaf.reader().postings(term, PostingsEnum.NONE);
            if (postings == null) continue;
            var live = leaf.reader().getLiveDocs();
            for (int doc = postings.nextDoc(); doc != DocIdSetIterator.NO_MORE_DOCS; doc = postings.nextDoc()) {
                if (live == null || live.get(doc)) return OptionalInt.of(leaf.docBase + doc);
            }
        }
        return OptionalInt.empty();
    }

    /** The chunks of these ids in their order; unknown ids are left out. */
    List<Chunk> chunks(Collection<String> ids) throws IOException {
        var numbers = new ArrayList<Integer>(ids.size());
        for (var id : ids) number(id).ifPresent(numbers::add);
        return stored(numbers);
    }

    /** The chunks of these numbers in their order; read in the order in which they lie. */
    List<Chunk> stored(List<Integer> numbers) throws IOException {
        var fields = index.storedFields();
        var chunks = new HashMap<Integer, Chunk>(2 * numbers.size());
        for (int number : numbers.stream().sorted().toList()) {
            var leaf = leaf(number);
            var stale = DocValues.getNumeric(leaf.reader(), ChunkFields.STALE);
            stale.advanceExact(number - leaf.docBase);
            var json = fields.document(number, Set.of(ChunkFields.CHUNK)).get(ChunkFields.CHUNK);
            chunks.put(number, ChunkFields.chunk(json, stale.longValue() == 1));
        }
        return numbers.stream().map(chunks::get).toList();
    }

    /** The vectors of these ids in their order; unknown ids are left out. Read in the order in which they lie. */
    Map<String, float[]> vectors(Collection<String> ids) throws IOException {
        var sorted = ids.stream().map(BytesRef::new).sorted().toArray(BytesRef[]::new);
        var found = new HashMap<String, float[]>(2 * sorted.length);
        for (var leaf : index.leaves()) {
            var values = leaf.reader().getFloatVectorValues(ChunkFields.VECTOR);
            var numbers = numbers(leaf, sorted);
            var at = values == null ? null : values.iterator();
            for (var number : numbers.entrySet()) {
                if (values == null || at.advance(number.getKey()) != number.getKey()) continue;
                found.put(number.getValue(), values.vectorValue(at.index()).clone());
            }
        }
        var vectors = new LinkedHashMap<String, float[]>(2 * found.size());
        for (var id : ids) if (found.containsKey(id)) vectors.put(id, found.get(id));
        return vectors;
    }

    /** Ids by their number in one leaf, ascending; the ids come sorted, as the leaf's terms are. */
    private static SortedMap<Integer, String> numbers(LeafReaderContext leaf, BytesRef[] sorted) throws IOException {
        var numbers = new TreeMap<Integer, String>();
        var terms = leaf.reader().terms(ChunkFields.ID);
        if (terms == null) return numbers;
        var live = leaf.reader().getLiveDocs();
        var each = terms.iterator();
        PostingsEnum postings = null;
        for (var id : sorted) {
            if (!each.seekExact(id)) continue;
            postings = each.postings(postings, PostingsEnum.NONE);
            for (int doc = postings.nextDoc(); doc != DocIdSetIterator.NO_MORE_DOCS; doc = postings.nextDoc()) {
                if (live == null || live.get(doc)) numbers.put(doc, id.utf8ToString());
            }
        }
        return numbers;
    }

    private LeafReaderContext leaf(int number) {
        return index.leaves().get(ReaderUtil.subIndex(number, index.leaves()));
    }
}
