package rag.cli;

import java.nio.file.Path;
import java.util.ArrayList;
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
import rag.store.HistoryRow;

/** Plans, reports and lists of ingestion as text for a terminal of 80 columns. */
public final class IngestText {

    private static final int WIDTH = 80;
    private static final int MOST = 20;

    private final Path here;

    /** @param here sources below it are shown relative to it */
    public IngestText(Path here) {
        this.here = here;
    }

    public List<String> lines(IngestReport report) {
        var lines = new ArrayList<String>();
        lines.add("%s: %s · %d chunks%s · %s"
                .formatted(
                        report.collection(),
                        counts(report.counts(), report.left()),
                        report.chunks(),
                        report.images() == 0 ? "" : ", " + report.images() + " images",
                        seconds(report.elapsedMs())));
        if (!report.model().isEmpty()) {
            lines.add("embedded %,d texts with %s%s"
                    .formatted(
                            report.embedded(),
                            report.model(),
                            report.cached() == 0 ? "" : ", %,d more were known".formatted(report.cached())));
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
        if (!unsupported.isEmpty()) lines.add("unsupported: " + endings(unsupported));
        for (var outcome : report.outcomes()) {
            if (outcome.state() == DocumentState.PARTIAL && outcome.action() != Action.DELETED)
                lines.addAll(trouble(outcome));
        }
        if (report.left() > 0) {
            lines.add("%d sources are gone and stay searchable; --prune removes them".formatted(report.left()));
        }
        if (report.links() > 0) lines.add(report.links() + " links were not followed");
        for (var note : report.notes()) lines.addAll(Columns.wrap("! " + note, WIDTH));
        return lines;
    }

    private List<String> trouble(Outcome outcome) {
        var stale = outcome.stale() ? " (the version before still answers)" : "";
        return Columns.wrap(
                "%s: %s: %s%s".formatted(outcome.state().key(), shown(outcome.source()), outcome.reason(), stale),
                WIDTH);
    }

    private static String endings(List<Outcome> outcomes) {
        var counts = new LinkedHashMap<String, Integer>();
        for (var outcome : outcomes) {
            var name = outcome.source().substring(outcome.source().lastIndexOf('/') + 1);
            int dot = name.lastIndexOf('.');
            counts.merge(dot > 0 ? name.substring(dot) : name, 1, Integer::sum);
        }
        var words = new ArrayList<String>();
        counts.forEach((ending, n) -> words.add(n == 1 ? ending : ending + " ×" + n));
        return Columns.fit(String.join(", ", words), WIDTH - 13);
    }

    /** A plan: what would be done. */
    public List<String> lines(Plan plan, boolean prune, Forecast forecast) {
        var lines = new ArrayList<String>();
        lines.add("%s: %s".formatted(plan.collection(), counts(byKey(plan), 0)));
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
                    .toList();
            for (var item : items.subList(0, Math.min(MOST, items.size()))) {
                var reason = item.reason().isEmpty() ? "" : " (" + item.reason() + ")";
                lines.add("  %-11s %s"
                        .formatted(action.key(), Columns.fitPath(shown(item.source()) + reason, WIDTH - 14)));
            }
            if (items.size() > MOST) lines.add("  %-11s … and %d more".formatted("", items.size() - MOST));
        }
        if (!prune && plan.items().stream().anyMatch(item -> item.action() == Action.DELETED))
            lines.add("deleted sources stay searchable without --prune");
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
                ? "about %,d LLM calls (%d for each passage)".formatted(forecast.llmCalls(), forecast.llmPasses())
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
        var table = new Table("state", ">chunks", ">images", "type", "lang", "source");
        for (var row : rows) {
            table.row(
                    row.state().key() + (row.stale() ? " (stale)" : ""),
                    row.chunks(),
                    row.images(),
                    row.type(),
                    row.language(),
                    shown(row.source()));
        }
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

    private String shown(String source) {
        if (source.contains("://")) return source;
        var path = Path.of(source);
        return path.startsWith(here) && !path.equals(here)
                ? here.relativize(path).toString()
                : source;
    }
}
