package rag.eval;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import rag.eval.Comparison.Difference;
import rag.eval.ExperimentReport.Result;
import rag.text.Counted;

/** An experiment as one page that needs nothing but a browser. */
final class ExperimentPage {

    private static final int LISTED = 15;

    private final ExperimentReport report;
    private final List<Result> tried;
    private final Result first;
    private final StringBuilder out = new StringBuilder();

    ExperimentPage(ExperimentReport report) {
        this.report = report;
        this.tried = report.variants().stream().filter(v -> v.error().isEmpty()).toList();
        this.first = tried.getFirst();
    }

    String html() {
        out.append("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">")
                .append("<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">")
                .append("<title>Experiment: " + Html.text(report.testSet()) + "</title><style>")
                .append(PageStyle.CSS)
                .append("</style></head><body>");
        head();
        quality();
        differences();
        latency();
        wins();
        var tables = new ExperimentTables(report);
        section(
                "All measures",
                "Means over the questions that have truth; below them the difference from " + first.name() + ".");
        out.append(tables.measures()).append("</figure>");
        section("What was tried", "Settings that differ from the configuration, and what each variant searched in.");
        out.append(tables.variants()).append("</figure>");
        return out.append("</body></html>\n").toString();
    }

    private void head() {
        out.append("<h1>%s: %s</h1>"
                .formatted(
                        Html.text((report.testSet() + " " + report.testSetVersion()).strip()),
                        Html.text(String.join(
                                ", ", tried.stream().map(Result::name).toList()))));
        out.append("<p class=\"soft\">%s, first %d passages of each, collection %s · %s · %s</p><ul>"
                .formatted(
                        Counted.of(report.cases(), "question"),
                        report.topK(),
                        Html.text(report.collection()),
                        Html.text(report.startedAt().replaceFirst("T(\\d\\d:\\d\\d).*", " $1 UTC")),
                        Html.text(report.machine())));
        for (var sentence : ExperimentWords.sentences(report)) out.append("<li>" + Html.text(sentence) + "</li>");
        out.append("</ul>");
        for (var note : report.notes()) out.append("<p class=\"soft\">" + Html.text(note) + "</p>");
    }

    private void quality() {
        double least = tried.stream()
                .flatMap(v -> v.metric(report.primary()).stream())
                .mapToDouble(m -> of(m.low()))
                .min()
                .orElse(0);
        double from = least > 0.5 ? Math.floor(least * 10 - 0.5) / 10 : 0;
        section(
                "How good: " + ExperimentWords.plain(report.primary()),
                "The upright mark is the mean over all questions (1 is perfect), the thick line its 95 % interval:"
                    + " where another set of questions of this kind would put it. The thin upright line is the mean of"
                    + " "
                        + first.name()
                        + ".");
        double reference = first.metric(report.primary()).map(m -> of(m.mean())).orElse(Double.NaN);
        for (var v : tried) {
            v.metric(report.primary())
                    .filter(m -> m.mean() != null)
                    .ifPresent(m -> row(
                            v.name(),
                            Plot.interval(
                                    "%s %.4f, %.3f to %.3f"
                                            .formatted(v.name(), of(m.mean()), of(m.low()), of(m.high())),
                                    scale(of(m.low()), from, 1),
                                    scale(of(m.mean()), from, 1),
                                    scale(of(m.high()), from, 1),
                                    scale(reference, from, 1),
                                    "var(--one)"),
                            number("%.4f", of(m.mean()))));
        }
        axis(from, (from + 1) / 2, 1, "%.2f");
        out.append("</figure>");
    }

    private void differences() {
        var others = tried.stream()
                .filter(v -> v.difference(report.primary()).isPresent())
                .toList();
        if (others.isEmpty()) return;
        double most = others.stream()
                .flatMap(v -> v.difference(report.primary()).stream())
                .mapToDouble(d -> Math.max(Math.abs(d.low()), Math.abs(d.high())))
                .max()
                .orElse(1);
        double bound = Math.max(0.01, Math.ceil(most * 50) / 50);
        section(
                "Difference from " + first.name(),
                "The same questions, variant by variant. An interval that does not touch the middle line is a"
                        + " difference that is hardly chance. Green is better, red is worse, grey can't be told.");
        for (var v : others) {
            var d = v.difference(report.primary()).orElseThrow();
            row(
                    v.name(),
                    Plot.interval(
                            "%s %+.4f, %+.3f to %+.3f".formatted(v.name(), d.difference(), d.low(), d.high()),
                            scale(d.low(), -bound, bound),
                            scale(d.difference(), -bound, bound),
                            scale(d.high(), -bound, bound),
                            0.5,
                            "var(--" + color(d) + ")"),
                    number("%+.4f", d.difference()) + "<br><small class=\"soft\">p " + number("%.4f", d.corrected())
                            + "</small>");
        }
        axis(-bound, 0, bound, "%+.2f");
        out.append("</figure>");
    }

    static String color(Difference d) {
        return d.corrected() >= Comparison.ALPHA ? "same" : d.difference() > 0 ? "good" : "bad";
    }

    private void latency() {
        var stages = new LinkedHashSet<String>();
        for (var v : tried) stages.addAll(v.latency().keySet());
        stages.remove("total");
        double most = tried.stream()
                .mapToDouble(v -> v.latency().containsKey("total")
                        ? v.latency().get("total").p95()
                        : 0)
                .max()
                .orElse(1);
        section(
                "How long a query takes",
                "Milliseconds. Coloured: the median of each stage. The upright mark: 95 of 100 queries are faster."
                        + " Dense and sparse retrieval run side by side, so a query may take less than its stages"
                        + " together.");
        for (var v : tried) {
            var total = v.latency().get("total");
            if (total == null || total.n() == 0) continue;
            var shares = new ArrayList<Double>();
            for (var stage : stages) {
                var own = v.latency().get(stage);
                shares.add(own == null ? 0 : own.p50() / most);
            }
            row(
                    v.name(),
                    Plot.stack(
                            "%s: median %.1f ms, 95 of 100 below %.1f ms".formatted(v.name(), total.p50(), total.p95()),
                            shares,
                            total.p95() / most),
                    number("%.1f", total.p50()) + "<br><small class=\"soft\">" + number("%.1f", total.p95())
                            + "</small>");
        }
        axis(0, most / 2, most, "%.0f ms");
        out.append("<div class=\"key\">");
        int i = 0;
        for (var stage : stages) {
            out.append("<span><i style=\"background:var(--s%s)\"></i>%s</span>"
                    .formatted(i++ % 6, Html.text(stage.replace('_', ' '))));
        }
        out.append("</div></figure>");
    }

    private void wins() {
        var others = tried.stream()
                .filter(v -> v.difference(report.primary()).isPresent())
                .toList();
        if (others.isEmpty()) return;
        section(
                "Which questions won and lost",
                "One bar a question, from the largest gain over " + first.name()
                        + " to the largest loss; questions that stay the same are gaps in the middle.");
        for (var v : others) {
            var d = v.difference(report.primary()).orElseThrow();
            row(
                    v.name(),
                    Plot.deltas(
                            "%s: %d better, %d worse, %d the same"
                                    .formatted(
                                            v.name(),
                                            d.wins().size(),
                                            d.losses().size(),
                                            d.ties()),
                            deltas(v)),
                    "<span class=\"good\">+%d</span> <span class=\"bad\">−%d</span>"
                            .formatted(d.wins().size(), d.losses().size()));
        }
        out.append("</figure>");
        for (var v : others) changed(v);
    }

    private List<Double> deltas(Result v) {
        var before = first.scores();
        var deltas = new ArrayList<Double>();
        for (var c : v.cases()) {
            Double now = c.scores().get(report.primary());
            Double then = before.getOrDefault(c.id(), java.util.Map.of()).get(report.primary());
            if (now != null && then != null) deltas.add(now - then);
        }
        deltas.sort(Comparator.reverseOrder());
        return deltas;
    }

    private void changed(Result v) {
        var d = v.difference(report.primary()).orElseThrow();
        out.append("<details><summary>%s: the questions that changed most</summary><div class=\"scroll\"><table>"
                .formatted(Html.text(v.name())));
        out.append(
                "<tr><th>question</th><th class=\"n\">%s</th><th class=\"n\">%s</th><th>first hit before, now</th></tr>"
                        .formatted(Html.text(first.name()), Html.text(v.name())));
        for (var id : d.losses().subList(0, Math.min(LISTED, d.losses().size()))) changed(v, id, "bad");
        for (var id : d.wins().subList(0, Math.min(LISTED, d.wins().size()))) changed(v, id, "good");
        out.append("</table></div></details>");
    }

    private void changed(Result v, String id, String color) {
        var now = one(v, id);
        var then = one(first, id);
        out.append(
                "<tr><td>%s <span class=\"soft\">%s</span></td><td class=\"n\">%s</td><td class=\"n %s\">%s</td><td>%s<br>%s</td></tr>"
                        .formatted(
                                Html.text(now.query()),
                                Html.text(id),
                                number("%.3f", of(then.scores().get(report.primary()))),
                                color,
                                number("%.3f", of(now.scores().get(report.primary()))),
                                Html.text(
                                        then.first().isEmpty()
                                                ? "nothing"
                                                : then.first().getFirst()),
                                Html.text(
                                        now.first().isEmpty()
                                                ? "nothing"
                                                : now.first().getFirst())));
    }

    private static ExperimentReport.Case one(Result v, String id) {
        return v.cases().stream().filter(c -> c.id().equals(id)).findFirst().orElseThrow();
    }

    private void section(String title, String caption) {
        out.append("<figure><h2>%s</h2><figcaption>%s</figcaption>".formatted(Html.text(title), Html.text(caption)));
    }

    private void row(String name, String plot, String number) {
        out.append("<div class=\"row\"><span class=\"name\">%s</span>%s<span class=\"number\">%s</span></div>"
                .formatted(Html.text(name), plot, number));
    }

    private void axis(double from, double middle, double to, String format) {
        out.append(
                "<div class=\"axis\"><span></span><div><span>%s</span><span>%s</span><span>%s</span></div><span></span></div>"
                        .formatted(number(format, from), number(format, middle), number(format, to)));
    }

    private static double scale(double value, double from, double to) {
        return (value - from) / (to - from);
    }

    private static double of(@Nullable Double value) {
        return Objects.requireNonNullElse(value, 0.0);
    }

    static String number(String format, double value) {
        return String.format(Locale.ROOT, format, value).replace('-', '−');
    }
}
