package rag.load;

import java.io.IOException;
import java.util.Set;
import java.util.stream.Collectors;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.TextNode;
import org.jsoup.parser.Parser;
import org.jspecify.annotations.Nullable;
import rag.model.Block.Kind;
import rag.model.Document;
import rag.model.LoadException;

/**
 * XML of any vocabulary: prose as paragraphs under its titles, data as lines of names and values. Read by jsoup, which
 * expands no entity, fetches nothing, and takes what is not well-formed.
 */
public final class XmlLoader implements DocumentLoader {

    private static final int BLOCK = 800;

    /** Elements within elements; what lies deeper stands in the last of them. */
    private static final int DEEPEST = 256;

    private static final Set<String> TITLES =
            Set.of("title", "head", "heading", "article-title", "book-title", "h1", "h2", "h3", "h4");
    private static final Set<String> PROSE =
            Set.of("p", "para", "simpara", "text", "body", "content", "abstract", "desc");

    @Override
    public String type() {
        return "xml";
    }

    @Override
    public Set<String> extensions() {
        return Set.of("xml", "xsd", "xsl", "xslt", "rss", "atom", "wsdl", "plist", "svg", "dita", "docbook", "pom");
    }

    @Override
    public Document load(Source source) throws IOException, LoadException {
        var builder = new DocumentBuilder(type());
        byte[] bytes = source.bytes();
        String text = Encodings.decode(bytes, HtmlLoader.declared(bytes))
                .tell(builder)
                .text();
        var root = Jsoup.parse(text, "", Parser.xmlParser().setMaxDepth(DEEPEST));
        builder.title(title(root, source));
        children(root, 0, builder);
        return builder.build(source);
    }

    private static String title(Element root, Source source) {
        var top = root.children().isEmpty() ? root : root.child(0);
        String title = titleOf(top);
        return title.isEmpty() ? source.name() : title;
    }

    private static void children(Element parent, int depth, DocumentBuilder builder) {
        boolean behind = false;
        for (var child : parent.children()) behind |= element(child, depth, behind, builder);
    }

    /**
     * @param behind whether an element before it has a heading that this one would count as part of
     * @return whether this one has
     */
    private static boolean element(Element element, int depth, boolean behind, DocumentBuilder builder) {
        String name = local(element);
        boolean title = TITLES.contains(name);
        if (leaf(element) || mixed(element)) {
            String words = element.text().strip();
            if (behind && !title) builder.heading(Math.max(1, depth), above(element), null);
            if (title) title(element, depth, builder);
            else if (PROSE.contains(name)) builder.add(Kind.PARAGRAPH, prose(words));
            else if (words.length() > BLOCK
                    && !attributed(element)
                    && words(element).indexOf('\n') < 0) builder.add(Kind.PARAGRAPH, prose(words));
            else builder.add(words(element).contains("\n ") ? Kind.CODE : Kind.PARAGRAPH, line(element));
            return false;
        }
        if (!HtmlContent.longer(element, 3 * BLOCK)
                && element.text().length() <= BLOCK
                && element.select("*").size() < 40
                && plain(element)) {
            if (behind) builder.heading(Math.max(1, depth), above(element), null);
            builder.add(Kind.CODE, lines(element, 0).stripTrailing());
            return false;
        }
        boolean titled = !titleOf(element).isEmpty();
        if (depth > 0 && !titled) builder.heading(Math.min(depth, 6), line(element), null);
        else if (!titled && attributed(element)) builder.add(Kind.PARAGRAPH, named(element));
        children(element, Math.min(depth + 1, 6), builder);
        return depth > 0;
    }

    /** The heading of what follows a part with one: prose goes on under its parent's title, data has its own name. */
    private static String above(Element element) {
        var parent = element.parent();
        String title = parent == null || !PROSE.contains(local(element)) ? "" : titleOf(parent);
        return title.isEmpty() ? named(element) : title;
    }

    /** A heading, with what the attributes of the part say that it is the title of. */
    private static void title(Element title, int depth, DocumentBuilder builder) {
        builder.heading(Math.max(1, depth), title.text().strip(), null);
        var part = title.parent();
        if (part != null && titleIn(part) == title && attributed(part)) builder.add(Kind.PARAGRAPH, named(part));
    }

    /** Words of the title in it; "" when it has none. */
    private static String titleOf(Element element) {
        var title = titleIn(element);
        return title == null ? "" : title.text();
    }

    private static @Nullable Element titleIn(Element element) {
        for (var child : element.children()) if (TITLES.contains(local(child)) && leaf(child)) return child;
        return null;
    }

    /** Whether an element holds data alone, no prose. */
    private static boolean plain(Element element) {
        return element.select("*").stream().noneMatch(inner -> PROSE.contains(local(inner)) || mixed(inner));
    }

    private static String lines(Element element, int depth) {
        var out = new StringBuilder("  ".repeat(depth))
                .append(line(element).replace("\n", "\n" + "  ".repeat(depth + 1)))
                .append('\n');
        if (!leaf(element)) for (var child : element.children()) out.append(lines(child, depth + 1));
        return out.toString();
    }

    /** {@code name (key=value): text}. */
    private static String line(Element element) {
        String words = leaf(element) || mixed(element) ? words(element) : "";
        if (words.isEmpty()) return named(element);
        return named(element) + (words.indexOf('\n') < 0 ? ": " : ":\n") + words;
    }

    /** What is written in it, in its lines where it is no prose: those of a program mean something. */
    private static String words(Element element) {
        String flat = element.text().strip();
        String whole = element.wholeText().stripTrailing();
        boolean page = !prose(flat).equals(flat);
        if (page || PROSE.contains(local(element)) || whole.strip().indexOf('\n') < 0) return prose(flat);
        int second = whole.indexOf('\n') + 1; // the first stands behind its tag, whatever the others are indented by
        return (whole.substring(0, second).strip() + "\n"
                        + whole.substring(second).stripIndent())
                .replaceFirst("^\n+", "");
    }

    /** Whether its attributes say something of it. */
    private static boolean attributed(Element element) {
        return element.attributes().asList().stream()
                .anyMatch(attribute -> !attribute.getKey().startsWith("xml")
                        && !attribute.getKey().contains("schemaLocation"));
    }

    private static String named(Element element) {
        String attributes = element.attributes().asList().stream()
                .filter(attribute -> !attribute.getKey().startsWith("xmlns")
                        && !attribute.getKey().contains("schemaLocation"))
                .map(attribute -> attribute.getKey() + "=" + attribute.getValue())
                .collect(Collectors.joining(", "));
        return element.tagName() + (attributes.isEmpty() ? "" : " (" + attributes + ")");
    }

    /** Feeds carry HTML as text. */
    private static String prose(String words) {
        return words.startsWith("<") && words.endsWith(">") ? Jsoup.parse(words).text() : words;
    }

    private static String local(Element element) {
        String name = element.tagName();
        return name.substring(name.indexOf(':') + 1).toLowerCase(java.util.Locale.ROOT);
    }

    private static boolean leaf(Element element) {
        return element.children().isEmpty();
    }

    private static boolean mixed(Element element) {
        return !leaf(element)
                && element.childNodes().stream().anyMatch(node -> node instanceof TextNode text && !text.isBlank());
    }
}
