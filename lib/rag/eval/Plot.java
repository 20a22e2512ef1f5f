package rag.eval;

import java.util.List;
import java.util.Locale;

/**
 * One row of a plot as inline SVG, stretched to the width there is: words stand beside it as text, so that they keep their
 * size. Places are shares of the scale, 0 to 1.
 */
final class Plot {

    private static final int WIDE = 1000;

    private Plot() {}

    private static String svg(String label, String content) {
        return "<svg viewBox=\"0 0 1000 26\" preserveAspectRatio=\"none\" role=\"img\" aria-label=\"%s\">%s</svg>"
                .formatted(Html.text(label), content);
    }

    /** A mean with its interval; a line where the first variant's mean is. */
    static String interval(String label, double low, double mean, double high, double reference, String color) {
        return svg(
                label,
                line(0, 1, 13, "var(--line)", 1)
                        + upright(reference, "var(--same)", 1)
                        + line(low, high, 13, color, 4)
                        + upright(mean, color, 5));
    }

    /** Parts that follow each other, each with its share of the scale. */
    static String stack(String label, List<Double> shares, double tick) {
        var parts = new StringBuilder();
        double at = 0;
        for (int i = 0; i < shares.size(); i++) {
            parts.append("<rect x=\"%s\" y=\"5\" width=\"%s\" height=\"16\" fill=\"var(--s%s)\"/>"
                    .formatted(place(at), place(shares.get(i)), i % 6));
            at += shares.get(i);
        }
        return svg(label, parts + upright(tick, "var(--text)", 2));
    }

    /** Bars up and down from the middle, one a case, as they are given. */
    static String deltas(String label, List<Double> deltas) {
        var bars = new StringBuilder();
        double width = 1.0 / Math.max(1, deltas.size());
        for (int i = 0; i < deltas.size(); i++) {
            double d = deltas.get(i);
            if (d == 0) continue;
            double height = Math.max(0.6, Math.abs(d) * 13);
            bars.append("<rect x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\" fill=\"var(--%s)\"/>"
                    .formatted(
                            place(i * width),
                            number(d > 0 ? 13 - height : 13),
                            place(width),
                            number(height),
                            d > 0 ? "good" : "bad"));
        }
        return svg(label, bars + line(0, 1, 13, "var(--line)", 1)).replace("<svg ", "<svg class=\"tall\" ");
    }

    private static String line(double from, double to, int y, String color, int width) {
        return "<line x1=\"%s\" x2=\"%s\" y1=\"%s\" y2=\"%s\" stroke=\"%s\" stroke-width=\"%s\" vector-effect=\"non-scaling-stroke\"/>"
                .formatted(place(from), place(to), y, y, color, width);
    }

    private static String upright(double at, String color, int width) {
        if (Double.isNaN(at)) return "";
        return "<line x1=\"%s\" x2=\"%s\" y1=\"3\" y2=\"23\" stroke=\"%s\" stroke-width=\"%s\" vector-effect=\"non-scaling-stroke\"/>"
                .formatted(place(at), place(at), color, width);
    }

    private static String place(double share) {
        return number(Math.clamp(share, 0, 1) * WIDE);
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }
}
