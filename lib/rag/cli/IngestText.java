package rag.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import rag.engine.Forecast;
import rag.engine.IngestReport;
import rag.engine.Outcome;
import rag.engine.Plan;
import rag.engine.Plan.Action;
import rag.model.DocumentState;
import rag.model.Failure;
import rag.store.HistoryRow;
import rag.text.Counted;

/** Plans, reports and lists of ingestion as text for a terminal of 80 columns. */
public final class IngestText {

    private static final int WIDTH = SafeOutput.WIDTH;
    private static final int MOST = 20;
    private static final int MOST_ENDINGS = 6;
    private static final int FIRST = 3;

    private final SourceName names;

    /** @param here sources below it are shown relative to it */
    public IngestText(Path here) {
        this.names = new SourceName(here);
    }

    public List<String> lines(IngestReport report) {
        var lines = new ArrayList<String>();
        lines.addAll(Columns.wrap(
                "%s: %s · %s%s · %s"
                        .formatted(
                                report.collection(),
                                counts(report.counts(), report.left()),
                                Counted.of(report.chunks(), "chunk"),
                                report.images() == 0 ? "" : ", " + Counted.of(report.images(), "image"),
                                seconds(report.elapsedMs())),
                WIDTH));
        if (!report.model().isEmpty()) {
            lines.addAll(Columns.wrap(
                    "embedded %s with %s%s"
                            .formatted(
                                    Counted.of(report.embedded(), "text"),
                                    report.model(),
                                    report.cached() == 0 ? "" : ", %,d more known before".formatted(report.cached())),
                    WIDTH));
        }
        lines.addAll(troubles(report));
        return lines;
    }

    /** What did not end well, and what else a user must know. */
    public List<String> troubles(IngestReport report) {
        var lines = new ArrayList<String>();
        var troubles = report.troubles();
        var shown = troubles.stream()
                .filter(o -> o.state() != DocumentState.UNSUPPORTED)
                .toList();
        for (var outcome : shown.subList(0, Math.min(MOST, shown.size()))) lines.addAll(trouble(outcome));
        if (shown.size() > MOST) lines.add("… and %d more (--json lists all)".formatted(shown.size() - MOST));
        var unsupported = troubles.stream()
                .filter(o -> o.state() == DocumentState.UNSUPPORTED)
                .toList();
        if (!unsupported.isEmpty()) lines.addAll(unsupported(unsupported));
        lines.addAll(partial(report));
        if (report.left() > 0) {
            lines.addAll(Columns.wrap(
                    "%s left the folder and %s known; --prune removes %s"
                            .formatted(
                                    Counted.of(report.left(), "source"),
                                    report.left() == 1 ? "stays" : "stay",
                                    report.left() == 1 ? "it" : "them"),
                    WIDTH));
        }
        if (report.links() > 0) lines.add(Counted.of(report.links(), "link") + " not followed");
        for (var note : report.notes()) lines.addAll(Columns.wrap("! " + note, WIDTH));
        return lines;
    }

    /** What was read in part; of what was so before only how many, since it was said then. */
    private List<String> partial(IngestReport report) {
        var all = report.outcomes().stream()
                .filter(o -> o.state() == DocumentState.PARTIAL && o.action() != Action.DELETED)
                .toList();
        var now = all.stream().filter(o -> o.action() != Action.UNCHANGED).toList();
        var lines = new ArrayList<String>();
        for (var outcome : now.subList(0, Math.min(MOST, now.size()))) lines.addAll(trouble(outcome));
        if (now.size() > MOST) lines.add("… and %d more in part (--list says why)".formatted(now.size() - MOST));
        int before = all.size() - now.size();
        if (before > 0) lines.add("%s in part, as before (--list says why)".formatted(Counted.of(before, "document")));
        return lines;
    }

    private List<String> trouble(Outcome outcome) {
        var stale = outcome.stale() ? " (the version before still answers)" : "";
        return Columns.wrap(
                "%s: %s: %s%s".formatted(outcome.state().key(), names.of(outcome.source()), outcome.reason(), stale),
                WIDTH);
    }

    /** How many files of which ending no loader reads, the most frequent first, and the first of them by name. */
    private List<String> unsupported(List<Outcome> outcomes) {
        var counts = new LinkedHashMap<String, Integer>();
        for (var outcome : outcomes) {
            var name = outcome.source().substring(outcome.source().lastIndexOf('/') + 1);
            int dot = name.lastIndexOf('.');
            counts.merge(dot > 0 ? name.substring(dot) : "without ending", 1, Integer::sum);
        }
        var endings = counts.entrySet().stream()
                .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
                .map(e -> e.getValue() + " " + e.getKey())
                .toList();
        var few = endings.subList(0, Math.min(MOST_ENDINGS, endings.size()));
        var lines = new ArrayList<>(Columns.wrap(
                "unsupported: %s that no loader reads (%s%s)"
                        .formatted(
                                Counted.of(outcomes.size(), "file"),
                                String.join(", ", few),
                                few.size() < endings.size() ? ", …" : ""),
                WIDTH));
        for (var outcome : outcomes.subList(0, Math.min(FIRST, outcomes.size())))
            lines.add("  " + Columns.fitPath(names.of(outcome.source()), WIDTH - 2));
        if (outcomes.size() > FIRST) lines.add("  … and %d more".formatted(outcomes.size() - FIRST));
        return lines;
    }

