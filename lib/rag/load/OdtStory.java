package rag.load;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import rag.model.Block.Kind;

/** Walks the body of an OpenDocument text and appends its parts in reading order. */
final class OdtStory {

    private static final List<String> HIDDEN = List.of("hidden text");
    private static final String BULLET = "- ";
    private static final int MOST_REPEATS = 200;

    private final ZipParts zip;
    private final DocumentBuilder builder;
    private final Set<String> unseen = new HashSet<>();
    private final Set<String> raised = new HashSet<>();
    private final OdtLists lists = new OdtLists();
    private final Set<String> objects = new HashSet<>();
    private final StringBuilder hidden = new StringBuilder();
    private final List<Element> hanging = new ArrayList<>();
    private int notes;

    OdtStory(ZipParts zip, DocumentBuilder builder, Element content, @Nullable Element styles) {
        this.zip = zip;
        this.builder = builder;
        Map<String, Element> all = new HashMap<>();
        for (var root : new Element[] {content, styles}) {
            if (root == null) continue;
            for (String part : new String[] {"automatic-styles", "styles"}) {
                var list = Xml.child(root, part);
                if (list != null) for (var style : Xml.children(list)) all.put(Xml.attribute(style, "name"), style);
            }
        }
        all.forEach(this::style);
    }

    private void style(String name, Element style) {
        var text = Xml.child(style, "text-properties");
        if (Xml.attribute(text, "display").equals("none")) unseen.add(name);
        if (Xml.attribute(text, "text-position").startsWith("super")) raised.add(name);
        lists.style(name, style);
    }

    void append(Element body) {
        for (var child : Xml.children(body)) part(child, 0, "");
    }

    private void part(Element element, int depth, String mark) {
        switch (Xml.name(element)) {
            case "h" -> {
                int level = Math.clamp(Xml.number(Xml.attribute(element, "outline-level"), 1), 1, 6);
                String words = words(element);
                String number = mark.isEmpty() ? lists.heading(element) : mark.equals(BULLET) ? "" : mark.strip() + " ";
                if (!words.isBlank()) builder.heading(level, number + words, null);
                hang();
            }
            case "p" -> {
                String words = words(element).strip();
                if (mark.isEmpty()) builder.add(Kind.PARAGRAPH, words);
                else if (!words.isEmpty())
                    builder.add(Kind.LIST, "  ".repeat(Math.max(0, depth - 1)) + mark + Characters.oneLine(words));
                hang();
            }
            case "list" -> {
                String style = Xml.attribute(element, "style-name");
                list(element, depth, lists.run(element, style));
            }
            case "table" -> table(element);
            case "frame" -> frame(element, new StringBuilder());
            case "tracked-changes", "forms", "sequence-decls", "variable-decls", "user-field-decls", "annotation" -> {}
            case "hidden-paragraph" -> hidden.append(element.getTextContent()).append(' ');
            default -> {
                for (var child : Xml.children(element)) part(child, depth, mark); // section, index-body, soft breaks
            }
        }
    }

    /** @param depth of the list, from 0 */
    private void list(Element list, int depth, OdtLists.Run run) {
        for (var item : Xml.children(list)) {
            boolean header = Xml.name(item).equals("list-header");
            if (!header && !Xml.name(item).equals("list-item")) continue;
            boolean begun = false;
            for (var child : Xml.children(item)) {
                if (Xml.name(child).equals("list")) {
                    if (begun) run.begin(depth + 2);
                    list(child, depth + 1, run);
                } else if (begun || header) {
                    part(child, depth + 1, header ? "" : "  "); // goes on under its bullet
                } else {
                    String number = run.next(depth + 1, Xml.number(Xml.attribute(item, "start-value"), -1));
                    part(child, depth + 1, number.isEmpty() ? BULLET : number);
                    begun = true;
                }
            }
        }
    }

    private void table(Element table) {
        var rows = new ArrayList<List<String>>();
        rows(table, rows);
        builder.add(Kind.TABLE, MarkdownTable.of(rows));
        hang();
    }

    private void rows(Element parent, List<List<String>> rows) {
        for (var child : Xml.children(parent)) {
            switch (Xml.name(child)) {
                case "table-row" -> {
                    DocumentBuilder.goOn();
                    var row = new ArrayList<String>();
                    for (var cell : Xml.children(child)) {
                        int repeats = Math.clamp(
                                Xml.number(Xml.attribute(cell, "number-columns-repeated"), 1), 1, MOST_REPEATS);
                        String words = Xml.name(cell).equals("covered-table-cell") ? "" : cell(cell);
                        for (int i = 0; i < repeats; i++) row.add(words);
                    }
                    rows.add(row);
                }
                case "table-header-rows", "table-rows", "table-row-group" -> rows(child, rows);
                default -> {}
            }
        }
    }

