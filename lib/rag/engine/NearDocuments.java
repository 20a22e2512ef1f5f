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
        for (int band = 0; band < BANDS; band++) {
            int shift = BAND * band;
            var keys = Arrays.stream(hashes)
                    .mapToInt(hash -> (int) (hash >>> shift) & 0xffff)
                    .toArray();
            bands.add(new Groups(keys, 1 << BAND));
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
        var mine = new int[documents.size()]; // passages of this document that the other nearly has
        var theirs = new int[documents.size()]; // and the other way round
        var lately = new int[documents.size()]; // the passage that was counted last for the other document
        var counted = new int[hashes.length]; // the document for which the other's passage was counted last
        Arrays.fill(lately, -1);
        Arrays.fill(counted, -1);
        int all = 0;
        for (int one = 0; one < documents.size(); one++) {
            var met = new ArrayList<Integer>();
            for (int i = passages.from(one); i < passages.to(one); i++) {
                int passage = passages.member(i);
                if (hashes[passage] == 0) continue; // without words it is like nothing
                for (int band = 0; band < BANDS; band++) {
                    var group = bands.get(band);
                    int key = (int) (hashes[passage] >>> BAND * band) & 0xffff;
                    for (int j = group.from(key); j < group.to(key); j++) {
                        int like = group.member(j);
                        int other = documentOf[like];
                        if (other <= one || Long.bitCount(hashes[passage] ^ hashes[like]) > BITS) continue;
                        if (mine[other] == 0) met.add(other);
                        if (lately[other] != passage) mine[other]++;
                        if (counted[like] != one) theirs[other]++;
                        lately[other] = passage;
                        counted[like] = one;
                    }
                }
            }
            for (int other : met) {
                double share = mine[other] / (double) passages.size(one);
                double back = theirs[other] / (double) passages.size(other);
                if (Math.max(share, back) >= SHARE) {
                    all++;
                    best.add(new Pair(
                            documents.get(one),
                            documents.get(other),
                            Math.max(share, back),
                            share >= back ? mine[other] : theirs[other]));
                    if (best.size() > limit) best.pollLast();
                }
                mine[other] = 0;
                theirs[other] = 0;
            }
        }
        return new Found(List.copyOf(best), all);
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
