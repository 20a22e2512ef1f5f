package rag.eval;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import rag.cli.Table;
import rag.eval.Comparison.Difference;
import rag.text.Counted;

/** A comparison as text for a terminal of 80 columns. */
public final class ComparisonText {

    private static final int LISTED = 8;

    public List<String> lines(Comparison comparison) {
        var lines = new ArrayList<String>();
        lines.add("");
        EvaluationText.wrap("Against the baseline " + comparison.baseline(), lines);
        for (var note : comparison.notes()) EvaluationText.wrap("! " + note, lines);
        var table = new Table("~", ">before", ">after", ">change", ">95 % interval", ">p", ">+", ">-");
        for (var d : comparison.metrics()) {
            table.row(
                    (d.regression() ? "! " : d.improvement() ? "+ " : "  ") + d.key(),
                    number(d.before()),
                    number(d.after()),
                    signed(d.difference()),
                    signed(d.low()) + " … " + signed(d.high()),
                    d.corrected() < 0.001 ? "<.001" : number(d.corrected()),
                    d.wins().size(),
                    d.losses().size());
        }
        lines.addAll(table.lines());
        EvaluationText.wrap(
                "p: paired randomisation test%s; + and -: cases that are better and worse"
                        .formatted(
                                comparison.metrics().size() == 1
                                        ? ""
                                        : ", corrected for the %d measures together"
                                                .formatted(comparison.metrics().size())),
                lines);
        var first = comparison.metrics().stream()
                .filter(d -> d.key().contains("ndcg"))
                .findFirst()
                .orElse(comparison.metrics().getFirst());
        listed("Worse by " + first.key(), first.losses(), lines);
        listed("Better by " + first.key(), first.wins(), lines);
        listed("Measured before, and now no more", comparison.lost(), lines);
        lines.add("");
        EvaluationText.wrap(sentence(comparison), lines);
        return lines;
    }

    private static void listed(String title, List<String> ids, List<String> lines) {
        if (ids.isEmpty()) return;
        var some = String.join(", ", ids.subList(0, Math.min(LISTED, ids.size())));
        EvaluationText.wrap(title + ": " + some + (ids.size() > LISTED ? ", …" : ""), lines);
    }

    private static String sentence(Comparison comparison) {
        var worse = comparison.metrics().stream()
                .filter(Difference::regression)
                .map(Difference::key)
                .toList();
        if (!worse.isEmpty())
            return "Regression: " + String.join(", ", worse) + " fell, and hardly by chance (p < 0.05).";
        if (!comparison.lost().isEmpty()) {
            return "Regression: %s can't be measured any more."
                    .formatted(Counted.of(comparison.lost().size(), "case"));
        }
        var better = comparison.metrics().stream()
                .filter(Difference::improvement)
                .map(Difference::key)
                .toList();
        if (!better.isEmpty())
            return "Better: " + String.join(", ", better) + " rose, and hardly by chance (p < 0.05).";
        return comparison.metrics().stream()
                        .allMatch(d -> d.wins().isEmpty() && d.losses().isEmpty())
                ? "No case has changed."
                : "No difference that "
                        + Counted.of(comparison.metrics().getFirst().n(), "case") + " can tell from chance.";
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.3f", value);
    }

    private static String signed(double value) {
        return String.format(Locale.ROOT, "%+.3f", value + 0.0);
    }
}
