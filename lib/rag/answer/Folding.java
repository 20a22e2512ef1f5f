package rag.answer;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import rag.model.Chunk;
import rag.model.Hit.Duplicate;

/**
 * Folds near-duplicates: the same passage under three names is one hit that lists all its sources, so that it does not
 * push other answers out. SimHash (Charikar 2002) finds suspects without their text; only word shingles decide.
 */
public final class Folding {

    /** SimHash bits in which near-duplicates may differ; texts that differ in more are not looked at. */
    private static final int SUSPECT_BITS = 8;

    /** Share of common five-word shingles from which two texts are the same passage. */
    private static final double SAME = 0.9;

    private static final int SHINGLE = 5;

    private static final Pattern NUMBER = Pattern.compile("\\p{N}+");

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
            return chunk.text().equals(other.text())
                    || (numbers(chunk.text()).equals(numbers(other.text()))
                            && likeness(chunk.text(), other.text()) >= SAME);
        }
    }

    /** Two notices that differ in one price are nearly the same text, and not the same passage. */
    private static List<String> numbers(String text) {
        return NUMBER.matcher(text).results().map(MatchResult::group).toList();
    }

    /** Jaccard likeness of the two texts' word shingles, 0..1. */
    static double likeness(String a, String b) {
        var shinglesA = shingles(a);
        var shinglesB = shingles(b);
        var common = new HashSet<>(shinglesA);
        common.retainAll(shinglesB);
        return common.size() / (double) (shinglesA.size() + shinglesB.size() - common.size());
    }

    /** Shingles of words, or of single signs where a script writes no blanks. */
    private static Set<String> shingles(String text) {
        var words = new ArrayList<String>();
        for (var word : text.toLowerCase(java.util.Locale.ROOT).split("[^\\p{L}\\p{N}]+")) {
            if (word.codePoints().anyMatch(Character::isIdeographic)) {
                word.codePoints().forEach(c -> words.add(Character.toString(c)));
            } else if (!word.isEmpty()) words.add(word);
        }
        var shingles = new HashSet<String>();
        for (int i = 0; i + SHINGLE <= words.size(); i++) shingles.add(String.join(" ", words.subList(i, i + SHINGLE)));
        if (shingles.isEmpty()) shingles.add(String.join(" ", words));
        return shingles;
    }
}
