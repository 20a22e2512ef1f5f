package rag.load;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.w3c.dom.Element;

/**
 * The content of one Word paragraph: what is shown, what is hidden, and what hangs on it. Deleted and moved-away text is
 * left out, inserted text is kept. Pictures and notes leave a place holder in the words.
 */
final class DocxParagraph {

    record Note(String id, boolean endnote) {}

    record Picture(String relation, String description) {}

    private static final Pattern PICTURE = Pattern.compile("\uE000P(\\d+)\uE001");
    private static final Pattern NOTE = Pattern.compile("\uE000N(\\d+)\uE001");

    private final DocxStyles styles;
    private final boolean hides;
    private final StringBuilder words = new StringBuilder();
    private final StringBuilder hidden = new StringBuilder();
    private final List<Element> boxes = new ArrayList<>();
    private final List<Element> graphics = new ArrayList<>();
    private final List<Note> notes = new ArrayList<>();
    private final List<Picture> pictures = new ArrayList<>();
    private final FieldMarks fields = new FieldMarks();
    private String description = "";
    private int firstNote = 1;

    DocxParagraph(DocxStyles styles, Element paragraph) {
        this.styles = styles;
        this.hides = styles.hides(paragraph);
        inline(paragraph);
    }

    String words() {
        return words.toString();
    }

    /** The words with what stands for each note and picture, by its place in the lists of them. */
    String words(IntFunction<String> note, IntFunction<String> picture) {
        String noted = NOTE.matcher(words).replaceAll(place -> filled(place.group(1), notes.size(), note));
        return PICTURE.matcher(noted).replaceAll(place -> filled(place.group(1), pictures.size(), picture));
    }

    private static String filled(String index, int count, IntFunction<String> words) {
        int at = Xml.number(index, count); // the signs can stand in the text itself
        return at < count ? Matcher.quoteReplacement(words.apply(at)) : "";
    }

    /** Whether there is nothing but pictures in it. */
    boolean picturesOnly() {
        return PICTURE.matcher(words).replaceAll("").isBlank();
    }

    /** Text that Word does not show. */
    String hidden() {
        return hidden.toString();
    }

    /** Contents of text boxes, to be read behind the paragraph. */
    List<Element> boxes() {
        return boxes;
    }

    /** References to charts and diagrams. */
    List<Element> graphics() {
        return graphics;
    }

    List<Note> notes() {
        return notes;
    }

    /** Gives its notes their numbers, from this one on. */
    void number(int first) {
        firstNote = first;
    }

    int firstNote() {
        return firstNote;
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
        boolean unseen = styles.hidden(run, hides);
        var out = unseen ? hidden : words;
        for (var child : Xml.children(run)) {
            if (Xml.name(child).equals("fldChar")) field(Xml.attribute(child, "fldCharType"));
            if (!fields.shows()) continue; // the result of a field that another one asks for
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

    private void field(String mark) {
        switch (mark) {
            case "begin" -> fields.begin();
            case "separate" -> fields.separate();
            case "end" -> fields.end();
            default -> {}
        }
    }

    /** A raised number on a letter or digit is a power: "10" and "6" are not "106". */
    private static boolean power(Element run, StringBuilder before, String words) {
        return Xml.value(run, "rPr", "vertAlign").equals("superscript")
                && words.matches("[-−]?\\d{1,3}")
                && !before.isEmpty()
                && Character.isLetterOrDigit(before.charAt(before.length() - 1));
    }

    private void note(Element reference) {
        words.append("\uE000N").append(notes.size()).append('\uE001');
        notes.add(new Note(Xml.attribute(reference, "id"), Xml.name(reference).startsWith("end")));
    }

    /** The first choice that holds anything; the fallback repeats the same for older readers. */
    private void alternative(Element alternatives) {
        for (String name : new String[] {"Choice", "Fallback"}) {
            for (var choice : Xml.children(alternatives, name)) {
                int before = found();
                for (var child : Xml.children(choice)) {
                    if (Xml.name(child).equals("r")) run(child);
                    else drawing(child);
                }
                if (found() > before) return;
            }
        }
    }

    private int found() {
        return boxes.size() + graphics.size() + pictures.size() + words.length() + hidden.length();
    }

    private void drawing(Element element) {
        switch (Xml.name(element)) {
            case "txbxContent" -> boxes.add(element);
            case "chart", "relIds" -> graphics.add(element);
            case "blip" -> picture(Xml.attribute(element, "embed"));
            case "imagedata" -> picture(Xml.attribute(element, "id"));
            case "AlternateContent" -> alternative(element);
            case "docPr" -> description = Xml.attribute(element, "descr");
            default -> Xml.children(element).forEach(this::drawing);
        }
    }

    private void picture(String relation) {
        if (relation.isEmpty()) return;
        words.append("\uE000P").append(pictures.size()).append('\uE001');
        pictures.add(new Picture(relation, description));
    }
}
