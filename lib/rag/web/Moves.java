package rag.web;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import rag.trace.Trace;

/** The table of ranks: a chunk a row, its place, movement and score in each list. */
record Moves(List<String> columns, List<Row> rows, int total) {

    record Row(String id, Label label, List<Cell> cells) {}

    /** A place: {@code move} is what it did to come here ("▲3"), "" in the lists of routes. */
    record Cell(
            String column, @Nullable Integer rank, @Nullable Double score, String move, String kind) {}

    static Moves of(Ranks ranks, Map<String, Label> labels, int most) {
        var rows = new ArrayList<Row>();
        for (var chunk : ranks.chunks().subList(0, Math.min(most, ranks.chunks().size()))) {
            var cells = new ArrayList<Cell>();
            for (var column : ranks.columns()) cells.add(cell(ranks, chunk, column));
            rows.add(new Row(chunk.id(), labels.getOrDefault(chunk.id(), Label.unknown(chunk.id())), cells));
        }
        return new Moves(ranks.columns(), rows, ranks.chunks().size());
    }

    private static Cell cell(Ranks ranks, Ranks.Chunk chunk, String column) {
        var place = chunk.in(column);
        boolean route = ranks.isStart(column);
        if (place == null || place.rank() == null)
            return new Cell(column, null, null, lost(ranks, chunk, column), "lost");
        var move = Flow.move(ranks, chunk, column);
        var kind = route ? "" : move == null ? "new" : move > 0 ? "rise" : move < 0 ? "fall" : "same";
        return new Cell(column, place.rank(), place.score(), route ? "" : Flow.sign(move), kind);
    }

    /** Only what stood in the list before is lost. */
    private static String lost(Ranks ranks, Ranks.Chunk chunk, String column) {
        if (ranks.isStart(column)) return "";
        var before = ranks.before(column);
        return before != null && chunk.rank(before) != null ? "lost" : "";
    }

    /** The hits of an answer, with names. */
    static List<Map<String, Object>> hits(Trace.Finished trace, Map<String, Label> labels) {
        var hits = new ArrayList<Map<String, Object>>();
        if (!(trace.metadata().get("hits") instanceof List<?> rows)) return hits;
        for (var row : rows) {
            if (!(row instanceof Map<?, ?> facts)) continue;
            var hit = new LinkedHashMap<String, Object>();
            var id = String.valueOf(facts.get("chunk_id"));
            hit.put("id", id);
            hit.put("rank", facts.get("rank"));
            hit.put("title", facts.get("title"));
            hit.put("source", facts.get("source"));
            hit.put("text", facts.get("text"));
            hit.put("scores", facts.get("scores") instanceof Map<?, ?> scores ? scores : Map.of());
            hit.put("copies", facts.get("also_in") instanceof List<?> copies ? copies : List.of());
            hit.put("label", labels.getOrDefault(id, Label.unknown(id)));
            hits.add(hit);
        }
        return hits;
    }
}
