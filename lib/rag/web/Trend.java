package rag.web;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import rag.eval.EvaluationReport;

/**
 * One measure over the runs of a test set, as a picture 600 wide and 140 high.
 *
 * @param line path through the means, oldest first
 * @param band path around the 95 % intervals
 */
record Trend(String line, String band, List<Point> points) {

    private static final double WIDTH = 580;
    private static final double HEIGHT = 120;
    private static final int MOST = 40;

    /** A run: where its mean lies, and what it was. */
    record Point(String id, double x, double y, double mean, String title) {}

    static Trend of(List<EvaluationReport> newestFirst, String key) {
        var runs = new ArrayList<EvaluationReport>();
        for (var report : newestFirst) {
            boolean same = runs.isEmpty() || runs.getFirst().testSet().equals(report.testSet());
            boolean measured = report.metrics().stream().anyMatch(m -> m.key().equals(key) && m.mean() != null);
            if (same && measured && runs.size() < MOST) runs.add(report);
        }
        var oldestFirst = runs.reversed();
        var points = new ArrayList<Point>();
        var up = new StringBuilder();
        var down = new StringBuilder();
        var line = new StringBuilder();
        for (int i = 0; i < oldestFirst.size(); i++) {
            var report = oldestFirst.get(i);
            var metric = report.metrics().stream()
                    .filter(m -> m.key().equals(key) && m.mean() != null)
                    .findFirst()
                    .orElseThrow();
            double mean = metric.mean() == null ? 0 : metric.mean();
            double low = metric.low() == null ? mean : metric.low();
            double high = metric.high() == null ? mean : metric.high();
            double x = 10 + WIDTH * (oldestFirst.size() == 1 ? 0.5 : i / (oldestFirst.size() - 1.0));
            var title = String.format(
                    Locale.ROOT,
                    "%s: %.4f (%.4f to %.4f), n %d, %s",
                    report.id(),
                    mean,
                    low,
                    high,
                    metric.denominator(),
                    report.startedAt());
            points.add(new Point(report.id(), x, y(mean), mean, title));
            line.append(step(i, x, y(mean)));
            up.append(step(i, x, y(high)));
            down.insert(0, step(1, x, y(low)));
        }
        var band = points.size() < 2 ? "" : up.toString() + down + "Z";
        return new Trend(line.toString(), band, points);
    }

    private static double y(double value) {
        return 10 + HEIGHT * (1 - Math.clamp(value, 0, 1));
    }

    private static String step(int i, double x, double y) {
        return String.format(Locale.ROOT, "%s%.1f %.1f", i == 0 ? "M" : "L", x, y);
    }
}
