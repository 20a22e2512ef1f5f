package rag.load;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Element;
import rag.model.Block.Kind;

/** Styles and numberings of a Word document: what a paragraph is by its style, and the number it is printed with. */
final class DocxStyles {

    /** @param legal whether the numbers of levels above are written in digits, whatever their own format */
    private record Level(String format, String text, int start, boolean legal) {

        Level from(int first) {
            return new Level(format, text, first, legal);
        }
    }

    private final Map<String, Element> styles = new HashMap<>();
    private final Map<String, Map<Integer, Level>> levels = new HashMap<>();
    private final Map<String, String> counterOf = new HashMap<>();
    private final Map<String, int[]> counters = new HashMap<>();
    private final Map<String, Boolean> hiding = new HashMap<>();
    private String defaultStyle = "";

    DocxStyles(@Nullable Element styleRoot, @Nullable Element numberingRoot) {
        if (styleRoot != null) {
            for (var style : Xml.children(styleRoot, "style")) {
                styles.put(Xml.attribute(style, "styleId"), style);
                boolean paragraph = Xml.attribute(style, "type").equals("paragraph");
                if (paragraph && Xml.attribute(style, "default").matches("1|true"))
                    defaultStyle = Xml.attribute(style, "styleId");
            }
        }
        if (numberingRoot != null) numbering(numberingRoot);
    }

    private void numbering(Element root) {
        var abstracts = new HashMap<String, Map<Integer, Level>>();
        var ofStyle = new HashMap<String, String>();
        var linked = new HashMap<String, String>();
        for (var number : Xml.children(root, "abstractNum")) {
            String id = Xml.attribute(number, "abstractNumId");
            abstracts.put(id, levels(number));
            ofStyle.put(Xml.value(number, "styleLink"), id);
            linked.put(id, Xml.value(number, "numStyleLink"));
        }
        for (var number : Xml.children(root, "num")) {
            String id = Xml.attribute(number, "numId");
            String named = Xml.value(number, "abstractNumId");
            String style = linked.getOrDefault(named, ""); // a list style, which another one spells out
            String base = style.isEmpty() ? named : ofStyle.getOrDefault(style, named);
            var own = new HashMap<>(abstracts.getOrDefault(base, Map.of()));
            boolean restarts = false;
            for (var override : Xml.children(number, "lvlOverride")) {
                int level = Xml.number(Xml.attribute(override, "ilvl"), 0);
                own.putAll(levels(override));
                int start = Xml.number(Xml.value(override, "startOverride"), -1);
                if (start >= 0 && own.get(level) != null) {
                    own.put(level, own.get(level).from(start));
                    restarts = true;
                }
            }
            levels.put(id, own);
            counterOf.put(id, restarts ? "num " + id : base);
        }
    }

    private static Map<Integer, Level> levels(Element parent) {
        var levels = new HashMap<Integer, Level>();
        for (var level : Xml.children(parent, "lvl")) {
            levels.put(
                    Xml.number(Xml.attribute(level, "ilvl"), 0),
                    new Level(
                            Xml.value(level, "numFmt"),
                            Xml.value(level, "lvlText"),
                            Xml.number(Xml.value(level, "start"), 1),
                            Xml.on(level, "isLgl")));
        }
        return levels;
    }

    /** The name of a paragraph's style, lower case: "heading 1", "title", "caption". */
    String name(Element paragraph) {
        var style = styles.get(styleOf(paragraph));
        return Xml.value(style, "name").toLowerCase(Locale.ROOT);
    }

    private String styleOf(Element paragraph) {
        String own = Xml.value(paragraph, "pPr", "pStyle");
        return own.isEmpty() ? defaultStyle : own;
    }

    /** Depth of a heading from 1, or 0. Outline levels count, so that styles in any language are known. */
    int headingLevel(Element paragraph) {
        String level = property(paragraph, "outlineLvl");
        if (level.matches("[0-8]")) return Math.min(6, level.charAt(0) - '0' + 1);
        if (level.equals("9")) return 0;
        String name = name(paragraph);
        if (name.equals("title")) return 1;
        return name.matches("heading [1-9]") ? Math.min(6, name.charAt(8) - '0') : 0;
    }

