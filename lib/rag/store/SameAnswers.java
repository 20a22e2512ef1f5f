package rag.store;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import rag.model.Candidate;
import rag.model.Chunk;
import rag.model.Failure;
import rag.model.Filter;
import rag.text.Counted;

/**
 * Compares a copy of a collection with the original: every chunk's id and likeness, and of a sample of chunks text,
 * metadata and vector, and what questions made of their words and vectors give by either route, with and without
 * filters.
 *
 * <p>Lists are the same when what one has and the other lacks ties with the other's end. Graphs of vectors may miss a
 * near one, in either store: of the dense route's answers a share may be missed. Where a store's statistics count
 * removed chunks, scores of the sparse route differ by what these count.
 */
final class SameAnswers {

    private static final int SAMPLE = 24;
    private static final int TOP = 10;

    /** Share of the nearest chunks that a graph may miss. */
    private static final double MISSED = 0.02;

    /** What scores may differ by: they are computed in other orders, some in 32 bits. */
    private static final double NEAR = 1e-4;

    /** The same as a share of a BM25 score. */
    private static final double NEAR_SHARE = 1e-3;

    /** The same of a score whose statistics count removed chunks: an index keeps a tenth of them at most. */
    private static final double NEAR_COUNTING_REMOVED = 0.15;

    private final ChunkReader original;
    private final ChunkReader copy;
    private int missed;

    SameAnswers(ChunkReader original, ChunkReader copy) {
        this.original = original;
        this.copy = copy;
    }

    /**
     * @return the number of questions that both answered alike
     * @throws Failure that names the first difference
     */
    int check() throws IOException {
        if (!original.fingerprint().equals(copy.fingerprint())) {
            throw differs(
                    "it was built with %s, the original with %s".formatted(copy.fingerprint(), original.fingerprint()));
        }
        var all = original.likenesses(Math.max(1, original.size()));
        if (copy.size() != original.size()) {
            throw differs("it holds %s, the original %d".formatted(Counted.of(copy.size(), "chunk"), original.size()));
        }
        if (!all.equals(copy.likenesses(Math.max(1, copy.size())))) throw differs("it holds other chunks");
        var ids = sample(List.copyOf(all.keySet()));
        var chunks = original.chunks(ids);
        if (!chunks.equals(copy.chunks(ids))) throw differs("texts or metadata are not the same");
        var vectors = vectors(ids);
        int questions = 0;
        for (int i = 0; i < chunks.size(); i++) {
            var filter = filter(chunks.get(i), i);
            var vector = between(vectors.get(i), vectors.get((i + 1) % vectors.size()));
            missed += missed(
                    "nearest to a vector",
                    filter,
                    original.dense(vector, filter, TOP),
                    copy.dense(vector, filter, TOP),
                    0);
            sparse(words(chunks.get(i).text()), filter);
            questions += 2;
        }
        if (missed > MISSED * TOP * chunks.size()) {
            throw differs("of %d nearest chunks it and the original miss %d".formatted(TOP * chunks.size(), missed));
        }
        return questions;
    }

    private static Failure differs(String how) {
        return new Failure("the copy is not the same: " + how + "; it was removed, and the original is as it was");
    }

    private static List<String> sample(List<String> ids) {
        int step = Math.max(1, ids.size() / SAMPLE);
        var some = new ArrayList<String>();
        for (int i = step / 2; i < ids.size() && some.size() < SAMPLE; i += step) some.add(ids.get(i));
        return some;
    }

    private List<float[]> vectors(List<String> ids) throws IOException {
        var all = original.vectors(ids);
        var copied = copy.vectors(ids);
        var vectors = new ArrayList<float[]>();
        for (var id : ids) {
            var one = all.get(id);
            var other = copied.get(id);
            if (one == null || other == null || one.length != other.length) throw differs("vectors are missing");
            for (int i = 0; i < one.length; i++) {
                if (Math.abs(one[i] - other[i]) > 1e-6) throw differs("the vector of " + id + " is another");
            }
            vectors.add(one);
        }
        return vectors;
    }

