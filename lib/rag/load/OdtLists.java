package rag.load;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.w3c.dom.Element;

/** Lists and numbered headings of an OpenDocument text: counts them and writes their numbers as they are printed. */
final class OdtLists {

    private static final int DEEPEST = 10;
    private static final String OUTLINE = "\u0000outline";

    /**
     * @param format "1", "a", "A", "i", "I", or "" for no number; a bullet has none
     * @param shown how many levels the number is made of, this one the last
     */
    private record Level(String format, String prefix, String suffix, int shown, int start) {

        String number(int count) {
            return switch (format) {
                case "" -> "";
                case "a" -> Numerals.letters(count, false).toLowerCase(Locale.ROOT);
                case "A" -> Numerals.letters(count, false);
                case "i" -> Numerals.roman(count).toLowerCase(Locale.ROOT);
                case "I" -> Numerals.roman(count);
                default -> Integer.toString(count);
            };
        }
    }

    /** A list and the lists in it, as far as they have come. */
    static final class Run {

        private final Map<Integer, Level> levels;
        private final int[] counts = new int[DEEPEST + 1]; // by depth from 1; 0 before the first

        private Run(Map<Integer, Level> levels) {
            this.levels = levels;
        }

        /** Begins a list in the list, whose items count anew. */
        void begin(int depth) {
            for (int i = depth; i <= DEEPEST; i++) counts[i] = 0;
        }

        /**
         * Counts an item on.
         *
         * @param depth from 1
         * @param start number that the item itself sets, below 0 for none
         * @return its number with a space behind, "" when it has none
         */
        String next(int depth, int start) {
            int at = Math.min(depth, DEEPEST);
            var level = levels.get(at);
            int first = level == null ? 1 : level.start;
            counts[at] = start >= 0 ? start : counts[at] == 0 ? first : counts[at] + 1;
            begin(at + 1);
            if (level == null || level.format.isEmpty()) return "";
            var parts = new ArrayList<String>();
            for (int i = Math.max(1, at - level.shown + 1); i <= at; i++) {
                var part = levels.get(i);
                if (part == null) continue;
                String number = part.number(counts[i] == 0 ? part.start : counts[i]);
                if (!number.isEmpty()) parts.add(number);
            }
            return (level.prefix + String.join(".", parts) + level.suffix).strip() + " ";
        }
    }

    private final Map<String, Map<Integer, Level>> styles = new HashMap<>();
    private final Map<String, Run> ofStyle = new HashMap<>();
    private final Map<String, Run> byId = new HashMap<>();

    /** Takes a list style, or the one of headings. */
    void style(String name, Element style) {
        boolean outline = Xml.name(style).equals("outline-style");
        if (!outline && !Xml.name(style).equals("list-style")) return;
        var levels = new HashMap<Integer, Level>();
        for (var level : Xml.children(style)) {
            if (!List.of("list-level-style-number", "outline-level-style").contains(Xml.name(level))) continue;
            levels.put(
                    Xml.number(Xml.attribute(level, "level"), 1),
                    new Level(
                            Xml.attribute(level, "num-format"),
                            Xml.attribute(level, "num-prefix"),
                            Xml.attribute(level, "num-suffix"),
                            Math.clamp(Xml.number(Xml.attribute(level, "display-levels"), 1), 1, DEEPEST),
                            Xml.number(Xml.attribute(level, "start-value"), 1)));
        }
        styles.put(outline ? OUTLINE : name, levels);
    }

    /** The run that an outermost list belongs to: its own, or the one that it continues. */
    Run run(Element list, String style) {
        var continued = byId.get(Xml.attribute(list, "continue-list"));
        if (continued == null && Xml.attribute(list, "continue-numbering").equals("true"))
            continued = ofStyle.get(style);
        var run = continued == null ? new Run(styles.getOrDefault(style, Map.of())) : continued;
        ofStyle.put(style, run);
        String id = Xml.attribute(list, "id");
        if (!id.isEmpty()) byId.put(id, run);
        return run;
    }

    /** The number of a heading that stands in no list, "" when it has none. */
    String heading(Element heading) {
        if (Xml.attribute(heading, "is-list-header").equals("true")) return "";
        var run = ofStyle.computeIfAbsent(OUTLINE, unseen -> new Run(styles.getOrDefault(OUTLINE, Map.of())));
        boolean restarts = Xml.attribute(heading, "restart-numbering").equals("true");
        int start = restarts ? Xml.number(Xml.attribute(heading, "start-value"), 1) : -1;
        return run.next(Math.max(1, Xml.number(Xml.attribute(heading, "outline-level"), 1)), start);
    }
}
