package rag.answer;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import rag.model.Chunk;
import rag.model.Hit.Duplicate;

/**
 * Folds near-duplicates: the same passage under three names is one hit that lists all its sources, so that it does not
 * push other answers out. SimHash (Charikar 2002) finds suspects without their text; only their words decide.
 */
public final class Folding {

    /** SimHash bits in which near-duplicates may differ; texts that differ in more are not looked at. */
    private static final int SUSPECT_BITS = 8;

    /** How much of the longer text the shorter one must be. */
    private static final double SAME = 0.9;

    private Folding() {}

    /** A ranked chunk's id with its SimHash. */
    public record Ranked(String id, long likeness) {}

    /** A chunk that stands for itself and its copies. */
    public record Folded(Chunk chunk, List<Duplicate> copies) {}

    /**
     * The first {@code topK} distinct passages of the list, in its order.
     *
     * @param texts fetches chunks by id, in the order asked; unknown ids are left out
     */
    public static List<Folded> fold(List<Ranked> ranked, int topK, Function<List<String>, List<Chunk>> texts) {
        var kept = new ArrayList<Kept>();
        int next = 0;
        while (next < ranked.size() && kept.size() < topK) {
            int end = Math.min(ranked.size(), next + topK - kept.size());
            var batch = ranked.subList(next, end);
            var chunks = texts.apply(batch.stream().map(Ranked::id).toList());
            for (var chunk : chunks) {
                long likeness = likeness(batch, chunk.id());
                var same = kept.stream().filter(k -> k.holds(chunk, likeness)).findFirst();
                if (same.isPresent()) same.get().copies.add(new Duplicate(chunk.id(), chunk.source()));
                else kept.add(new Kept(chunk, likeness));
            }
            next = end;
        }
        foldRest(kept, ranked.subList(next, ranked.size()), texts);
        return kept.stream()
                .map(k -> new Folded(k.chunk, List.copyOf(k.copies)))
                .toList();
    }

    /** Copies further down the list belong to the hits they copy; only suspects are fetched. */
    private static void foldRest(List<Kept> kept, List<Ranked> rest, Function<List<String>, List<Chunk>> texts) {
        var suspects = rest.stream()
                .filter(r -> kept.stream().anyMatch(k -> k.suspects(r.likeness())))
                .toList();
        if (suspects.isEmpty()) return;
        for (var chunk : texts.apply(suspects.stream().map(Ranked::id).toList())) {
            long likeness = likeness(suspects, chunk.id());
            kept.stream()
                    .filter(k -> k.holds(chunk, likeness))
                    .findFirst()
                    .ifPresent(k -> k.copies.add(new Duplicate(chunk.id(), chunk.source())));
        }
    }

    private static long likeness(List<Ranked> list, String id) {
        for (var ranked : list) if (ranked.id().equals(id)) return ranked.likeness();
        throw new IllegalStateException("not asked for: " + id);
    }

    private static final class Kept {

        private final Chunk chunk;
        private final long likeness;
        private final List<Duplicate> copies = new ArrayList<>();

        private Kept(Chunk chunk, long likeness) {
            this.chunk = chunk;
            this.likeness = likeness;
        }

        private boolean suspects(long other) {
            return Long.bitCount(likeness ^ other) <= SUSPECT_BITS;
        }

        private boolean holds(Chunk other, long otherLikeness) {
            if (!suspects(otherLikeness)) return false;
            return chunk.text().equals(other.text()) || same(chunk.text(), other.text());
        }
    }

    /**
     * Whether two texts say the same: word for word, but for what stands before or after in one of them. "Always
     * refundable" and "never refundable" differ in one word of a hundred, and are not the same passage.
     */
    static boolean same(String a, String b) {
        var one = Wording.of(a);
        var other = Wording.of(b);
        var longer = one.length() >= other.length() ? one : other;
        var shorter = one.length() >= other.length() ? other : one;
        return shorter.length() >= SAME * longer.length() && longer.contains(shorter);
    }
}