    Kind kind(Element paragraph) {
        String name = name(paragraph);
        if (name.matches(".*\\b(source code|code|preformatted|verbatim|macro text)\\b.*")) return Kind.CODE;
        return name.matches("(intense )?quote|block text") ? Kind.QUOTE : Kind.PARAGRAPH;
    }

    /** Whether a run's own properties or its style hide it, or else the paragraph's style does. */
    boolean hidden(Element run, boolean paragraphHides) {
        var properties = Xml.child(run, "rPr");
        if (properties == null) return paragraphHides;
        if (Xml.child(properties, "vanish") != null) return Xml.on(properties, "vanish");
        return paragraphHides || styleHides(Xml.value(properties, "rStyle"));
    }

    /** Whether a paragraph's style hides what stands in it: asked once a paragraph, which may have a million runs. */
    boolean hides(Element paragraph) {
        return styleHides(styleOf(paragraph));
    }

    private boolean styleHides(String id) {
        return !id.isEmpty() && hiding.computeIfAbsent(id, this::findHides);
    }

    private boolean findHides(String id) {
        for (int depth = 0; depth < 20 && styles.containsKey(id); depth++) {
            var style = styles.get(id);
            if (Xml.child(style, "rPr", "vanish") != null) return Xml.on(style, "rPr", "vanish");
            id = Xml.value(style, "basedOn");
        }
        return false;
    }

    /**
     * The number or bullet a paragraph is printed with, counted on; "" when it has none.
     *
     * @param heading headings keep their numbers, other paragraphs get "- " for bullets
     */
    String number(Element paragraph, boolean heading) {
        String id = property(paragraph, "numPr", "numId");
        if (id.isEmpty() || id.equals("0") || !levels.containsKey(id)) return "";
        int depth = depth(paragraph);
        var level = levels.get(id).get(depth);
        if (level == null) return "";
        if (level.format.equals("bullet") || level.format.equals("none") || level.text.isEmpty())
            return heading ? "" : "- ";
        int[] counts = counters.computeIfAbsent(counterOf.get(id), key -> new int[9]);
        counts[depth] = counts[depth] == 0 ? level.start : counts[depth] + 1;
        for (int i = depth + 1; i < 9; i++) counts[i] = 0;
        String text = level.text;
        for (int i = 0; i <= depth; i++) {
            var part = levels.get(id).getOrDefault(i, level);
            int count = counts[i] == 0 ? part.start : counts[i];
            text = text.replace("%" + (i + 1), format(level.legal ? "decimal" : part.format, count));
        }
        return text.strip() + " ";
    }

    /** Depth of a list item from 0. */
    int depth(Element paragraph) {
        return Math.clamp(Xml.number(property(paragraph, "numPr", "ilvl"), 0), 0, 8);
    }

    private String property(Element paragraph, String... path) {
        var own = Xml.child(Xml.child(paragraph, "pPr"), path);
        if (own != null) return Xml.attribute(own, "val");
        String id = styleOf(paragraph);
        for (int depth = 0; depth < 20 && styles.containsKey(id); depth++) {
            var found = Xml.child(Xml.child(styles.get(id), "pPr"), path);
            if (found != null) return Xml.attribute(found, "val");
            id = Xml.value(styles.get(id), "basedOn");
        }
        return "";
    }

    private static String format(String format, int count) {
        return switch (format) {
            case "lowerLetter" -> Numerals.letters(count, true).toLowerCase(Locale.ROOT);
            case "upperLetter" -> Numerals.letters(count, true);
            case "lowerRoman" -> Numerals.roman(count).toLowerCase(Locale.ROOT);
            case "upperRoman" -> Numerals.roman(count);
            case "decimalZero" -> count < 10 ? "0" + count : Integer.toString(count);
            default -> Integer.toString(count);
        };
    }
}
