package rag.load;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.commonmark.ext.gfm.tables.TableBlock;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.BlockQuote;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.Heading;
import org.commonmark.node.HtmlBlock;
import org.commonmark.node.IndentedCodeBlock;
import org.commonmark.node.ListBlock;
import org.commonmark.node.ListItem;
import org.commonmark.node.Node;
import org.commonmark.parser.IncludeSourceSpans;
import org.commonmark.parser.Parser;
import rag.model.Block.Kind;
import rag.model.Document;
import rag.model.LoadException;

/**
 * Markdown (CommonMark with GitHub's tables) with YAML front matter. The document's text is the file's own, less the
 * front matter and base64 pictures, with image marks behind image links; blocks are spans of it. A heading's span is
 * its words without the marks of a heading.
 */
public final class MarkdownLoader implements DocumentLoader {

    /** Quotes and lists within one another; what lies deeper is text of the last. */
    private static final int DEEPEST = 200;

    private static final Pattern NO_WORDS = Pattern.compile("<[^<>]*+>|(?m:^[ \t>*+-]*+\\d{1,9}[.)](?=\\s|$))");

    /** An image that stands alone in its paragraph is an image, not words. */
    private static final Pattern ALONE =
            Pattern.compile("\\s*+(?:!?\\[{1,2}+[^\\]]*+]{1,2}+(?:\\([^)]*+\\)|\\[[^\\]]*+])?+\\s*+|<[^<>]*+>\\s*+)?"
                    + "\\[IMAGE: img_[0-9a-f]{16}]\\s*+");

    /** Blocks alone: what stands within a paragraph stays as it is written, so nothing is looked for there. */
    private static final Parser PARSER = Parser.builder()
            .inlineParserFactory(context -> (lines, paragraph) -> {})
            .maxOpenBlockParsers(DEEPEST)
            .extensions(List.of(TablesExtension.create()))
            .includeSourceSpans(IncludeSourceSpans.BLOCKS)
            .build();

    @Override
    public String type() {
        return "markdown";
    }

    @Override
    public Set<String> extensions() {
        return Set.of("md", "markdown", "mdown", "mkd", "mdx", "qmd", "rmd");
    }

    @Override
    public Document load(Source source) throws IOException, LoadException {
        var builder = new DocumentBuilder(type());
        String file = Encodings.decode(source.bytes()).tell(builder).text();
        var front = FrontMatter.of(file);
        if (!front.problem().isEmpty()) builder.problem(front.problem());
        front.values().forEach(builder::metadata);
        if (front.values().get("title") instanceof String title) builder.title(title);
        append(file.substring(front.end()), new LinkedImages(source), builder);
        return builder.build(source);
    }

    /** Takes a Markdown text as the whole of a document. */
    static void append(String markdown, LinkedImages images, DocumentBuilder builder) {
        String text = MarkdownImages.marked(Characters.clean(markdown), images, builder);
        images.tell(builder);
        builder.adopt(text);
        for (var part : parts(text)) {
            builder.span(part.kind, part.level, part.start, part.end, null, part.name, part.flags);
        }
    }

    /** A block to be: a span of the text. */
    record Part(Kind kind, int level, int start, int end, String name, List<String> flags) {}

    private static List<Part> parts(String text) {
        var parts = new ArrayList<Part>();
        collect(PARSER.parse(text), Kind.PARAGRAPH, text, parts);
        var whole = new ArrayList<Part>();
        int covered = 0;
        for (var part : parts) {
            rest(text, covered, part.start, whole);
            whole.add(part);
            covered = part.end;
        }
        rest(text, covered, text.length(), whole);
        return whole;
    }

    /** What no block covers, such as link definitions, is text all the same; tags, marks of headings and numbers of items are not. */
    private static void rest(String text, int start, int end, List<Part> parts) {
        String words = NO_WORDS.matcher(text.substring(start, end)).replaceAll("");
        if (words.chars().anyMatch(Character::isLetterOrDigit)) {
            while (start < end && "#=-> \n\t".indexOf(text.charAt(start)) >= 0) start++;
            parts.add(new Part(Kind.PARAGRAPH, 0, start, end, "", List.of()));
        }
    }

