package rag.load;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import rag.load.MarkdownLoader.Part;
import rag.model.Block.Kind;

/** A block of HTML within Markdown: its headings are headings, as many a README centres its title. */
final class MarkdownHtml {

    /** Pieces are counted and end at the next heading, so that a text of a million beginnings takes linear time. */
    private static final Pattern HEADING =
            Pattern.compile("(?i)<h([1-6])(?:\\s[^<>]*+)?>((?:[^<]++|<(?!/?h[1-6]\\b)){0,100}+)</h\\1\\s*+>");

    /** Tags, blanks and marks of pictures, the last in a group. */
    private static final Pattern NO_WORDS = Pattern.compile("<[^<>]*+>|&nbsp;|\\s++|(\\[IMAGE: img_[0-9a-f]{16}])");

    private MarkdownHtml() {}

    /** Spans of the text, in order. Where there is a heading, tags around words are left out. */
    static List<Part> parts(String text, int start, int end, Kind paragraph) {
        String html = text.substring(start, end).strip().toLowerCase(Locale.ROOT);
        boolean comment = html.startsWith("<!--") && html.indexOf("-->") == html.length() - 3;
        var kind = html.contains("<table") ? Kind.TABLE : paragraph;
        var flags = comment ? List.of("hidden text") : List.<String>of();
        var whole = List.of(new Part(kind, 0, start, end, "", flags));
        boolean literal = html.contains("<!--") || html.contains("<pre") || html.contains("<script");
        if (literal || kind != Kind.PARAGRAPH) return whole;
        var parts = new ArrayList<Part>();
        var heading = HEADING.matcher(text).region(start, end);
        int done = start;
        while (heading.find()) {
            words(text, done, heading.start(), kind, 0, parts);
            int level = heading.group(1).charAt(0) - '0';
            words(text, heading.start(2), heading.end(2), Kind.HEADING, level, parts);
            done = heading.end();
        }
        words(text, done, end, kind, 0, parts);
        return parts.stream().anyMatch(part -> part.kind() == Kind.HEADING) ? parts : whole;
    }

    /** The words of a stretch as one part, pictures before and behind them as parts of their own. */
    private static void words(String text, int start, int end, Kind kind, int level, List<Part> parts) {
        var pictures = new ArrayList<Part>();
        var token = NO_WORDS.matcher(text).region(start, end);
        int first = end;
        int last = start;
        for (int at = start; at < end; ) {
            boolean more = token.find();
            int next = more ? token.start() : end;
            if (next > at) first = Math.min(first, at);
            if (next > at) last = next;
            if (more && token.group(1) != null) pictures.add(new Part(Kind.IMAGE, 0, next, token.end(), "", List.of()));
            at = more ? token.end() : end;
        }
        int from = first, to = last;
        pictures.stream().filter(picture -> picture.start() < from).forEach(parts::add);
        if (from < to) parts.add(new Part(kind, level, from, to, "", List.of()));
        pictures.stream().filter(picture -> from < to && picture.start() >= to).forEach(parts::add);
    }
}
