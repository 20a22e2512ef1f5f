package rag.load;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;
import rag.model.Block.Kind;

/** Walks an HTML tree and appends its parts to a document: headings, paragraphs, lists, tables, code, pictures. */
final class HtmlBlocks {

    private static final Set<String> LISTS = Set.of("ul", "ol", "menu", "dir");
    private static final Set<String> BLOCKS = Set.of(
            "html",
            "body",
            "div",
            "p",
            "section",
            "article",
            "main",
            "header",
            "footer",
            "aside",
            "nav",
            "figure",
            "figcaption",
            "address",
            "details",
            "summary",
            "dd",
            "dt",
            "dl",
            "fieldset",
            "legend",
            "form",
            "center",
            "hgroup",
            "caption",
            "tr",
            "td",
            "th",
            "tbody",
            "thead",
            "tfoot",
            "noscript",
            "li",
            "option",
            "optgroup",
            "search",
            "blockquote");
    private static final Pattern LANGUAGE =
            Pattern.compile("(?:language-|lang-|highlight-source-|brush:\\s*)([\\w+#.-]+)");

    /** Lists within lists that are shown by their indentation. */
    private static final int DEEPEST = 16;

    /** Blanks that may stand between a bullet and the paragraph that belongs to it. */
    private static final int BLANKS = 200;

    private final DocumentBuilder builder;
    private final LinkedImages images;
    private final StringBuilder line = new StringBuilder();
    private Kind kind = Kind.PARAGRAPH;
    private String bullet = "";
    private int depth;

    HtmlBlocks(DocumentBuilder builder, LinkedImages images) {
        this.builder = builder;
        this.images = images;
    }

    void append(Element root) {
        children(root);
        flush();
    }

    private void children(Element parent) {
        for (var node : parent.childNodes()) node(node);
    }

    private void node(Node node) {
        if (node instanceof TextNode text) {
            line.append(inline(text.getWholeText()));
        } else if (node instanceof Element element) {
            element(element);
        }
    }

    private void element(Element element) {
        String name = element.normalName();
        switch (name) {
            case "h1", "h2", "h3", "h4", "h5", "h6" -> {
                flush();
                children(element);
                String words = take();
                if (!words.isBlank()) builder.heading(name.charAt(1) - '0', words, null);
            }
            case "br" -> line.append('\n');
            case "hr" -> flush();
            case "pre", "listing", "xmp" -> code(element);
            case "table" -> table(element);
            case "img" -> image(element);
            case "li" -> item(element, bullet.isEmpty() ? "- " : bullet);
            case "dt" -> {
                flush();
                line.append("- ");
                children(element);
                line.append(": ");
                kind = Kind.LIST;
            }
            case "dd" -> {
                if (kind != Kind.LIST) flush();
                children(element);
                flush();
                kind = Kind.PARAGRAPH;
            }
            case "sup" -> {
                if (power(element, line)) line.append('^');
                children(element);
            }
            default -> {
                if (LISTS.contains(name)) list(element, name.equals("ol"));
                else if (BLOCKS.contains(name)) block(element, name);
                else children(element);
            }
        }
    }

    private void block(Element element, String name) {
        var outer = kind;
        flush();
        if (name.equals("blockquote")) kind = Kind.QUOTE;
        children(element);
        flush();
        kind = outer;
    }

    private void list(Element list, boolean numbered) {
        var outerKind = kind;
        String outerBullet = bullet;
        flush();
        depth++;
        int number = numbered && list.attr("start").matches("\\d{1,6}") ? Integer.parseInt(list.attr("start")) : 1;
        for (var node : list.childNodes()) {
            bullet = numbered ? number + ". " : "- ";
            if (node instanceof Element element && element.normalName().equals("li")) number++;
            node(node);
        }
        flush();
        depth--;
        bullet = outerBullet;
        kind = outerKind;
    }

    private void item(Element item, String mark) {
        flush();
        kind = Kind.LIST;
        line.append("  ".repeat(Math.clamp(depth - 1, 0, DEEPEST))).append(mark);
        int bare = line.length();
        for (var node : item.childNodes()) {
            // a paragraph that an item begins with stands behind its bullet
            boolean opening = line.length() <= bare + BLANKS
                    && line.toString().strip().equals(mark.strip())
                    && node instanceof Element child
                    && child.normalName().matches("p|div|span");
            if (opening) children((Element) node);
            else node(node);
        }
        flush();
    }

    private void code(Element pre) {
        flush();
        var language =
                LANGUAGE.matcher(pre.className() + " " + pre.select("code").attr("class"));
        pre.select("br").forEach(br -> br.replaceWith(new TextNode("\n")));
        String name = language.find() ? language.group(1).toLowerCase(java.util.Locale.ROOT) : "";
        builder.add(Kind.CODE, 0, pre.wholeText(), null, name, List.of());
    }

    private void table(Element table) {
        flush();
        if (HtmlTable.layout(table)) {
            children(table);
            flush();
            return;
        }
        for (var part : table.children()) if (part.nameIs("caption")) builder.add(Kind.PARAGRAPH, part.text());
        builder.add(Kind.TABLE, MarkdownTable.of(HtmlTable.rows(table, images, builder)));
    }

    private void image(Element element) {
        String alt = element.attr("alt");
        var image = images.find(element.attr("src"), alt.isBlank() ? element.attr("title") : alt);
        if (image == null) {
            if (alt.strip().split("\\s+").length >= 3
                    || alt.codePoints().filter(Characters::cjk).count() >= 4)
                line.append(' ').append(alt).append(' ');
            return;
        }
        var outer = kind;
        flush();
        builder.place(image);
        if (!alt.isBlank()) builder.add(Kind.PARAGRAPH, alt);
        kind = outer;
    }

    /** Whether an element raises a number or n behind a word, with no link that makes it a mark of a note. */
    static boolean power(Element element, CharSequence before) {
        return element.nameIs("sup")
                && !before.isEmpty()
                && Character.isLetterOrDigit(before.charAt(before.length() - 1))
                && !HtmlContent.longer(element, 20)
                && element.text().strip().matches("[-−+]?\\d{1,3}|n")
                && element.select("a").isEmpty();
    }

    /** Ends the block that is being gathered. */
    private void flush() {
        String words = take();
        String bare = words.strip();
        if (bare.isEmpty() || (kind == Kind.LIST && bare.matches("-|\\d+\\."))) return;
        boolean marked = kind != Kind.LIST || bare.startsWith("- ") || bare.matches("(?s)\\d+\\. .*");
        if (marked) builder.add(kind, kind == Kind.LIST ? words.stripTrailing() : bare);
        else builder.add(kind, "  ".repeat(Math.min(depth, DEEPEST)) + bare);
    }

    private String take() {
        var lines = new ArrayList<String>();
        for (String part : line.toString().split("\n")) {
            int indent = 0;
            while (kind == Kind.LIST && indent < part.length() && part.charAt(indent) == ' ') indent++;
            String words = Characters.oneLine(part);
            if (!words.isEmpty() || !lines.isEmpty()) lines.add(lines.isEmpty() ? " ".repeat(indent) + words : words);
        }
        line.setLength(0);
        return String.join("\n", lines).stripTrailing();
    }

    private static String inline(String text) {
        return text.replace('\n', ' ').replace('\r', ' ').replace('\t', ' ');
    }
}