    private static void collect(Node parent, Kind paragraph, String text, List<Part> parts) {
        for (var node = parent.getFirstChild(); node != null; node = node.getNext()) {
            if (node.getSourceSpans().isEmpty()) continue;
            switch (node) {
                case ListBlock list -> collect(list, Kind.LIST, text, parts);
                case ListItem item -> item(item, text, parts);
                case BlockQuote quote when plain(quote) -> add(quote, Kind.QUOTE, 0, "", text, parts);
                case BlockQuote quote -> collect(quote, Kind.QUOTE, text, parts);
                case Heading heading -> heading(heading, text, parts);
                case FencedCodeBlock fence -> add(fence, Kind.CODE, 0, language(fence.getInfo()), text, parts);
                case IndentedCodeBlock code -> add(code, Kind.CODE, 0, "", text, parts);
                case TableBlock table -> add(table, Kind.TABLE, 0, "", text, parts);
                case HtmlBlock html -> parts.addAll(MarkdownHtml.parts(text, start(html), end(html), paragraph));
                case org.commonmark.node.ThematicBreak rule -> {}
                case org.commonmark.node.Block other -> add(other, paragraph, 0, "", text, parts);
                default -> {}
            }
        }
    }

    /** An item begins with its bullet or number; its further blocks are parts of their own. */
    private static void item(ListItem item, String text, List<Part> parts) {
        int first = parts.size();
        collect(item, Kind.LIST, text, parts);
        if (first == parts.size()) return;
        var part = parts.get(first);
        int start = start(item);
        if (part.kind == Kind.LIST && text.substring(start, part.start).indexOf('\n') < 0) {
            parts.set(first, new Part(part.kind, 0, lineStart(text, start), part.end, part.name, part.flags));
        }
    }

    private static void heading(Heading heading, String text, List<Part> parts) {
        int start = start(heading);
        int end = end(heading);
        String words = text.substring(start, end);
        if (words.stripLeading().startsWith("#")) {
            while (start < end && (text.charAt(start) == '#' || Character.isWhitespace(text.charAt(start)))) start++;
            int close = end;
            while (close > start && Character.isWhitespace(text.charAt(close - 1))) close--;
            int hashes = close;
            while (hashes > start && text.charAt(hashes - 1) == '#') hashes--;
            end = hashes < close && hashes > start && Character.isWhitespace(text.charAt(hashes - 1)) ? hashes : close;
        } else {
            int underline = text.lastIndexOf('\n', end - 1);
            if (underline > start) end = underline;
        }
        parts.add(new Part(Kind.HEADING, heading.getLevel(), start, end, "", List.of()));
    }

    private static void add(Node node, Kind kind, int level, String name, String text, List<Part> parts) {
        int start = kind == Kind.CODE ? lineStart(text, start(node)) : start(node);
        int end = Math.min(end(node), text.length());
        boolean mark =
                kind == Kind.PARAGRAPH && ALONE.matcher(text).region(start, end).matches();
        parts.add(new Part(mark ? Kind.IMAGE : kind, level, start, end, name, List.of()));
    }

    /** A quote whose parts are paragraphs only is one block. */
    private static boolean plain(BlockQuote quote) {
        for (var node = quote.getFirstChild(); node != null; node = node.getNext()) {
            if (!(node instanceof org.commonmark.node.Paragraph)) return false;
        }
        return true;
    }

    private static String language(@org.jspecify.annotations.Nullable String info) {
        if (info == null || info.isBlank()) return "";
        return info.strip().split("[\\s,{]", 2)[0].toLowerCase(java.util.Locale.ROOT);
    }

    private static int lineStart(String text, int at) {
        int start = text.lastIndexOf('\n', at - 1) + 1;
        return text.substring(start, at).isBlank() ? start : at;
    }

    private static int start(Node node) {
        return node.getSourceSpans().getFirst().getInputIndex();
    }

    private static int end(Node node) {
        var last = node.getSourceSpans().getLast();
        return last.getInputIndex() + last.getLength();
    }
}
