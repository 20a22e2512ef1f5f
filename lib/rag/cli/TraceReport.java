package rag.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import rag.engine.Routing;
import rag.trace.RankChange;
import rag.trace.RankChanges;
import rag.trace.Trace;

/** The stages of a query as text: what each route found, and how fusion and reranking moved it. */
public final class TraceReport {

    private static final int WIDTH = SafeOutput.WIDTH;
    private static final int ROWS = 10;

    private final Function<List<String>, Map<String, String>> labels;

    /** @param labels names passages by id, in few words; ids it does not know are left out */
    public TraceReport(Function<List<String>, Map<String, String>> labels) {
        this.labels = labels;
    }

    public List<String> lines(Trace.Finished trace) {
        var lines = new ArrayList<String>();
        for (var stage : trace.stages()) {
            lines.add("%s  %s ms".formatted(stage.stage(), String.format(Locale.ROOT, "%.1f", stage.elapsedMs())));
            if (stage.error() != null) say("failed: " + stage.error(), lines);
            switch (stage.stage()) {
                case "routing" -> routing(stage.data(), lines);
                case "query_processing" -> processing(stage.data(), lines);
                case "dense_retrieval", "sparse_retrieval" -> route(stage.data(), lines);
                case "fusion" -> fusion(stage.data(), lines);
                case "feedback", "rerank" -> reordered(stage.data(), lines);
                default -> say("" + stage.data().getOrDefault("method", ""), lines);
            }
            lines.add("");
        }
        lines.add("trace " + trace.traceId());
        return lines;
    }

    private static void routing(Map<String, Object> data, List<String> lines) {
        for (var key : List.of("understood", "chosen", "reason")) {
            var value = String.valueOf(data.getOrDefault(key, ""));
            if (!value.isEmpty()) Columns.wrap(key + ": " + value, WIDTH - 2).forEach(line -> lines.add("  " + line));
        }
        if (!(data.get("collections") instanceof List<?> list)) return;
        var table = new Table(">score", ">meaning", ">words", ">said", "answers", "collection");
        for (var one : list) {
            if (one instanceof Routing.Choice choice) {
                table.row(
                        score(choice.score()),
                        choice.meaning() == null ? "-" : score(choice.meaning()),
                        score(choice.words()),
                        score(choice.profile()),
                        choice.answers() ? "yes" : "no",
                        Columns.fit(choice.collection(), 40));
            }
        }
        table.lines().forEach(line -> lines.add("  " + line));
    }

    private static void processing(Map<String, Object> data, List<String> lines) {
        for (var key : List.of(
                "text", "filter", "language", "signs", "mode", "dense_weight", "sparse_weight", "dense_trust")) {
            var value = data.get(key);
            if (value == null || value.toString().isEmpty() || value.equals(List.of())) continue;
            lines.add("  " + Columns.fit(key + ": " + value, WIDTH - 2));
        }
        if (data.get("hyde") instanceof Map<?, ?> hyde) {
            hyde.forEach((key, value) -> lines.add("  " + Columns.fit("hyde " + key + ": " + value, WIDTH - 2)));
        }
    }

    @SuppressWarnings("unchecked")
    private void route(Map<String, Object> data, List<String> lines) {
        var what = new StringBuilder(String.valueOf(data.get("method")));
        if (data.get("model") != null) what.append(", ").append(data.get("model"));
        if (data.get("embed_ms") instanceof Double ms)
            what.append(String.format(Locale.ROOT, ", embedding %.1f ms", ms));
        if (data.get("terms") instanceof List<?> terms) what.append(", words ").append(terms);
        if (data.get("dropped") instanceof List<?> dropped && !dropped.isEmpty()) {
            what.append(", stop words ").append(dropped);
        }
        say(what.toString(), lines);
        if (data.get("reason") != null) say("" + data.get("reason"), lines);
        if (!(data.get("results") instanceof List<?> list) || list.isEmpty()) return;
        var rows = (List<Map<String, Object>>) list;
        var names = labels.apply(rows.stream()
                .limit(ROWS)
                .map(row -> String.valueOf(row.get("chunk_id")))
                .toList());
        var table = new Table(">rank", ">score", "~passage");
        for (var row : rows.subList(0, Math.min(ROWS, rows.size()))) {
            table.row(
                    String.valueOf(row.get("rank")),
                    score(row.get("score")),
                    name(names, String.valueOf(row.get("chunk_id"))));
        }
        table.lines(WIDTH - 2).forEach(line -> lines.add("  " + line));
        if (rows.size() > ROWS) lines.add("  … %d in all".formatted(rows.size()));
    }

    private void fusion(Map<String, Object> data, List<String> lines) {
        var table = new Table(">rank", ">move", ">dense", ">sparse", ">score", "~passage");
        moved(
                data,
                lines,
                table,
                (change, name) -> table.row(
                        change.rank() == null ? "lost" : change.rank(),
                        move(change.rankDelta()),
                        change.denseRank() == null ? "-" : change.denseRank(),
                        change.sparseRank() == null ? "-" : change.sparseRank(),
                        score(change.score()),
                        name));
    }

    private void reordered(Map<String, Object> data, List<String> lines) {
        if (data.get("results") == null) {
            var reason = data.get("reason");
            say(data.getOrDefault("method", "") + (reason == null ? "" : ": " + reason), lines);
        }
        var table = new Table(">rank", ">move", ">before", ">score", "~passage");
        moved(
                data,
                lines,
                table,
                (change, name) -> table.row(
                        change.rank() == null ? "lost" : change.rank(),
                        move(change.rankDelta()),
                        change.rankBefore() == null ? "-" : change.rankBefore(),
                        change.score() == null ? "-" : score(change.score()),
                        name));
    }

    /** The sum of a stage's movements, and a table of the first. */
    @SuppressWarnings("unchecked")
    private void moved(Map<String, Object> data, List<String> lines, Table table, BiConsumer<RankChange, String> row) {
        if (!(data.get("rank_changes") instanceof RankChanges sum) || !(data.get("results") instanceof List<?> list))
            return;
        var changes = (List<RankChange>) list;
        var words = "%s: %d up, %d down, %d unchanged, best gain %d, worst drop %d, %d dropped"
                .formatted(
                        data.getOrDefault("model", data.get("method")),
                        sum.movedUp(),
                        sum.movedDown(),
                        sum.unchanged(),
                        sum.maxGain(),
                        sum.maxDrop(),
                        sum.dropped());
        say(words, lines);
        var shown = changes.subList(0, Math.min(ROWS, changes.size()));
        var names = labels.apply(shown.stream().map(RankChange::chunkId).toList());
        for (var change : shown) row.accept(change, name(names, change.chunkId()));
        table.lines(WIDTH - 2).forEach(line -> lines.add("  " + line));
    }

    private static String move(@Nullable Integer delta) {
        if (delta == null) return "new";
        return delta == 0 ? "=" : delta > 0 ? "↑" + delta : "↓" + -delta;
    }

    private static String score(@Nullable Object score) {
        return score instanceof Number n ? String.format(Locale.ROOT, "%.3f", n.doubleValue()) : "";
    }

    private static String name(Map<String, String> names, String id) {
        return names.getOrDefault(id, id);
    }

    /** Below the name of its stage. */
    private static void say(String text, List<String> lines) {
        lines.addAll(Columns.wrap("  ", text, WIDTH));
    }
}
