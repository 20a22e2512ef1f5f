package rag.eval;

import java.util.List;
import rag.eval.ExperimentReport.Result;

/** The tables of an experiment's page. */
final class ExperimentTables {

    private final ExperimentReport report;
    private final List<Result> tried;
    private final Result first;

    ExperimentTables(ExperimentReport report) {
        this.report = report;
        this.tried = report.variants().stream().filter(v -> v.error().isEmpty()).toList();
        this.first = tried.getFirst();
    }

    /** Every measure of every variant. */
    String measures() {
        var out = new StringBuilder();
        out.append("<div class=\"scroll\"><table><tr><th>measure</th><th class=\"n\">n</th>");
        for (var v : tried) out.append("<th class=\"n\">" + Html.text(v.name()) + "</th>");
        out.append("</tr>");
        for (var metric : first.metrics()) {
            out.append("<tr><td>%s</td><td class=\"n\">%d</td>"
                    .formatted(Html.text(ExperimentWords.plain(metric.key())), metric.denominator()));
            for (var v : tried) {
                var own = v.metric(metric.key()).orElse(null);
                var mean = own == null ? null : own.mean();
                var n = own == null || own.denominator() == metric.denominator()
                        ? ""
                        : "<br><small>n = " + own.denominator() + "</small>";
                var d = v.difference(metric.key())
                        .map(x -> "<br><small class=\"%s\">%s</small>"
                                .formatted(ExperimentPage.color(x), ExperimentPage.number("%+.4f", x.difference())))
                        .orElse("");
                out.append("<td class=\"n\">%s%s%s</td>"
                        .formatted(mean == null ? "-" : ExperimentPage.number("%.4f", mean), n, d));
            }
            out.append("</tr>");
        }
        return out.append("</table></div>").toString();
    }

    /** What each variant changed and searched in, and what it cost beside time. */
    String variants() {
        var out = new StringBuilder();
        out.append("<div class=\"scroll\"><table><tr><th>variant</th><th>settings</th><th>index</th><th"
                + " class=\"n\">passages</th><th class=\"n\">time to build</th></tr>");
        for (var v : report.variants()) {
            var settings = v.settings().entrySet().stream()
                    .map(e -> "<code>" + Html.text(e.getKey() + ": " + e.getValue()) + "</code>")
                    .sorted()
                    .toList();
            var error = v.error().isEmpty() ? "" : "<br><span class=\"bad\">" + Html.text(v.error()) + "</span>";
            out.append(
                    "<tr><td>%s</td><td>%s%s</td><td>%s<br><span class=\"soft\">%s</span></td><td class=\"n\">%,d</td><td class=\"n\">%s</td></tr>"
                            .formatted(
                                    Html.text(v.name()),
                                    String.join("<br>", settings),
                                    error,
                                    Html.text(v.index().collection()),
                                    Html.text(v.index().builtWith().replaceFirst(", revision [0-9a-f]+", "")),
                                    v.index().chunks(),
                                    v.index().seconds() == 0
                                            ? "-"
                                            : ExperimentPage.number(
                                                    "%.1f s", v.index().seconds())));
        }
        out.append("</table></div>");
        for (var v : tried) {
            if (v.cost().modelCalls() == 0) continue;
            out.append("<p>%s: %,d calls of a language model, %,d tokens sent, %,d received.</p>"
                    .formatted(
                            Html.text(v.name()),
                            v.cost().modelCalls(),
                            v.cost().promptTokens(),
                            v.cost().completionTokens()));
        }
        return out.toString();
    }
}
