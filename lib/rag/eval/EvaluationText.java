package rag.eval;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import rag.cli.Columns;
import rag.cli.SafeOutput;
import rag.cli.Table;
import rag.eval.EvaluationReport.CaseReport;
import rag.text.Counted;

/** An evaluation as text for a terminal of 80 columns. */
public final class EvaluationText {

    private static final int WIDTH = SafeOutput.WIDTH;
    private static final int NUMBERS = 35;
    private static final int LISTED = 10;

    private final boolean whole;

    /** @param whole list every case, not only those that failed */
    public EvaluationText(boolean whole) {
        this.whole = whole;
    }

    public List<String> lines(EvaluationReport report) {
        var lines = new ArrayList<String>();
        head(report, lines);
        metrics(report, lines);
        verdict(report, lines);
        missed(report, lines);
        failed(report, lines);
        problems(report.problems(), lines);
        if (whole) cases(report, lines);
        if (report.comparison() != null) lines.addAll(new ComparisonText().lines(report.comparison()));
        return lines;
    }

    private static void head(EvaluationReport report, List<String> lines) {
        var version = report.testSetVersion().isEmpty() ? "" : " " + report.testSetVersion();
        wrap(
                "%s%s: %s · collection %s: %s, %s · top %d"
                        .formatted(
                                report.testSet(),
                                version,
                                Counted.of(report.cases().size(), "case"),
                                report.collection(),
                                Counted.of(report.documents(), "document"),
                                Counted.of(report.chunks(), "passage"),
                                report.topK()),
                lines);
        wrap(retrieval(report.settings()) + " · " + report.builtWith().replaceFirst(", revision [0-9a-f]+", ""), lines);
        for (var note : report.notes()) wrap("! " + note, lines);
    }

    private static String retrieval(Map<String, Object> settings) {
        var retrieval = settings.get("retrieval") instanceof Map<?, ?> map ? map : Map.of();
        var rerank = settings.get("rerank") instanceof Map<?, ?> map ? map : Map.of();
        var fusion = "rrf".equals(retrieval.get("fusion")) ? "rrf " + retrieval.get("rrf_k") : "convex";
        var how = "hybrid".equals(retrieval.get("mode"))
                ? "hybrid (%s, dense %s, sparse %s)"
                        .formatted(fusion, retrieval.get("dense_weight"), retrieval.get("sparse_weight"))
                : "" + retrieval.get("mode");
        return Boolean.TRUE.equals(rerank.get("enabled")) ? how + " and " + rerank.get("provider") : how;
    }

    private static void metrics(EvaluationReport report, List<String> lines) {
        var groups = new LinkedHashMap<String, List<MetricSummary>>();
        for (var metric : report.metrics())
            groups.computeIfAbsent(title(metric, report), t -> new ArrayList<>())
                    .add(metric);
        int names = report.metrics().stream()
                .filter(m -> m.mean() != null)
                .mapToInt(m -> m.metric().length())
                .max()
                .orElse(0);
        groups.forEach((title, group) -> {
            var measured = group.stream().filter(m -> m.mean() != null).toList();
            lines.add("");
            if (!measured.isEmpty()) {
                lines.add(title + " ".repeat(Math.max(1, WIDTH - NUMBERS - Columns.width(title)))
                        + "  mean   95 % interval  sum / cases");
                for (var metric : measured) lines.add(line(metric, names));
            }
            outside(group, report.cases(), lines);
        });
    }

    private static String title(MetricSummary metric, EvaluationReport report) {
        return switch (metric.level()) {
            case EVIDENCE -> "Expected words, found in a passage";
            case SOURCE -> "Expected documents";
            case CHUNK -> "Expected passages";
            case null ->
                metric.metric().startsWith("nonllm_")
                        ? "By strings and vectors"
                        : report.judge().isEmpty() ? "Other measures" : "Judged by " + report.judge();
        };
    }

    private static String line(MetricSummary metric, int names) {
        double mean = value(metric.mean()), low = value(metric.low()), high = value(metric.high());
        var name = metric.metric() + " ".repeat(names - metric.metric().length());
        return "%s %s %s  %s  %11s"
                .formatted(
                        name,
                        bar(low, mean, high, WIDTH - NUMBERS - names - 2),
                        number(mean),
                        number(low) + " … " + number(high),
                        amount(metric.numerator()) + "/" + metric.denominator());
    }

    private static double value(@Nullable Double value) {
        return Objects.requireNonNullElse(value, 0.0);
    }

    /** Solid to the lower end of the interval, dark to the mean, light to the upper end. */
    static String bar(double low, double mean, double high, int cells) {
        var bar = new StringBuilder();
        for (int i = 0; i < cells; i++) {
            double middle = (i + 0.5) / cells;
            bar.append(middle < low ? '█' : middle < mean ? '▓' : middle < high ? '░' : ' ');
        }
        return bar.toString();
    }

    static String number(double value) {
        return String.format(Locale.ROOT, "%5.3f", value);
    }

    private static String amount(double sum) {
        return Math.abs(sum - Math.rint(sum)) < 1e-9
                ? String.format(Locale.ROOT, "%.0f", sum)
                : String.format(Locale.ROOT, "%.2f", sum);
    }

