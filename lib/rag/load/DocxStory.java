package rag.load;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.apache.poi.openxml4j.opc.PackagePart;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Element;
import rag.model.Block.Kind;

/** Walks the body of a Word document and appends its parts in reading order. */
final class DocxStory {

    private static final List<String> HIDDEN = List.of("hidden text");

    private static final Pattern MARK = Pattern.compile("(?<! ) *+(\\[IMAGE: img_[0-9a-f]{16}]) *+");
    private static final Pattern MARKS = Pattern.compile("\\s*+(?:\\[IMAGE: img_[0-9a-f]{16}]\\s*+)++");

    private final DocumentBuilder builder;
    private final PackagePart part;
    private final DocxStyles styles;
    private final Map<String, Element> footnotes;
    private final Map<String, Element> endnotes;
    private final List<DocxParagraph> joined = new ArrayList<>();
    private String carried = "";
    private int notes;

    DocxStory(
            DocumentBuilder builder,
            PackagePart part,
            DocxStyles styles,
            @Nullable Element footnotes,
            @Nullable Element endnotes) {
        this.builder = builder;
        this.part = part;
        this.styles = styles;
        this.footnotes = byId(footnotes, "footnote");
        this.endnotes = byId(endnotes, "endnote");
    }

    private static Map<String, Element> byId(@Nullable Element root, String name) {
        var notes = new HashMap<String, Element>();
        if (root != null) for (var note : Xml.children(root, name)) notes.put(Xml.attribute(note, "id"), note);
        return notes;
    }

    void body(Element body) {
        var parts = flat(body);
        for (int i = 0; i < parts.size(); i++) {
            var element = parts.get(i);
            if (Xml.name(element).equals("tbl")) {
                table(element);
            } else {
                paragraph(element, i > 0 ? parts.get(i - 1) : null, i + 1 < parts.size() ? parts.get(i + 1) : null);
            }
        }
    }

    /** Paragraphs and tables in order, out of content controls, custom XML and the like. */
    private static List<Element> flat(Element parent) {
        var parts = new ArrayList<Element>();
        for (var child : Xml.children(parent)) {
            switch (Xml.name(child)) {
                case "p", "tbl" -> parts.add(child);
                case "sdt",
                        "sdtContent",
                        "customXml",
                        "smartTag",
                        "ins",
                        "moveTo",
                        "AlternateContent",
                        "Choice",
                        "body" -> parts.addAll(flat(child));
                default -> {}
            }
        }
        return parts;
    }

    private String caption(@Nullable Element before, @Nullable Element after) {
        for (var element : new Element[] {after, before}) {
            if (element == null || !Xml.name(element).equals("p")) continue;
            String words = Characters.oneLine(new DocxParagraph(styles, element).words());
            if (Captions.figure(words) || (styles.name(element).equals("caption") && !words.isEmpty())) return words;
        }
        return "";
    }

    private void paragraph(Element element, @Nullable Element before, @Nullable Element after) {
        var content = new DocxParagraph(styles, element);
        boolean alone = content.picturesOnly();
        String caption = content.pictures().isEmpty() || !alone ? "" : caption(before, after);
        carried += pictures(content, caption);
        joined.add(content);
        if (runsOn(element, after)) return;
        shown(element, carried);
        carried = "";
        var contents = List.copyOf(joined);
        joined.clear();
        hang(contents);
    }

    /** Whether a paragraph's end is deleted and another one follows that it is a part of then. */
    private static boolean runsOn(Element paragraph, @Nullable Element next) {
        return next != null && Xml.name(next).equals("p") && Xml.child(paragraph, "pPr", "rPr", "del") != null;
    }

    /** Whether a paragraph's end is deleted, moved away or hidden. */
    private static boolean gone(Element paragraph) {
        var end = Xml.child(paragraph, "pPr", "rPr");
        return Xml.child(end, "del") != null || Xml.child(end, "moveFrom") != null || Xml.on(end, "vanish");
    }

    private void shown(Element element, String words) {
        int level = styles.headingLevel(element);
        String number = words.isBlank() && gone(element) ? "" : styles.number(element, level > 0); // empty ones count
        if (MARKS.matcher(words).matches()) {
            builder.add(Kind.IMAGE, words);
        } else if (!words.isBlank()) {
            if (level > 0) builder.heading(level, number + words, null);
            else if (!number.isEmpty())
                builder.add(Kind.LIST, "  ".repeat(styles.depth(element)) + number + words.strip());
            else
                builder.add(
                        styles.kind(element),
                        styles.kind(element) == Kind.CODE ? words : words.replaceAll(" {2,}", " "));
        }
    }

    /** What hangs on paragraphs: hidden text, charts, text boxes, then notes. */
    private void hang(List<DocxParagraph> contents) {
        for (var content : contents) {
            hidden(content);
            for (var graphic : content.graphics()) new OfficeGraphic(builder, null, List.of()).append(graphic, part);
            for (var box : content.boxes()) body(box);
            int number = content.firstNote();
            for (var note : content.notes()) note(note, number++);
        }
    }