    /** A question near two chunks; near one alone its answer would be that chunk, however wrong the rest. */
    private static float[] between(float[] one, float[] other) {
        var sum = new float[one.length];
        double squares = 0;
        for (int i = 0; i < sum.length; i++) {
            sum[i] = one[i] + other[i];
            squares += (double) sum[i] * sum[i];
        }
        if (squares < 1e-6) return one;
        for (int i = 0; i < sum.length; i++) sum[i] /= (float) Math.sqrt(squares);
        return sum;
    }

    /** Some ten words from the middle of a text, or some twenty signs where there are no blanks. */
    private static String words(String text) {
        var words = List.of(text.strip().split("\\s+"));
        int from = Math.max(0, words.size() / 2 - 5);
        var some = String.join(" ", words.subList(from, Math.min(words.size(), from + 10)));
        int signs = some.codePointCount(0, some.length());
        if (words.size() > 3 || signs <= 20) return some;
        int start = some.offsetByCodePoints(0, signs / 2 - 10);
        return some.substring(start, some.offsetByCodePoints(start, 20));
    }

    /** Each third question has none. */
    private static Filter filter(Chunk chunk, int number) {
        return switch (number % 6) {
            case 1 -> only("lang", chunk.language());
            case 2 -> only("type", chunk.type());
            case 4 -> only("source", chunk.source());
            case 5 -> {
                for (var fact : chunk.facts().entrySet()) {
                    if (fact.getValue() instanceof String text && !text.isBlank()) yield only(fact.getKey(), text);
                }
                yield only("document", chunk.documentId());
            }
            default -> Filter.NONE;
        };
    }

    private static Filter only(String key, String value) {
        return new Filter(List.of(new Filter.Condition(key, List.of(value))));
    }

    private void sparse(String words, Filter filter) throws IOException {
        double near = original.countsRemoved() || copy.countsRemoved() ? NEAR_COUNTING_REMOVED : NEAR_SHARE;
        var one = original.sparse(words, filter, TOP).candidates();
        var other = copy.sparse(words, filter, TOP).candidates();
        if (missed("'" + words + "'", filter, one, other, near) > 0) {
            throw differs("'%s' (filter: %s) gives %s, the original gives %s"
                    .formatted(words, filter, shown(other), shown(one)));
        }
    }

    private static List<String> shown(List<Candidate> list) {
        return list.stream().map(c -> "%s %.4f".formatted(c.id(), c.score())).toList();
    }

    /** How many chunks one list has and the other lacks though they would be in it; what both have scores alike. */
    private static int missed(String asked, Filter filter, List<Candidate> one, List<Candidate> other, double share) {
        if (one.size() != other.size()) {
            throw differs("%s (filter: %s) gives %s, the original gives %d"
                    .formatted(asked, filter, Counted.of(other.size(), "chunk"), one.size()));
        }
        var scores = new HashMap<String, Double>();
        for (var candidate : one) scores.put(candidate.id(), candidate.score());
        for (var candidate : other) {
            var score = scores.get(candidate.id());
            if (score != null && Math.abs(score - candidate.score()) > near(score, share)) {
                throw differs("%s (filter: %s) gives %s a score of %.5f, the original gives it %.5f"
                        .formatted(asked, filter, candidate.id(), candidate.score(), score));
            }
        }
        return Math.max(beyond(one, other, share), beyond(other, one, share));
    }

    /** How many of a list are better than the end of the other and not in it. */
    private static int beyond(List<Candidate> list, List<Candidate> other, double share) {
        if (other.isEmpty()) return 0;
        double end = other.getLast().score();
        var there = other.stream().map(Candidate::id).toList();
        return (int) list.stream()
                .filter(c -> c.score() > end + near(end, share) && !there.contains(c.id()))
                .count();
    }

    private static double near(double score, double share) {
        return NEAR + share * Math.abs(score);
    }
}
