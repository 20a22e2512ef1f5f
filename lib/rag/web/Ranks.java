package rag.web;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import rag.trace.Trace;

/**
 * The places that each chunk of a query had at each stage, as its trace tells them.
 *
 * @param columns names of the lists in their order: dense, sparse, fused, feedback, reranked, answer; those that were made
 * @param chunks by their last place, then by the one before, and so on
 */
record Ranks(List<String> columns, List<Chunk> chunks) {

    static final String DENSE = "dense";
    static final String SPARSE = "sparse";
    static final String FUSED = "fused";
    static final String FEEDBACK = "feedback";
    static final String RERANKED = "reranked";
    static final String ANSWER = "answer";

    /** A place in a list: {@code rank} from 1, null where the stage dropped the chunk; {@code before} as the trace says. */
    record Place(
            @Nullable Integer rank,
            @Nullable Integer before,
            @Nullable Double score) {

        /** Places gained (positive) or lost; null when the chunk is new or gone. */
        @Nullable
        Integer delta() {
            return rank == null || before == null ? null : (Integer) (before - rank);
        }
    }

    record Chunk(String id, Map<String, Place> places) {

        @Nullable
        Place in(String column) {
            return places.get(column);
        }

        @Nullable
        Integer rank(String column) {
            var place = places.get(column);
            return place == null ? null : place.rank();
        }
    }

    static Ranks of(Trace.Finished trace) {
        var ranks = new LinkedHashMap<String, Map<String, Place>>();
        var columns = new ArrayList<String>();
        for (var stage : trace.stages()) {
            var name = switch (stage.stage()) {
                case "dense_retrieval" -> DENSE;
                case "sparse_retrieval" -> SPARSE;
                case "fusion" -> FUSED;
                case "feedback" -> FEEDBACK;
                case "rerank" -> RERANKED;
                default -> "";
            };
            if (name.isEmpty() || !(stage.data().get("results") instanceof List<?> rows)) continue;
            columns.add(name);
            for (var row : rows) put(ranks, name, row);
        }
        if (trace.metadata().get("hits") instanceof List<?> hits) {
            columns.add(ANSWER);
            for (var hit : hits) put(ranks, ANSWER, hit);
        }
        columns.sort(Comparator.comparingInt(List.of(DENSE, SPARSE, FUSED, FEEDBACK, RERANKED, ANSWER)::indexOf));
        return sorted(columns, ranks);
    }

    static Ranks sorted(List<String> columns, Map<String, Map<String, Place>> ranks) {
        var chunks = new ArrayList<Chunk>();
        ranks.forEach((id, places) -> chunks.add(new Chunk(id, places)));
        columns.reversed().stream()
                .map(column -> Comparator.<Chunk>comparingInt(chunk -> last(chunk.rank(column))))
                .reduce(Comparator::thenComparing)
                .ifPresent(chunks::sort);
        return new Ranks(List.copyOf(columns), chunks);
    }

    /** The same with the chunks by the best of their places: what the last list lost is not behind all that it holds. */
    Ranks byBest() {
        var best = Comparator.<Chunk>comparingInt(chunk -> columns.stream()
                .mapToInt(column -> last(chunk.rank(column)))
                .min()
                .orElse(0));
        return new Ranks(columns, chunks.stream().sorted(best).toList());
    }

    private static void put(Map<String, Map<String, Place>> ranks, String column, @Nullable Object row) {
        if (!(row instanceof Map<?, ?> facts) || !(facts.get("chunk_id") instanceof String id)) return;
        var place = new Place(whole(facts.get("rank")), whole(facts.get("rank_before")), score(facts.get("score")));
        ranks.computeIfAbsent(id, any -> new LinkedHashMap<>()).put(column, place);
    }

    private static @Nullable Integer whole(@Nullable Object value) {
        return value instanceof Number n ? (Integer) n.intValue() : null;
    }

    private static @Nullable Double score(@Nullable Object value) {
        return value instanceof Number n ? (Double) n.doubleValue() : null;
    }

    private static int last(@Nullable Integer rank) {
        return rank == null ? Integer.MAX_VALUE : rank;
    }

    /** The column whose rank a column's movement is counted from: that before it, for the answer. */
    @Nullable
    String before(String column) {
        int at = columns.indexOf(column);
        return at <= 0 ? null : columns.get(at - 1);
    }

    /** Whether a column's places are where chunks come in, not where they moved: the routes, or the first of two queries. */
    boolean isStart(String column) {
        return column.equals(DENSE) || column.equals(SPARSE) || columns.indexOf(column) == 0;
    }

    boolean has(String column) {
        return columns.contains(column);
    }
}
