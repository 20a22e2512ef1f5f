package rag.engine;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import rag.model.Ids;

/**
 * Which documents are nearly the same, by the SimHashes of their passages. All passages are compared that can be alike:
 * hashes that differ in three bits at most agree in one of four quarters (Manku and others 2007, "Detecting near-duplicates
 * for web crawling").
 */
final class NearDocuments {

    private static final int BITS = 3;
    private static final int BANDS = 4;
    private static final int BAND = Long.SIZE / BANDS;

    /** Documents of which this share of passages is nearly the same are near-duplicates. */
    private static final double SHARE = 0.6;

    private static final Comparator<Pair> MOST_ALIKE = Comparator.comparingDouble(Pair::share)
            .thenComparingInt(Pair::passages)
            .reversed()
            .thenComparing(Pair::first)
            .thenComparing(Pair::second);

    private final List<String> documents;
    private final long[] hashes;

    /** The document of each passage, by their numbers. */
    private final int[] documentOf;

    private final Groups passages;
    private final List<Groups> bands = new ArrayList<>();

    /** @param likenesses the SimHash of each passage by its id */
    NearDocuments(Map<String, Long> likenesses) {
        var numbers = new LinkedHashMap<String, Integer>();
        hashes = new long[likenesses.size()];
        documentOf = new int[hashes.length];
        int passage = 0;
        for (var entry : likenesses.entrySet()) {
            hashes[passage] = entry.getValue();
            documentOf[passage++] = numbers.computeIfAbsent(Ids.documentOf(entry.getKey()), id -> numbers.size());
        }
        documents = List.copyOf(numbers.keySet());
        passages = new Groups(documentOf, documents.size());
        for (int i = 0; i < BANDS; i++) {
            int band = i;
            bands.add(new Groups(
                    Arrays.stream(hashes).mapToInt(hash -> quarter(hash, band)).toArray(), 1 << BAND));
        }
    }

    /**
     * Two documents by id.
     *
     * @param share of the passages of the one of which more is alike, 0..1
     * @param passages how many of its passages are alike
     */
    record Pair(String first, String second, double share, int passages) {}

    /** The pairs most alike, and how many there are in all. */
    record Found(List<Pair> best, int all) {}

    Found find(int limit) {
        var best = new TreeSet<>(MOST_ALIKE);
        var overlap = new Overlap();
        int all = 0;
        for (int one = 0; one < documents.size(); one++) {
            for (var pair : overlap.with(one)) {
                all++;
                best.add(pair);
                if (best.size() > limit) best.pollLast();
            }
        }
        return new Found(List.copyOf(best), all);
    }

    private static int quarter(long hash, int band) {
        return (int) (hash >>> BAND * band) & 0xffff;
    }

    /** Compares one document after another with those behind it; its arrays are of use for all of them. */
    private final class Overlap {

        /** How many passages of the one the other nearly has, by the other's number. */
        private final int[] mine = new int[documents.size()];

        /** The same the other way round. */
        private final int[] theirs = new int[documents.size()];

        /** The one's passage that was counted last, by the other's number: one like several counts once. */
        private final int[] counted = new int[documents.size()];

        /** The one for which the other's passage was counted last, by the passage. */
        private final int[] countedFor = new int[hashes.length];

        private final List<Integer> met = new ArrayList<>();

        Overlap() {
            Arrays.fill(counted, -1);
            Arrays.fill(countedFor, -1);
        }

        List<Pair> with(int one) {
            for (int i = passages.from(one); i < passages.to(one); i++) compare(one, passages.member(i));
            var pairs = new ArrayList<Pair>();
            for (int other : met) {
                var pair = pair(one, other);
                if (pair.share() >= SHARE) pairs.add(pair);
                mine[other] = 0;
                theirs[other] = 0;
            }
            met.clear();
            return pairs;
        }

        private void compare(int one, int passage) {
            long hash = hashes[passage];
            if (hash == 0) return; // without words it is like nothing
            for (int band = 0; band < BANDS; band++) {
                var group = bands.get(band);
                int key = quarter(hash, band);
                for (int i = group.from(key); i < group.to(key); i++) {
                    int like = group.member(i);
                    if (documentOf[like] > one && Long.bitCount(hash ^ hashes[like]) <= BITS) count(one, passage, like);
                }
            }
        }

        private void count(int one, int passage, int like) {
            int other = documentOf[like];
            if (mine[other] == 0) met.add(other);
            if (counted[other] != passage) mine[other]++;
            if (countedFor[like] != one) theirs[other]++;
            counted[other] = passage;
            countedFor[like] = one;
        }

        private Pair pair(int one, int other) {
            double share = mine[other] / (double) passages.size(one);
            double back = theirs[other] / (double) passages.size(other);
            return new Pair(
                    documents.get(one),
                    documents.get(other),
                    Math.max(share, back),
                    share >= back ? mine[other] : theirs[other]);
        }
    }

    /** Numbers 0..n by a key that each has. */
    private static final class Groups {

        private final int[] starts;
        private final int[] members;

        Groups(int[] keys, int most) {
            starts = new int[most + 1];
            members = new int[keys.length];
            for (int key : keys) starts[key + 1]++;
            for (int key = 0; key < most; key++) starts[key + 1] += starts[key];
            var next = starts.clone();
            for (int number = 0; number < keys.length; number++) members[next[keys[number]]++] = number;
        }

        int from(int key) {
            return starts[key];
        }

        int to(int key) {
            return starts[key + 1];
        }

        int size(int key) {
            return to(key) - from(key);
        }

        int member(int place) {
            return members[place];
        }
    }
}
