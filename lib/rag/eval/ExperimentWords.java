package rag.eval;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import rag.cli.Columns;
import rag.cli.SafeOutput;
import rag.cli.Table;
import rag.eval.ExperimentReport.Result;
import rag.text.Counted;

/** What an experiment says, in words and as text for a terminal. */
public final class ExperimentWords {

    private static final int WIDTH = SafeOutput.WIDTH;

    private ExperimentWords() {}

    /** One sentence a variant. */
    static List<String> sentences(ExperimentReport report) {
        var sentences = new ArrayList<String>();
        Result first = null;
        for (var v : report.variants()) {
            if (!v.error().isEmpty()) {
                sentences.add("%s could not be tried: %s".formatted(v.name(), v.error()));
            } else if (first == null) {
                first = v;
                sentences.add(first(report, v));
            } else {
                sentences.add(other(report, v, first));
            }
        }
        return sentences;
    }

    private static String first(ExperimentReport report, Result v) {
        var metric = v.metric(report.primary());
        return metric.map(m -> String.format(
                        Locale.ROOT,
                        "%s has %s %.4f over %s (95 %% interval %.3f to %.3f), a query takes %.1f ms.",
                        v.name(),
                        plain(report.primary()),
                        Objects.requireNonNullElse(m.mean(), 0.0),
                        Counted.of(m.denominator(), "case"),
                        Objects.requireNonNullElse(m.low(), 0.0),
                        Objects.requireNonNullElse(m.high(), 0.0),
                        median(v)))
                .orElse(v.name() + " has no case with truth.");
    }

    private static String other(ExperimentReport report, Result v, Result first) {
        var difference = v.difference(report.primary());
        return difference
                .map(d -> String.format(
                        Locale.ROOT,
                        "%s is %s %s: %+.4f (%.3f to %.3f, p %.4f); better on %s, worse on %d, the same on %d; a"
                                + " query takes %.1f ms (%+.1f).",
                        v.name(),
                        verdict(d),
                        first.name(),
                        d.difference(),
                        d.low(),
                        d.high(),
                        d.corrected(),
                        Counted.of(d.wins().size(), "case"),
                        d.losses().size(),
                        d.ties(),
                        median(v),
                        median(v) - median(first)))
                .orElse(v.name() + " has no case in common with " + first.name() + ".");
    }

    static String verdict(Comparison.Difference d) {
        if (d.corrected() >= Comparison.ALPHA) return "not to be told from";
        return d.difference() > 0 ? "better than" : "worse than";
    }

    private static double median(Result v) {
        var total = v.latency().get("total");
        return total == null ? 0 : total.p50();
    }

    /** "source/ndcg@10" as people say it. */
    static String plain(String key) {
        int slash = key.indexOf('/');
        if (slash < 0) return key;
        return key.substring(slash + 1)
                + switch (key.substring(0, slash)) {
                    case "evidence" -> " (expected words)";
                    case "source" -> " (documents)";
                    default -> " (passages)";
                };
    }

    /** For a terminal of 80 columns. */
    public static List<String> lines(ExperimentReport report) {
        var lines = new ArrayList<String>();
        wrap(
                "%s: %s · collection %s · top %d · %s"
                        .formatted(
                                (report.testSet() + " " + report.testSetVersion()).strip(),
                                Counted.of(report.cases(), "case"),
                                report.collection(),
                                report.topK(),
                                report.machine()),
                lines);
        lines.add("");
        var table = new Table(
                "~variant",
                ">" + report.primary().replaceFirst(".*/", ""),
                ">95 % interval",
                ">change",
                ">p",
                ">+",
                ">-",
                ">ms",
                ">95 %");
        for (var v : report.variants()) if (v.error().isEmpty()) row(report, v, table);
        lines.addAll(table.lines());
        lines.add("");
        for (var sentence : sentences(report)) wrap(sentence, lines);
        for (var note : report.notes()) wrap("! " + note, lines);
        return lines;
    }

    private static void row(ExperimentReport report, Result v, Table table) {
        var m = v.metric(report.primary()).orElse(null);
        var d = v.difference(report.primary()).orElse(null);
        var total = v.latency().get("total");
        table.row(
                v.name(),
                m == null || m.mean() == null ? "-" : String.format(Locale.ROOT, "%.4f", m.mean()),
                m == null || m.low() == null ? "" : String.format(Locale.ROOT, "%.3f … %.3f", m.low(), m.high()),
                d == null ? "" : String.format(Locale.ROOT, "%+.4f", d.difference()),
                d == null ? "" : String.format(Locale.ROOT, "%.4f", d.corrected()),
                d == null ? "" : d.wins().size(),
                d == null ? "" : d.losses().size(),
                total == null ? "" : String.format(Locale.ROOT, "%.1f", total.p50()),
                total == null ? "" : String.format(Locale.ROOT, "%.1f", total.p95()));
    }

    private static void wrap(String text, List<String> lines) {
        lines.addAll(Columns.wrap(text, WIDTH));
    }
}
