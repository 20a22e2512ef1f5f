package rag.load;

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
    private int notes;
    private String carried = "";

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
        String words = carried + pictures(content, caption);
        carried = "";
        if (Xml.child(element, "pPr", "rPr", "del") != null) { // its end is deleted: it runs on into the next one
            carried = words;
            return;
        }
        int level = styles.headingLevel(element);
        if (MARKS.matcher(words).matches()) {
            builder.add(Kind.IMAGE, words);
        } else if (!words.isBlank()) {
            String number = styles.number(element, level > 0);
            if (level > 0) builder.heading(level, number + words, null);
            else if (!number.isEmpty())
                builder.add(Kind.LIST, "  ".repeat(styles.depth(element)) + number + words.strip());
            else
                builder.add(
                        styles.kind(element),
                        styles.kind(element) == Kind.CODE ? words : words.replaceAll(" {2,}", " "));
        }
        if (!content.hidden().isBlank()) builder.add(Kind.PARAGRAPH, 0, content.hidden(), null, "", HIDDEN);
        after(content);
    }

    /** What hangs on a paragraph: text boxes, then notes. */
    private void after(DocxParagraph content) {
        for (var box : content.boxes()) body(box);
        for (var note : content.notes()) {
            var source = note.endnote() ? endnotes.get(note.id()) : footnotes.get(note.id());
            String words = source == null ? "" : cell(source, new ArrayList<>());
            if (!words.isBlank()) builder.add(Kind.NOTE, "[" + (notes + 1) + "] " + words);
            notes++;
        }
    }

    /** The paragraph's words with its pictures and the numbers of its notes in place. */
    private String pictures(DocxParagraph content, String caption) {
        int before = notes + 1;
        String words = content.words(
                note -> "[" + (before + note) + "]",
                picture -> mark(content.pictures().get(picture), caption));
        return MARK.matcher(words).replaceAll(" $1 ");
    }

    private String mark(DocxParagraph.Picture picture, String caption) {
        try {
            var found = OfficePackage.part(part, picture.relation());
            if (found.isEmpty()) return "";
            try (var in = found.get().getInputStream()) {
                var image = Rasters.image(in.readAllBytes(), null, caption.isEmpty() ? picture.description() : caption);
                if (image != null && builder.keep(image)) return " " + image.mark() + " ";
            }
        } catch (java.io.IOException | RuntimeException unreadable) {
            builder.problem("a picture could not be read (" + picture.relation() + ")");
        }
        return "";
    }

    private void table(Element table) {
        var hanging = new ArrayList<DocxParagraph>();
        var rows = rows(table, hanging);
        int columns = rows.stream().mapToInt(List::size).max().orElse(0);
        if (columns == 1
                || rows.size() == 1 && columns == 2 && rows.getFirst().stream().anyMatch(cell -> cell.length() > 400)) {
            for (var cell : cells(table)) body(cell); // a frame around text
            return;
        }
        builder.add(Kind.TABLE, MarkdownTable.of(rows));
        for (var content : hanging) {
            if (!content.hidden().isBlank()) builder.add(Kind.PARAGRAPH, 0, content.hidden(), null, "", HIDDEN);
            after(content);
        }
    }

    private List<List<String>> rows(Element table, List<DocxParagraph> hanging) {
        var rows = new ArrayList<List<String>>();
        for (var tr : below(table, "tr")) {
            if (Xml.child(tr, "trPr", "del") != null) continue;
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

    private static List<Element> cells(Element table) {
        return below(table, "tr").stream()
                .flatMap(tr -> below(tr, "tc").stream())
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
        for (var element : flat(cell)) {
            if (Xml.name(element).equals("tbl")) {
                for (var row : rows(element, hanging)) parts.addAll(row);
            } else {
                var content = new DocxParagraph(styles, element);
                hanging.add(content);
                String number = styles.number(element, false);
                parts.add((number.equals("- ") ? "" : number) + Characters.oneLine(pictures(content, "")));
            }
        }
        return HtmlTable.joined(parts);
    }
}
