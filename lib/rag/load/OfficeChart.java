package rag.load;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Element;

/** A chart of a slide or sheet as the table of its figures, out of the values that the file keeps for drawing it. */
final class OfficeChart {

    private static final int MOST_ROWS = 500;

    private OfficeChart() {}

    static String title(Element chart) {
        var title = Xml.below(chart, "title");
        var rich = title == null ? null : Xml.below(title, "rich");
        return rich == null ? "" : DrawingText.line(rich);
    }

    /**
     * Categories down, series across; "" when it keeps no values.
     *
     * @param problems hears of what is left out
     */
    static String table(Element chart, Consumer<String> problems) {
        var plot = Xml.below(chart, "plotArea");
        var head = new ArrayList<String>(List.of(""));
        Map<Integer, List<String>> rows = new TreeMap<>();
        for (var drawn : plot == null ? List.<Element>of() : Xml.children(plot)) {
            for (var series : Xml.children(drawn, "ser")) {
                int column = head.size();
                head.add(String.join(" ", points(Xml.child(series, "tx")).values()));
                var categories = points(first(series, "cat", "xVal"));
                points(first(series, "val", "yVal")).forEach((index, value) -> {
                    if (index >= MOST_ROWS) {
                        problems.accept("of a chart the values after the first " + MOST_ROWS + " are left out");
                        return;
                    }
                    var row = rows.computeIfAbsent(index, unseen -> new ArrayList<>(List.of("")));
                    if (row.getFirst().isEmpty()) row.set(0, categories.getOrDefault(index, ""));
                    while (row.size() < column) row.add("");
                    row.add(value);
                });
            }
        }
        if (rows.isEmpty()) return "";
        var all = new ArrayList<List<String>>();
        all.add(head);
        all.addAll(rows.values());
        return MarkdownTable.of(all);
    }

    private static @Nullable Element first(Element series, String... names) {
        for (String name : names) {
            var found = Xml.child(series, name);
            if (found != null) return found;
        }
        return null;
    }

    private static Map<Integer, String> points(@Nullable Element data) {
        var points = new TreeMap<Integer, String>();
        if (data == null) return points;
        var cache = Xml.below(data, "strCache");
        if (cache == null) cache = Xml.below(data, "numCache");
        if (cache == null) cache = Xml.below(data, "lvl");
        for (var point : cache == null ? List.<Element>of() : Xml.children(cache, "pt")) {
            var value = Xml.child(point, "v");
            if (value != null) points.put(Xml.number(Xml.attribute(point, "idx"), 0), short_(value.getTextContent()));
        }
        return points;
    }

    /** 0.30000000000000004 is how a program keeps 0.3. */
    private static String short_(String value) {
        if (!value.matches("-?\\d+\\.\\d{7,}")) return value.strip();
        return new java.math.BigDecimal(value)
                .round(new java.math.MathContext(12))
                .stripTrailingZeros()
                .toPlainString();
    }
}
