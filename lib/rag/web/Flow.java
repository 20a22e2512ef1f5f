package rag.web;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import rag.web.Ranks.Chunk;

/**
 * The picture of how chunks moved: a column for each list, a box for each chunk at its place there, and a line from box
 * to box that rises, falls, arrives or is lost. Coordinates are those of the picture, from its top left corner.
 *
 * @param lines in the order to draw: those that pass behind other columns first
 */
record Flow(double width, double height, double box, List<Column> columns, List<Line> lines) {

    private static final double ROW = 30;
    private static final double TOP = 44;
    private static final double GAP = 16;
    private static final double BOX_HEIGHT = 22;
    private static final double BOX = 196;
    private static final double WIDTH = 1160;

    /** Six lists fit beside each other on a screen of 400 pixels, its scroll bar and margins taken off. */
    private static final double COMPACT_WIDTH = 358, COMPACT_BOX = 34, COMPACT_MARGIN = 22;

    private static final int LABEL = 17;

    /** A list. {@code cut} is where those that stand beyond the first rows begin, 0 when there are none. */
    record Column(String name, String title, double x, double cut, int shown, int total) {}

    /** A chunk: what it is called, its boxes and the pieces of its line. */
    record Line(Chunk chunk, String label, String title, String kind, List<Box> boxes, List<Piece> pieces) {}

    /** A chunk in a column. {@code move} is what its line did to come here, in a sign and a number. */
    record Box(String column, double x, double y, int rank, String label, String move, String kind) {

        public double middle() {
            return y + BOX_HEIGHT / 2;
        }
    }

    /** A stroke between two boxes, or off to nothing. Kinds: rise, fall, same, lost, side. */
    record Piece(String path, String kind, double endX, double endY) {}

    /**
     * @param rows how many places of each list are shown; a chunk among them is followed through all lists
     * @param labels names of chunks by id
     * @param compact only ranks, for a narrow screen
     */
    static Flow of(Ranks ranks, int rows, Map<String, Label> labels, boolean compact) {
        double box = compact ? COMPACT_BOX : BOX;
        double room = compact ? COMPACT_WIDTH - COMPACT_MARGIN : WIDTH;
        double step = Math.min(
                compact ? 78 : 300, (room - box) / Math.max(1, ranks.columns().size() - 1));
        var shown = ranks.chunks().stream()
                .filter(chunk -> ranks.columns().stream().anyMatch(column -> within(chunk.rank(column), rows)))
                .toList();
        var columns = new ArrayList<Column>();
        var boxes = new LinkedHashMap<String, Map<String, Box>>();
        double height = TOP;
        for (int c = 0; c < ranks.columns().size(); c++) {
            var name = ranks.columns().get(c);
            var inside = shown.stream()
                    .filter(chunk -> chunk.rank(name) != null)
                    .sorted(Comparator.comparingInt(chunk -> rank(chunk, name)))
                    .toList();
            double x = 1 + c * step;
            double cut = 0;
            for (int i = 0; i < inside.size(); i++) {
                var chunk = inside.get(i);
                if (cut == 0 && rank(chunk, name) > rows) cut = TOP + i * ROW + GAP / 2;
                double y = TOP + i * ROW + (cut == 0 ? 0 : GAP);
                var made = box(ranks, chunk, name, x, y, label(labels, chunk, compact));
                boxes.computeIfAbsent(chunk.id(), any -> new LinkedHashMap<>()).put(name, made);
                height = Math.max(height, y + ROW);
            }
            columns.add(new Column(name, title(name, compact), x, cut, inside.size(), size(ranks, name)));
        }
        var lines = new ArrayList<Line>();
        for (var chunk : shown) {
            var label = labels.getOrDefault(chunk.id(), Label.unknown(chunk.id()));
            var own = List.copyOf(boxes.getOrDefault(chunk.id(), Map.of()).values());
            if (own.isEmpty()) continue;
            lines.add(
                    new Line(chunk, label.name(), title(ranks, chunk, label), kind(own), own, pieces(ranks, own, box)));
        }
        lines.sort(Comparator.comparing(
                line -> line.boxes().size() == ranks.columns().size()));
        double width = 2 + (ranks.columns().size() - 1) * step + box + (compact ? COMPACT_MARGIN : 30);
        return new Flow(width, height + 4, box, columns, lines);
    }

