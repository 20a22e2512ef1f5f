package rag.load;

import java.io.IOException;
import java.util.Set;
import java.util.stream.Collectors;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.TextNode;
import org.jsoup.parser.Parser;
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
        for (var child : root.children()) element(child, 0, builder);
        return builder.build(source);
    }

    private static String title(Element root, Source source) {
        var top = root.children().isEmpty() ? root : root.child(0);
        for (var child : top.children()) if (TITLES.contains(local(child)) && leaf(child)) return child.text();
        return source.name();
    }

    private static void element(Element element, int depth, DocumentBuilder builder) {
        String name = local(element);
        if (leaf(element) || mixed(element)) {
            String words = element.text().strip();
            if (TITLES.contains(name)) builder.heading(Math.max(1, depth), words, null);
            else if (PROSE.contains(name) || words.length() > BLOCK) builder.add(Kind.PARAGRAPH, prose(words));
            else builder.add(Kind.PARAGRAPH, line(element));
            return;
        }
        if (!HtmlContent.longer(element, 3 * BLOCK)
                && element.text().length() <= BLOCK
                && element.select("*").size() < 40
                && plain(element)) {
            builder.add(Kind.CODE, lines(element, 0).stripTrailing());
            return;
        }
        boolean titled = element.children().stream().anyMatch(child -> TITLES.contains(local(child)) && leaf(child));
        if (depth > 0 && !titled) builder.heading(Math.min(depth, 6), line(element), null);
        for (var child : element.children()) element(child, Math.min(depth + 1, 6), builder);
    }

    /** Whether an element holds data alone, no prose. */
    private static boolean plain(Element element) {
        return element.select("*").stream().noneMatch(inner -> PROSE.contains(local(inner)) || mixed(inner));
    }

    private static String lines(Element element, int depth) {
        var out = new StringBuilder("  ".repeat(depth)).append(line(element)).append('\n');
        if (!leaf(element)) for (var child : element.children()) out.append(lines(child, depth + 1));
        return out.toString();
    }

    /** {@code name (key=value): text}. */
    private static String line(Element element) {
        String attributes = element.attributes().asList().stream()
                .filter(attribute -> !attribute.getKey().startsWith("xmlns")
                        && !attribute.getKey().contains("schemaLocation"))
                .map(attribute -> attribute.getKey() + "=" + attribute.getValue())
                .collect(Collectors.joining(", "));
        String words = leaf(element) || mixed(element) ? prose(element.text().strip()) : "";
        return element.tagName()
                + (attributes.isEmpty() ? "" : " (" + attributes + ")")
                + (words.isEmpty() ? "" : ": " + words);
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