    /** A plan: what would be done. */
    public List<String> lines(Plan plan, boolean prune, Forecast forecast) {
        var lines = new ArrayList<String>();
        lines.addAll(Columns.wrap("%s: %s".formatted(plan.collection(), counts(byKey(plan), 0)), WIDTH));
        for (var action : List.of(
                Action.NEW,
                Action.CHANGED,
                Action.MOVED,
                Action.METADATA,
                Action.DELETED,
                Action.TOO_LARGE,
                Action.UNREADABLE,
                Action.UNSUPPORTED)) {
            var items = plan.items().stream()
                    .filter(item -> item.action() == action)
                    .sorted(Comparator.comparing(Plan.Item::source))
                    .toList();
            for (var item : items.subList(0, Math.min(MOST, items.size()))) {
                var reason = item.reason().isEmpty() ? "" : " (" + item.reason() + ")";
                lines.add("  %-11s %s"
                        .formatted(action.key(), Columns.fitPath(names.of(item.source()) + reason, WIDTH - 14)));
            }
            if (items.size() > MOST) lines.add("  %-11s … and %d more".formatted("", items.size() - MOST));
        }
        if (!prune && plan.items().stream().anyMatch(item -> item.action() == Action.DELETED))
            lines.add("deleted sources stay known without --prune");
        if (plan.skipped() > 0)
            lines.add("%,d left out by rules (ingestion.exclude, robots.txt)".formatted(plan.skipped()));
        if (plan.ignored() > 0)
            lines.add("%,d files and folders left out, since Git ignores them".formatted(plan.ignored()));
        lines.addAll(lines(forecast));
        return lines;
    }

    /** How long it takes and what models would have to do. */
    private static List<String> lines(Forecast forecast) {
        var lines = new ArrayList<String>();
        if (forecast.files() > 0) {
            lines.add("about %,d passages, %s%s"
                    .formatted(
                            forecast.passages(),
                            ProgressLine.duration(Math.max(1, forecast.seconds())),
                            forecast.measured() ? " at the speed of earlier runs" : " by a rule of thumb"));
        }
        var captions = forecast.captions()
                ? "one call for each new image (counted when the files are read)"
                : "0 images to caption (vision_llm is off)";
        var llm = forecast.llmCalls() > 0
                ? "about %s (%d for each passage)"
                        .formatted(Counted.of(forecast.llmCalls(), "LLM call"), forecast.llmPasses())
                : "0 LLM calls" + (forecast.llmPasses() == 0 ? " (use_llm is off)" : "");
        var requests = forecast.embeddingRequests();
        lines.add(captions + ", " + llm + (requests == 0 ? "" : ", about %,d embedding requests".formatted(requests)));
        return lines;
    }

    private static Map<String, Integer> byKey(Plan plan) {
        var counts = new LinkedHashMap<String, Integer>();
        plan.counts().forEach((action, n) -> counts.put(action.key(), n));
        return counts;
    }

    private static String counts(Map<String, Integer> counts, int left) {
        var words = new ArrayList<String>();
        counts.forEach((action, n) -> {
            int shown = action.equals("deleted") ? n - left : n;
            var name = action.equals("metadata") ? "with other metadata" : action.replace('_', ' ');
            if (shown > 0) words.add(shown + " " + name);
        });
        return words.isEmpty() ? "nothing found" : String.join(", ", words);
    }

    /** The sources of a collection. */
    public List<String> lines(List<HistoryRow> rows) {
        if (rows.isEmpty()) return List.of("no documents yet");
        var table = new Table("state", ">chunks", ">images", "type", "lang", "<source");
        for (var row : rows) {
            table.row(
                    row.state().key() + (row.stale() ? " (stale)" : ""),
                    row.chunks(),
                    row.images(),
                    row.type(),
                    row.language(),
                    names.of(row.source()));
        }
        return withReasons(table, rows);
    }

    private static List<String> withReasons(Table table, List<HistoryRow> rows) {
        var lines = new ArrayList<String>();
        var all = table.lines();
        for (int i = 0; i < all.size(); i++) {
            lines.add(all.get(i));
            if (i > 0 && !rows.get(i - 1).reason().isEmpty()) {
                Columns.wrap(rows.get(i - 1).reason(), WIDTH - 2).forEach(line -> lines.add("  " + line));
            }
        }
        return lines;
    }

    static String seconds(double ms) {
        return ms < 10_000 ? String.format(Locale.ROOT, "%.1f s", ms / 1000) : ProgressLine.duration(ms / 1000);
    }

    /** Of several: 2 only when all of them end so. */
    public static int exitCode(PathRequests.Done<IngestReport> done) {
        var codes = done.results().stream().map(IngestText::exitCode).distinct().toList();
        if (codes.size() == 1 && !(done.failed() && codes.getFirst() == 0)) return codes.getFirst();
        return Failure.SOME_FAILED;
    }

    /** 0 all good, also with nothing to do, or files of another format or without text; 1 some failed; 2 all failed. */
    public static int exitCode(IngestReport report) {
        // A file without text was read; there is nothing in it, which is said but is no failure.
        var bad = report.troubles().stream()
                .filter(o -> o.stale() || o.state() != DocumentState.NO_TEXT)
                .toList();
        int good = report.outcomes().size() - bad.size() + report.counts().getOrDefault("unchanged", 0);
        if (!bad.isEmpty() && good <= 0) return Failure.USAGE;
        boolean failed = bad.stream().anyMatch(o -> o.state() != DocumentState.UNSUPPORTED);
        return failed ? Failure.SOME_FAILED : 0;
    }
}
