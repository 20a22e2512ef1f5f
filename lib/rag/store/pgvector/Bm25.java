package rag.store.pgvector;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.lucene.util.SmallFloat;
import rag.store.QuestionWords.Clause;
import rag.store.postgres.Session;

/**
 * The chunks of one collection that hold words of a question, scored by BM25 with k1 and b as Robertson and Zaragoza
 * (2009) give them, in the steps and the single precision that Lucene takes, so that what ties there ties here.
 */
final class Bm25 {

    static final float K1 = 1.2f, B = 0.75f;

    /** Posting lists by term. */
    private final Map<String, List<byte[]>> lists = new HashMap<>();

    /** Chunks have numbers from 0 to below this. */
    private final int numbered;

    private float[] scores = {};
    private short[] held = {};

    private Bm25(int numbered) {
        this.numbered = numbered;
    }

    /** Reads what is there of some terms. */
    static Bm25 of(Session session, CollectionRow row, Collection<String> terms) {
        var bm25 = new Bm25(row.numbered());
        session.rows(
                "select term, data from " + row.postings() + " where term = any(?)",
                list -> bm25.lists
                        .computeIfAbsent(list.getString(1), term -> new ArrayList<>())
                        .add(list.getBytes(2)),
                (Object) StoredText.all(terms));
        return bm25;
    }

    /** Number of chunks with a term, removed ones included. */
    int frequency(String term) {
        return list(term).stream()
                .mapToInt(bytes -> bytes.length / Postings.BYTES)
                .sum();
    }

    private List<byte[]> list(String term) {
        return lists.getOrDefault(StoredText.of(term), List.of());
    }

    private interface Posting {
        void at(int number, int times, byte length);
    }

    private void each(String term, Posting posting) {
        for (var bytes : list(term)) {
            for (var list = ByteBuffer.wrap(bytes); list.hasRemaining(); ) {
                posting.at(list.getInt(), Short.toUnsignedInt(list.getShort()), list.get());
            }
        }
    }

    /**
     * Scores all chunks that hold any of the words. A word's forms count as one: their frequencies in a chunk are added.
     *
     * @param average number of terms in a chunk
     */
    void score(List<Clause> clauses, double average) {
        var sums = new double[numbered];
        held = new short[numbered];
        var times = new int[numbered];
        var lengths = new byte[numbered];
        var met = new int[numbered];
        var norms = norms((float) average);
        for (var clause : clauses) {
            int[] n = {0};
            for (var term : clause.terms()) {
                each(term, (number, more, length) -> {
                    if (times[number] == 0) met[n[0]++] = number;
                    times[number] += more;
                    lengths[number] = length;
                });
            }
            float weight = clause.times() * (float) clause.idf();
            for (int i = 0; i < n[0]; i++) {
                int number = met[i];
                sums[number] += weight - weight / (1f + times[number] * norms[Byte.toUnsignedInt(lengths[number])]);
                held[number]++;
                times[number] = 0;
            }
        }
        scores = new float[numbered];
        for (int number = 0; number < numbered; number++) scores[number] = (float) sums[number];
    }

    /** 1 / (k1 (1 - b + b length / average)) for each length that a byte stands for. */
    private static float[] norms(float average) {
        var norms = new float[256];
        for (int i = 0; i < norms.length; i++) {
            norms[i] = 1f / (K1 * ((1 - B) + B * SmallFloat.byte4ToInt((byte) i) / average));
        }
        return norms;
    }

    float score(int number) {
        return scores[number];
    }

    /** How many words a chunk holds. */
    int held(int number) {
        return held[number];
    }

    /** Whether a chunk holds one of these terms. */
    boolean holds(int number, Collection<String> terms) {
        return times(number, terms) > 0;
    }

    /** How often a chunk holds these terms. */
    int times(int number, Collection<String> terms) {
        int[] sum = {0};
        for (var term : terms) each(term, (other, times, length) -> sum[0] += other == number ? times : 0);
        return sum[0];
    }

    /** Numbers of the chunks that hold one of these terms. */
    Set<Integer> numbers(Collection<String> terms) {
        var numbers = new HashSet<Integer>();
        for (var term : terms) each(term, (number, times, length) -> numbers.add(number));
        return numbers;
    }

    /** Numbers of at least so many of the best chunks, as far as there are any, and of all that tie with these, best first. */
    int[] best(int most) {
        var byBits = new int[1 << Short.SIZE];
        for (float score : scores) if (score > 0) byBits[Float.floatToIntBits(score) >>> Short.SIZE]++;
        int from = byBits.length;
        int n = 0;
        while (from > 0 && n < most) n += byBits[--from];
        var keys = new long[n];
        int next = 0;
        for (int number = 0; number < scores.length; number++) {
            int bits = Float.floatToIntBits(scores[number]);
            if (bits > 0 && bits >>> Short.SIZE >= from) keys[next++] = (long) ~bits << Integer.SIZE | number;
        }
        Arrays.sort(keys);
        return Arrays.stream(keys).mapToInt(key -> (int) key).toArray();
    }
}
