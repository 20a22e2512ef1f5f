package rag.load;

import java.util.ArrayList;
import java.util.List;
import org.w3c.dom.Element;

/** Text of DrawingML shapes, as slides and sheets have them: paragraphs with their level and bullet. */
final class DrawingText {

    /**
     * One paragraph.
     *
     * @param level depth in a list, from 0
     * @param bullet "- ", "1. " and the like where the paragraph itself sets one, "" where it sets none, "?" where it
     *     leaves that to the layout
     */
    record Paragraph(String words, int level, String bullet) {}

    private DrawingText() {}

    /** Paragraphs that are not blank. */
    static List<Paragraph> paragraphs(Element body) {
        var paragraphs = new ArrayList<Paragraph>();
        int[] numbers = new int[10];
        for (var paragraph : Xml.children(body, "p")) {
            String words = words(paragraph).strip();
            if (words.isEmpty()) continue;
            var properties = Xml.child(paragraph, "pPr");
            int level = Math.clamp(Xml.number(Xml.attribute(properties, "lvl"), 0), 0, 9);
            for (int i = level + 1; i < numbers.length; i++) numbers[i] = 0;
            String bullet = "?";
            if (Xml.child(properties, "buNone") != null) bullet = "";
            else if (Xml.child(properties, "buChar") != null || Xml.child(properties, "buBlip") != null) bullet = "- ";
            var auto = Xml.child(properties, "buAutoNum");
            if (auto == null) {
                numbers[level] = 0;
            } else {
                int first = Xml.number(Xml.attribute(auto, "startAt"), 1);
                numbers[level] = numbers[level] == 0 ? first : numbers[level] + 1;
                bullet = numbers[level] + ". ";
            }
            paragraphs.add(new Paragraph(words, level, bullet));
        }
        return paragraphs;
    }

    /** All of a body on one line, paragraphs apart. */
    static String line(Element body) {
        return HtmlTable.joined(paragraphs(body).stream()
                .map(paragraph -> Characters.oneLine(paragraph.words()))
                .toList());
    }

    private static String words(Element parent) {
        var out = new StringBuilder();
        for (var child : Xml.children(parent)) {
            switch (Xml.name(child)) {
                case "r", "fld" -> {
                    var text = Xml.child(child, "t");
                    String words = text == null ? "" : text.getTextContent();
                    var raised = Xml.attribute(Xml.child(child, "rPr"), "baseline");
                    boolean power = raised.matches("[1-9]\\d*")
                            && words.matches("[-−]?\\d{1,3}")
                            && !out.isEmpty()
                            && Character.isLetterOrDigit(out.charAt(out.length() - 1));
                    out.append(power ? "^" : "").append(words);
                }
                case "br" -> out.append('\n');
                case "m" -> out.append(words(child));
                case "oMath", "oMathPara" ->
                    out.append(' ').append(OfficeMath.linear(child)).append(' ');
                case "AlternateContent" -> { // the fallback repeats an equation as a picture
                    var choice = Xml.child(child, "Choice");
                    if (choice != null) out.append(words(choice));
                }
                default -> {}
            }
        }
        return out.toString();
    }
}