    /** What stands outside the means, said once for metrics that share it. */
    private static void outside(List<MetricSummary> group, List<CaseReport> cases, List<String> lines) {
        var said = new LinkedHashMap<String, List<String>>();
        for (var m : group) {
            if (m.notEvaluated() > 0) {
                var what = m.mean() == null && m.failed() == 0
                        ? "not measured"
                        : Counted.of(m.notEvaluated(), "case") + " not evaluated" + why(m, cases);
                said.computeIfAbsent(what, w -> new ArrayList<>()).add(m.metric());
            }
            if (m.failed() > 0)
                said.computeIfAbsent("! " + Counted.of(m.failed(), "case") + " failed", w -> new ArrayList<>())
                        .add(m.metric());
        }
        said.forEach((what, metrics) -> wrap(
                metrics.size() == group.size() && metrics.size() > 1 ? what : what + ": " + String.join(", ", metrics),
                lines));
    }

    /** How many of the cases that a metric leaves out can't have a value, and why the others have none. */
    private static String why(MetricSummary metric, List<CaseReport> cases) {
        var reasons = new TreeMap<String, Integer>();
        for (var c : cases) {
            if (c.scores().containsKey(metric.key()) || c.failed().containsKey(metric.key())) continue;
            var reason = c.tags().contains(GoldenSet.UNANSWERABLE)
                    ? GoldenSet.UNANSWERABLE
                    : c.notEvaluated().getOrDefault(metric.key(), lack(metric.level()));
            reasons.merge(reason, 1, Integer::sum);
        }
        return reasons.entrySet().stream()
                .map(reason -> reason.getValue() + " " + reason.getKey())
                .collect(Collectors.joining(", ", " (", ")"));
    }

    private static String lack(@Nullable Level level) {
        return switch (level) {
            case EVIDENCE -> "without expected_evidence that is there";
            case SOURCE -> "without expected_sources that are there";
            case CHUNK -> "without expected_chunk_ids that are there";
            case null -> "without a value";
        };
    }

    private static void verdict(EvaluationReport report, List<String> lines) {
        var v = report.verdicts();
        lines.add("");
        if (v.answerable() + v.unanswerable() > 0) {
            var unanswerable = v.unanswerable() == 0
                    ? ""
                    : ", %d of %d unanswerable ones called ok".formatted(v.misses(), v.unanswerable());
            wrap(
                    "Verdict: %d of %d answerable questions called weak or empty%s"
                            .formatted(v.falseAlarms(), v.answerable(), unanswerable),
                    lines);
        }
        var total = report.latency().get("total");
        if (total != null && total.n() > 0) {
            wrap(
                    String.format(
                            Locale.ROOT,
                            "A query took %.1f ms (median), %.1f ms (95 of 100)",
                            total.p50(),
                            total.p95()),
                    lines);
        }
    }

    /** Cases none of whose hits is right. */
    private static void missed(EvaluationReport report, List<String> lines) {
        var missed = report.cases().stream()
                .filter(c -> c.scores().keySet().stream().anyMatch(key -> key.contains("/")))
                .filter(c -> c.hits().stream().noneMatch(EvaluationReport.Found::right))
                .filter(c -> !c.hits().isEmpty() || c.failed().isEmpty())
                .toList();
        if (missed.isEmpty()) return;
        lines.add("");
        lines.add("Not found in the first %d: %d".formatted(report.topK(), missed.size()));
        for (var c : missed.subList(0, Math.min(LISTED, missed.size()))) {
            lines.add(Columns.fit("  " + c.id() + "  " + c.query(), WIDTH));
            lines.add(
                    c.hits().isEmpty()
                            ? "    nothing came"
                            : "    first came "
                                    + Columns.fitPath(c.hits().getFirst().source(), WIDTH - 15));
        }
        if (missed.size() > LISTED) lines.add("  … and %d more (--json has all)".formatted(missed.size() - LISTED));
    }

    private static void failed(EvaluationReport report, List<String> lines) {
        var failed = report.cases().stream().filter(c -> !c.failed().isEmpty()).toList();
        if (failed.isEmpty()) return;
        lines.add("");
        lines.add("Failed, and in no mean: " + Counted.of(failed.size(), "case"));
        for (var c : failed.subList(0, Math.min(LISTED, failed.size()))) {
            c.failed()
                    .forEach(
                            (key, reason) -> lines.add(Columns.fit("  " + c.id() + ", " + key + ": " + reason, WIDTH)));
        }
    }

    static void problems(List<Problem> problems, List<String> lines) {
        if (problems.isEmpty()) return;
        lines.add("");
        lines.add("To mend in the test set, and counted as no miss: " + problems.size());
        for (var p : problems.subList(0, Math.min(LISTED, problems.size()))) {
            wrap("  " + p.caseId() + ": " + p.what(), lines);
        }
        if (problems.size() > LISTED) lines.add("  … and %d more (--json has all)".formatted(problems.size() - LISTED));
    }

    private static void cases(EvaluationReport report, List<String> lines) {
        lines.add("");
        var table = new Table("case", ">first right", ">ms", "verdict", "~question");
        for (var c : report.cases()) {
            table.row(
                    Columns.fit(c.id(), 24),
                    firstRight(c),
                    String.format(Locale.ROOT, "%.0f", c.elapsedMs()),
                    c.verdict(),
                    c.query());
        }
        lines.addAll(table.lines());
    }

    private static String firstRight(CaseReport c) {
        return c.hits().stream()
                .filter(EvaluationReport.Found::right)
                .findFirst()
                .map(hit -> "" + hit.rank())
                .orElse(c.scores().isEmpty() ? "-" : "none");
    }

    static void wrap(String text, List<String> lines) {
        lines.addAll(Columns.wrap(text, WIDTH));
    }
}