    /** All of a cell on one line; tables within it cell by cell. */
    private String cell(Element cell) {
        var parts = new ArrayList<String>();
        for (var child : Xml.children(cell)) {
            switch (Xml.name(child)) {
                case "p", "h" -> parts.add(Characters.oneLine(words(child)));
                case "table" -> {
                    var inner = new ArrayList<List<String>>();
                    rows(child, inner);
                    inner.forEach(parts::addAll);
                }
                default -> parts.add(cell(child));
            }
        }
        return HtmlTable.joined(parts);
    }

    private String words(Element paragraph) {
        var words = new StringBuilder();
        boolean none = unseen.contains(Xml.attribute(paragraph, "style-name"));
        inline(paragraph, none ? hidden : words);
        if (none) hidden.append(' ');
        return words.toString();
    }

    private void inline(Element parent, StringBuilder out) {
        for (Node node = parent.getFirstChild(); node != null; node = node.getNextSibling()) {
            if (node.getNodeType() == Node.TEXT_NODE)
                out.append(node.getNodeValue().replaceAll("\\s+", " "));
            else if (node instanceof Element element) inlineElement(element, out);
        }
    }

    private void inlineElement(Element element, StringBuilder out) {
        String style = Xml.attribute(element, "style-name");
        switch (Xml.name(element)) {
            case "s" -> out.append(" ".repeat(Math.clamp(Xml.number(Xml.attribute(element, "c"), 1), 1, 80)));
            case "tab" -> out.append('\t');
            case "line-break" -> out.append('\n');
            case "note" -> {
                out.append('[').append(++notes).append(']');
                element.setAttribute("place", Integer.toString(notes));
                hanging.add(element);
            }
            case "annotation", "annotation-end", "change", "tracked-changes", "bookmark", "soft-page-break" -> {}
            case "hidden-text" ->
                hidden.append(Xml.attribute(element, "string-value")).append(' ');
            case "frame" -> frame(element, out);
            case "custom-shape", "rect", "g" -> hanging.add(element);
            case "ruby" -> {
                var base = Xml.child(element, "ruby-base");
                if (base != null) inline(base, out);
            }
            default -> {
                String words = element.getTextContent();
                if (raised.contains(style)
                        && words.matches("[-−]?\\d{1,3}")
                        && !out.isEmpty()
                        && Character.isLetterOrDigit(out.charAt(out.length() - 1))) out.append('^');
                inline(element, unseen.contains(style) ? hidden : out);
            }
        }
    }

    /** A picture, a text box, an equation or another object, such as a chart. */
    private void frame(Element frame, StringBuilder out) {
        if (Xml.child(frame, "text-box") != null) {
            hanging.add(frame);
            return;
        }
        String link = Xml.attribute(Xml.child(frame, "object"), "href");
        String caption = "";
        for (String name : new String[] {"title", "desc"}) {
            var words = Xml.child(frame, name);
            if (words != null && caption.isBlank()) caption = Characters.oneLine(words.getTextContent());
        }
        try {
            String part = ZipParts.resolve("", link) + "/content.xml";
            var object = link.isEmpty() ? null : zip.xml(part);
            if (object != null && Xml.name(object).equals("math")) {
                var annotation = Xml.below(object, "annotation");
                out.append(' ')
                        .append((annotation == null ? object : annotation)
                                .getTextContent()
                                .strip())
                        .append(' ');
                return;
            }
            var body = object == null ? null : Xml.child(object, "body");
            if (body != null && objects.add(part)) hanging.add(body); // once: an object can name itself
            byte[] bytes = zip.bytes(ZipParts.resolve("", Xml.attribute(Xml.child(frame, "image"), "href")));
            var image = bytes == null ? null : Rasters.image(bytes, null, caption);
            if (image != null && builder.keep(image))
                out.append(' ').append(image.mark()).append(' ');
        } catch (IOException | RuntimeException unreadable) {
            builder.problem("a picture could not be read");
        }
    }

    /** What hangs on a paragraph: notes and text boxes. */
    private void hang() {
        if (!hidden.toString().isBlank()) builder.add(Kind.PARAGRAPH, 0, hidden.toString(), null, "", HIDDEN);
        hidden.setLength(0);
        var now = List.copyOf(hanging);
        hanging.clear();
        for (var element : now) {
            if (Xml.name(element).equals("note")) {
                var body = Xml.child(element, "note-body");
                String words = body == null ? "" : cell(body);
                if (!words.isBlank()) builder.add(Kind.NOTE, "[" + element.getAttribute("place") + "] " + words);
            } else {
                var box = Xml.child(element, "text-box");
                append(box == null ? element : box);
            }
        }
    }
}