    private void hidden(DocxParagraph content) {
        if (!content.hidden().isBlank()) builder.add(Kind.PARAGRAPH, 0, content.hidden(), null, "", HIDDEN);
    }

    private void note(DocxParagraph.Note note, int number) {
        var source = (note.endnote() ? endnotes : footnotes).get(note.id());
        var contents = new ArrayList<DocxParagraph>();
        String words = source == null ? "" : cell(source, contents);
        if (!words.isBlank()) builder.add(Kind.NOTE, "[" + number + "] " + words);
        contents.forEach(this::hidden); // notes have no notes of their own
    }

    /** The paragraph's words with its pictures and the numbers of its notes in place. */
    private String pictures(DocxParagraph content, String caption) {
        content.number(notes + 1);
        notes += content.notes().size();
        String words = content.words(
                note -> "[" + (content.firstNote() + note) + "]",
                picture -> mark(content.pictures().get(picture), caption));
        return MARK.matcher(words).replaceAll(" $1 ");
    }

    private String mark(DocxParagraph.Picture picture, String caption) {
        try {
            var words = caption.isEmpty() ? picture.description() : caption;
            var image = OfficePackage.image(part, picture.relation(), null, words);
            if (image != null && builder.keep(image)) return " " + image.mark() + " ";
        } catch (IOException unreadable) {
            builder.problem("a picture could not be read (" + picture.relation() + ")");
        }
        return "";
    }

    private void table(Element table) {
        if (frames(table)) {
            for (var tr : trs(table)) for (var tc : below(tr, "tc")) body(tc);
            return;
        }
        var hanging = new ArrayList<DocxParagraph>();
        builder.add(Kind.TABLE, MarkdownTable.of(rows(table, hanging)));
        hang(hanging);
    }

    /** Whether it is but a frame around text: one column, or long text with something beside it. */
    private static boolean frames(Element table) {
        var trs = trs(table);
        int columns = trs.stream().mapToInt(tr -> below(tr, "tc").size()).max().orElse(0);
        if (columns != 2 || trs.size() > 1) return columns < 2;
        return below(trs.getFirst(), "tc").stream()
                .anyMatch(tc -> Characters.oneLine(tc.getTextContent()).length() > 400);
    }

    private List<List<String>> rows(Element table, List<DocxParagraph> hanging) {
        var rows = new ArrayList<List<String>>();
        for (var tr : trs(table)) {
            DocumentBuilder.goOn();
            var row = new ArrayList<String>();
            for (int i = Xml.number(Xml.value(tr, "trPr", "gridBefore"), 0); i > 0 && i < 64; i--) row.add("");
            for (var tc : below(tr, "tc")) {
                var merge = Xml.child(tc, "tcPr", "vMerge");
                boolean continued =
                        merge != null && !Xml.attribute(merge, "val").equals("restart");
                row.add(continued ? "" : cell(tc, hanging));
                int span = Math.clamp(Xml.number(Xml.value(tc, "tcPr", "gridSpan"), 1), 1, 64);
                for (int i = 1; i < span; i++) row.add("");
            }
            rows.add(row);
        }
        return rows;
    }

    /** Rows that are not deleted. */
    private static List<Element> trs(Element table) {
        return below(table, "tr").stream()
                .filter(tr -> Xml.child(tr, "trPr", "del") == null)
                .toList();
    }

    /** Rows of a table or cells of a row, out of content controls. */
    private static List<Element> below(Element parent, String name) {
        var found = new ArrayList<Element>();
        for (var child : Xml.children(parent)) {
            switch (Xml.name(child)) {
                case "sdt", "sdtContent", "customXml", "ins" -> found.addAll(below(child, name));
                default -> {
                    if (Xml.name(child).equals(name)) found.add(child);
                }
            }
        }
        return found;
    }

    /** A cell's or note's text on one line; tables within it cell by cell. */
    private String cell(Element cell, List<DocxParagraph> hanging) {
        var parts = new ArrayList<String>();
        var elements = flat(cell);
        var line = new StringBuilder();
        for (int i = 0; i < elements.size(); i++) {
            var element = elements.get(i);
            if (Xml.name(element).equals("tbl")) {
                for (var row : rows(element, hanging)) parts.addAll(row);
                continue;
            }
            var content = new DocxParagraph(styles, element);
            hanging.add(content);
            line.append(pictures(content, ""));
            if (runsOn(element, i + 1 < elements.size() ? elements.get(i + 1) : null)) continue;
            String number = styles.number(element, false);
            parts.add((number.equals("- ") ? "" : number) + Characters.oneLine(line.toString()));
            line.setLength(0);
        }
        return HtmlTable.joined(parts);
    }
}
