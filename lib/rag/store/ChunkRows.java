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
import java.util.concurrent.ConcurrentHashMap;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.ScoreDoc;
import rag.model.Chunk;

/** What an index holds of its chunks, by the number that a chunk has in one reader. */
final class ChunkRows {

    private static final Comparator<Found> BEST_FIRST = (a, b) -> {
        int order = Double.compare(b.score, a.score);
        return order != 0 ? order : a.id.compareTo(b.id);
    };

    private final IndexReader index;

    /** Numbers of chunks that a search has come upon: what is asked for next is mostly one of them. */
    private final Map<String, Integer> met = new ConcurrentHashMap<>();

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
                var name = new String(id.bytes, id.offset, id.length, StandardCharsets.UTF_8);
                met.put(name, hit.doc);
                found[place] = new Found(hit.doc, hit.score, name, likeness.longValue());
            }
        }
        Arrays.sort(found, BEST_FIRST);
        return Arrays.asList(found);
    }

    /** Where a chunk stands in a list that holds it, from 1. */
    static int place(List<Found> list, String id) {
        int at = 0;
        while (!list.get(at).id().equals(id)) at++;
        return at + 1;
    }

    /** The number of a chunk; empty when there is none of this id. */
    OptionalInt number(String id) throws IOException {
        var known = met.get(id);
        if (known != null) return OptionalInt.of(known);
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
            chunks.put(number, ChunkJson.chunk(json, stale.longValue() == 1));
        }
        return numbers.stream().map(chunks::get).toList();
    }

    /** The vectors of these ids in their order; unknown ids are left out. Read in the order in which they lie. */
    Map<String, float[]> vectors(Collection<String> ids) throws IOException {
        var known = new ArrayList<String>(ids.size());
        var byNumber = new long[ids.size()];
        for (var id : ids) {
            int place = known.size();
            var number = number(id);
            if (number.isEmpty()) continue;
            byNumber[place] = (long) number.getAsInt() << Integer.SIZE | place;
            known.add(id);
        }
        var read = vectors(Arrays.copyOf(byNumber, known.size()));
        var vectors = LinkedHashMap.<String, float[]>newLinkedHashMap(read.length);
        for (int i = 0; i < read.length; i++) vectors.put(known.get(i), read[i]);
        return vectors;
    }

    /** @param byNumber in its upper half a chunk's number, in the lower one the place that its vector gets */
    private float[][] vectors(long[] byNumber) throws IOException {
        Arrays.sort(byNumber);
        var vectors = new float[byNumber.length][];
        int next = 0;
        for (var leaf : index.leaves()) {
            int end = leaf.docBase + leaf.reader().maxDoc();
            if (next == byNumber.length || byNumber[next] >> Integer.SIZE >= end) continue;
            var values = leaf.reader().getFloatVectorValues(ChunkFields.VECTOR);
            var at = values.iterator();
            for (; next < byNumber.length && byNumber[next] >> Integer.SIZE < end; next++) {
                int doc = (int) (byNumber[next] >> Integer.SIZE) - leaf.docBase;
                if (at.docID() < doc) at.advance(doc); // an id may be asked for twice
                vectors[(int) byNumber[next]] = values.vectorValue(at.index()).clone();
            }
        }
        return vectors;
    }

    /** The SimHash of each chunk by id. */
    Map<String, Long> likenesses(int limit) throws IOException {
        var found = new LinkedHashMap<String, Long>();
        for (var leaf : index.leaves()) {
            var live = leaf.reader().getLiveDocs();
            var ids = DocValues.getBinary(leaf.reader(), ChunkFields.ID);
            var likeness = DocValues.getNumeric(leaf.reader(), ChunkFields.LIKENESS);
            for (int doc = 0; doc < leaf.reader().maxDoc() && found.size() < limit; doc++) {
                if (live != null && !live.get(doc)) continue;
                if (!ids.advanceExact(doc) || !likeness.advanceExact(doc)) continue;
                found.put(ids.binaryValue().utf8ToString(), likeness.longValue());
            }
        }
        return found;
    }

    private LeafReaderContext leaf(int number) {
        return index.leaves().get(ReaderUtil.subIndex(number, index.leaves()));
    }
}
