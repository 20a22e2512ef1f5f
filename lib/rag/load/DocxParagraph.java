package rag.load;

import java.util.ArrayList;
import java.util.List;
import org.w3c.dom.Element;

/**
 * The content of one Word paragraph: what is shown, what is hidden, and what hangs on it. Deleted and moved-away text is
 * left out, inserted text is kept. Pictures and notes leave a place holder in the words.
 */
final class DocxParagraph {

    /** @param place stands in the words until the number is known */
    record Note(String place, String id, boolean endnote) {}

    /** @param place stands in the words until the picture is known */
    record Picture(String place, String relation, String description) {}

    private final DocxStyles styles;
    private final Element paragraph;
    private final StringBuilder words = new StringBuilder();
    private final StringBuilder hidden = new StringBuilder();
    private final List<Element> boxes = new ArrayList<>();
    private final List<Note> notes = new ArrayList<>();
    private final List<Picture> pictures = new ArrayList<>();
    private String description = "";

    DocxParagraph(DocxStyles styles, Element paragraph) {
        this.styles = styles;
        this.paragraph = paragraph;
        inline(paragraph);
    }

    String words() {
        return words.toString();
    }

    /** Whether there is nothing but pictures in it. */
    boolean picturesOnly() {
        String rest = words.toString();
        for (var picture : pictures) rest = rest.replace(picture.place(), "");
        return rest.isBlank();
    }

    /** Text that Word does not show. */
    String hidden() {
        return hidden.toString();
    }

    /** Contents of text boxes, to be read behind the paragraph. */
    List<Element> boxes() {
        return boxes;
    }

    List<Note> notes() {
        return notes;
    }

    List<Picture> pictures() {
        return pictures;
    }

    private void inline(Element parent) {
        for (var child : Xml.children(parent)) {
            switch (Xml.name(child)) {
                case "r" -> run(child);
                case "del", "moveFrom", "pPr", "rPr" -> {}
                case "oMath", "oMathPara" ->
                    words.append(' ').append(OfficeMath.linear(child)).append(' ');
                case "AlternateContent" -> alternative(child);
                default -> inline(child); // hyperlink, ins, moveTo, sdt, smartTag, fldSimple …
            }
        }
    }

    private void run(Element run) {
        boolean unseen = styles.hidden(run, paragraph);
        var out = unseen ? hidden : words;
        for (var child : Xml.children(run)) {
            switch (Xml.name(child)) {
                case "t" -> {
                    if (power(run, out, child.getTextContent())) out.append('^');
                    out.append(child.getTextContent());
                }
                case "tab", "ptab" -> out.append('\t');
                case "br", "cr" -> out.append('\n');
                case "noBreakHyphen" -> out.append('-');
                case "sym" -> out.append(Symbols.of(Xml.attribute(child, "font"), Xml.attribute(child, "char")));
                case "footnoteReference", "endnoteReference" -> note(child);
                case "AlternateContent" -> alternative(child);
                case "drawing", "pict", "object" -> drawing(child);
                case "ruby" -> inline(child);
                default -> {}
            }
        }
        if (unseen && !hidden.isEmpty()) hidden.append(' ');
    }

    /** A raised number on a letter or digit is a power: "10" and "6" are not "106". */
    private static boolean power(Element run, StringBuilder before, String words) {
        return Xml.value(run, "rPr", "vertAlign").equals("superscript")
                && words.matches("[-−]?\\d{1,3}")
                && !before.isEmpty()
                && Character.isLetterOrDigit(before.charAt(before.length() - 1));
    }

    private void note(Element reference) {
        String place = "\uE000N" + notes.size() + "\uE001";
        notes.add(new Note(
                place, Xml.attribute(reference, "id"), Xml.name(reference).startsWith("end")));
        words.append(place);
    }

    /** The first choice that holds anything; the fallback repeats the same for older readers. */
    private void alternative(Element alternatives) {
        for (String name : new String[] {"Choice", "Fallback"}) {
            for (var choice : Xml.children(alternatives, name)) {
                int before = boxes.size() + pictures.size() + words.length() + hidden.length();
                for (var child : Xml.children(choice)) {
                    if (Xml.name(child).equals("r")) run(child);
                    else drawing(child);
                }
                if (boxes.size() + pictures.size() + words.length() + hidden.length() > before) return;
            }
        }
    }

    private void drawing(Element element) {
        switch (Xml.name(element)) {
            case "txbxContent" -> boxes.add(element);
            case "blip" -> picture(Xml.attribute(element, "embed"));
            case "imagedata" -> picture(Xml.attribute(element, "id"));
            case "AlternateContent" -> alternative(element);
            case "docPr" -> description = Xml.attribute(element, "descr");
            default -> Xml.children(element).forEach(this::drawing);
        }
    }

    private void picture(String relation) {
        if (relation.isEmpty()) return;
        String place = "\uE000P" + pictures.size() + "\uE001";
        pictures.add(new Picture(place, relation, description));
        words.append(place);
    }
}
