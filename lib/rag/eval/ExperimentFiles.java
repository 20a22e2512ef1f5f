package rag.eval;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import rag.config.Json;
import rag.eval.ExperimentReport.Result;
import rag.model.Failure;
import rag.text.Counted;

/** The reports of an experiment: {@code report.json}, {@code cases.csv}, {@code report.md}, {@code report.html}. */
public final class ExperimentFiles {

    private ExperimentFiles() {}

    /** @return the files, in the order above */
    public static List<Path> write(Path output, ExperimentReport report) {
        try {
            Files.createDirectories(output);
            return List.of(
                    Files.writeString(output.resolve("report.json"), Json.pretty(report) + "\n"),
                    Files.write(output.resolve("cases.csv"), csv(report)),
                    Files.write(output.resolve("report.md"), markdown(report)),
                    Files.writeString(output.resolve("report.html"), new ExperimentPage(report).html()));
        } catch (IOException e) {
            throw new Failure("the reports can't be written to " + output + ": " + e.getMessage(), e);
        }
    }

    /** One line a variant, case and measure. */
    static List<String> csv(ExperimentReport report) {
        var lines = new ArrayList<>(List.of("variant,case,measure,value"));
        for (var variant : report.variants()) {
            for (var one : variant.cases()) {
                var start = cell(variant.name()) + "," + cell(one.id()) + ",";
                one.scores().forEach((key, value) -> lines.add(start + cell(key) + "," + value));
                for (double ms : one.ms()) lines.add(start + "ms," + ms);
                if (!one.error().isEmpty()) lines.add(start + "error," + cell(one.error()));
                if (!one.degraded().isEmpty()) lines.add(start + "degraded," + cell(one.degraded()));
            }
        }
        return lines;
    }

    /** RFC 4180; what a spreadsheet would take for a formula is a text. */
    private static String cell(String text) {
        var safe = text.matches("^[=+\\-@\\t].*") ? "'" + text : text;
        return safe.matches("(?s).*[\",\\r\\n].*") ? '"' + safe.replace("\"", "\"\"") + '"' : safe;
    }

    static List<String> markdown(ExperimentReport report) {
        var lines = new ArrayList<String>();
        lines.add(("# Experiment: " + report.testSet() + " " + report.testSetVersion()).strip());
        lines.add("");
        lines.add("%s, top %d, %s, on %s."
                .formatted(Counted.of(report.cases(), "case"), report.topK(), report.startedAt(), report.machine()));
        lines.add("");
        for (var sentence : ExperimentWords.sentences(report)) lines.add("* " + sentence);
        for (var note : report.notes()) lines.add("* Note: " + note);
        lines.add("");
        var first = report.variants().stream()
                .filter(v -> v.error().isEmpty())
                .findFirst()
                .orElseThrow();
        var head = new StringBuilder("| measure |");
        var line = new StringBuilder("|---|");
        for (var v : report.variants()) {
            head.append(" ").append(v.name()).append(" |");
            line.append("---|");
        }
        lines.add(head.toString());
        lines.add(line.toString());
        for (var metric : first.metrics()) {
            var row = new StringBuilder(
                    "| " + ExperimentWords.plain(metric.key()) + " (n = " + metric.denominator() + ") |");
            for (var v : report.variants())
                row.append(" ").append(value(v, metric)).append(" |");
            lines.add(row.toString());
        }
        var p50 = new StringBuilder("| ms, median |");
        var p95 = new StringBuilder("| ms, 95 of 100 |");
        for (var v : report.variants()) {
            var total = v.latency().get("total");
            p50.append(total == null ? " |" : String.format(Locale.ROOT, " %.1f |", total.p50()));
            p95.append(total == null ? " |" : String.format(Locale.ROOT, " %.1f |", total.p95()));
        }
        lines.add(p50.toString());
        lines.add(p95.toString());
        lines.add("");
        lines.add(
                "In brackets the 95 %% bootstrap interval of the mean. Differences: paired randomisation test against `%s`;"
                        .formatted(first.name()));
        lines.add("p is corrected for the number of variants (Holm).");
        return lines;
    }

    private static String value(Result variant, MetricSummary first) {
        return variant.metric(first.key())
                .filter(m -> m.mean() != null)
                .map(m -> {
                    var d = variant.difference(first.key());
                    var text = String.format(Locale.ROOT, "%.4f (%.3f-%.3f)", m.mean(), m.low(), m.high());
                    if (m.denominator() != first.denominator()) text += " (n = " + m.denominator() + ")";
                    var own = text;
                    return d.map(x -> own
                                    + String.format(Locale.ROOT, "<br>%+.4f, p %.4f", x.difference(), x.corrected()))
                            .orElse(own);
                })
                .orElse("-");
    }
}