    private static boolean within(@Nullable Integer rank, int rows) {
        return rank != null && rank <= rows;
    }

    private static int rank(Chunk chunk, String column) {
        var rank = chunk.rank(column);
        return rank == null ? Integer.MAX_VALUE : rank;
    }

    private static int size(Ranks ranks, String column) {
        return (int) ranks.chunks().stream()
                .filter(chunk -> chunk.rank(column) != null)
                .count();
    }

    private static String title(String column, boolean compact) {
        if (!compact) return column;
        return switch (column) {
            case Ranks.RERANKED -> "rerank";
            default -> column;
        };
    }

    private static String label(Map<String, Label> labels, Chunk chunk, boolean compact) {
        return compact
                ? ""
                : labels.getOrDefault(chunk.id(), Label.unknown(chunk.id())).cut(LABEL);
    }

    private static Box box(Ranks ranks, Chunk chunk, String column, double x, double y, String label) {
        int rank = rank(chunk, column);
        if (ranks.isStart(column)) return new Box(column, x, y, rank, label, "", "same");
        var move = move(ranks, chunk, column);
        return new Box(column, x, y, rank, label, sign(move), kindOf(move));
    }

    /** Places gained on the way into a column; null for what is new there. */
    static @Nullable Integer move(Ranks ranks, Chunk chunk, String column) {
        var place = chunk.in(column);
        if (place == null || place.rank() == null) return null;
        if (!column.equals(Ranks.ANSWER)) return place.delta();
        var from = ranks.before(column);
        var before = from == null ? null : chunk.rank(from);
        return before == null ? null : (Integer) (before - place.rank());
    }

    /** ▲3 rose three places, ▼2 fell two, = stayed, new. */
    static String sign(@Nullable Integer move) {
        if (move == null) return "new";
        return move == 0 ? "=" : move > 0 ? "▲" + move : "▼" + -move;
    }

    private static String kindOf(@Nullable Integer move) {
        if (move == null) return "new";
        return move == 0 ? "same" : move > 0 ? "rise" : "fall";
    }

    /** The kind of its last movement. */
    private static String kind(List<Box> boxes) {
        return boxes.getLast().kind();
    }

    private static List<Piece> pieces(Ranks ranks, List<Box> boxes, double box) {
        var pieces = new ArrayList<Piece>();
        for (int i = 1; i < boxes.size(); i++) {
            var from = boxes.get(i - 1);
            var to = boxes.get(i);
            boolean routes = to.column().equals(Ranks.SPARSE);
            pieces.add(new Piece(
                    curve(from.x() + box, from.middle(), to.x(), to.middle()),
                    routes ? "side" : to.kind(),
                    to.x(),
                    to.middle()));
        }
        var last = boxes.getLast();
        boolean ends = last.column().equals(ranks.columns().getLast());
        if (!ends) {
            double x = last.x() + box, y = last.middle();
            pieces.add(new Piece(String.format(Locale.ROOT, "M%.1f %.1fh14", x, y), "lost", x + 18, y));
        }
        return pieces;
    }

    private static String curve(double x1, double y1, double x2, double y2) {
        double middle = (x1 + x2) / 2;
        return String.format(
                Locale.ROOT, "M%.1f %.1fC%.1f %.1f %.1f %.1f %.1f %.1f", x1, y1, middle, y1, middle, y2, x2, y2);
    }

    private static String title(Ranks ranks, Chunk chunk, Label label) {
        var title = new StringBuilder(label.name());
        for (var column : ranks.columns()) title.append('\n').append(said(ranks, chunk, column));
        return title.append('\n').append(label.text()).toString();
    }

    private static String said(Ranks ranks, Chunk chunk, String column) {
        var place = chunk.in(column);
        if (place == null || place.rank() == null) return column + ": not in the list";
        var score = place.score() == null ? "" : ", score " + Filters.score(place.score());
        return column + ": rank " + place.rank() + score
                + (ranks.isStart(column) ? "" : " (" + inWords(move(ranks, chunk, column)) + ")");
    }

    private static String inWords(@Nullable Integer move) {
        if (move == null) return "new here";
        return move == 0 ? "unchanged" : move > 0 ? "rose " + move : "fell " + -move;
    }
}
