package rag.load;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Writes image marks behind the image links of a Markdown text, and takes base64 pictures out of it. */
final class MarkdownImages {

    /** Pieces are counted (60 of an alt text, 8 of a target), so that a text of a million beginnings takes linear time. */
    private static final Pattern LINK = Pattern.compile("!\\[((?:[^\\[\\]\\\\\n]++|\\\\.|\\[[^\\[\\]\n]*+]){0,60}+)]"
            + "\\(\\s*+<?([^)\\s>\\[]*+(?:\\[[^)\\s>\\[]*+){0,8}+)>?(?:\\s++[\"'(][^\\n]{0,300}?[\"')])?\\s*+\\)"
            + "|<img\\b((?:[^<>\"'=]++|=\\s*+\"[^\"]*+\"|=\\s*+'[^']*+'|[=\"']){0,80}+)>");

    private static final Pattern SOURCE = Pattern.compile("(?:^|[\\s\"'])src\\s*+=\\s*+(?:\"([^\"]++)\"|'([^']++)')");
    private static final Pattern FENCE = Pattern.compile("(?m)^ {0,3}(`{3,}|~{3,})");

    /** A base64 picture that no image link holds. */
    private static final Pattern BARE_DATA = Pattern.compile("data:image/[\\w.+-]+;base64,"
            + "(?:\\s{0,2}+[A-Za-z0-9+/]{40,}+)++(?:\\s{0,2}+[A-Za-z0-9+/]{0,39}+={1,2}+)?+");

    private MarkdownImages() {}

    static String marked(String text, LinkedImages images, DocumentBuilder builder) {
        if (!text.contains("![") && !text.contains("<img") && !text.contains(";base64,")) return text;
        var out = new StringBuilder();
        int done = 0;
        var fence = FENCE.matcher(text);
        while (done < text.length()) { // code is left as it is
            int open = fence.find(done) ? fence.start() : text.length();
            out.append(links(text.substring(done, open), images, builder));
            if (open == text.length()) break;
            String mark = fence.group(1);
            var close = Pattern.compile("(?m)^ {0,3}" + mark.charAt(0) + "{" + mark.length() + ",}[ \\t]*$")
                    .matcher(text);
            done = close.find(Math.min(text.length(), fence.end())) ? close.end() : text.length();
            out.append(text, open, done);
        }
        return BARE_DATA.matcher(out).replaceAll("");
    }

    private static String links(String text, LinkedImages images, DocumentBuilder builder) {
        Matcher link = LINK.matcher(text);
        var out = new StringBuilder();
        while (link.find()) {
            boolean html = link.group(2) == null;
            String target = html ? source(link.group(3)) : link.group(2);
            if (target.isEmpty()) continue;
            String alt = html ? "" : link.group(1);
            var image = images.find(target, alt);
            String kept = target.startsWith("data:") ? (alt.isBlank() ? "" : "![" + alt + "](embedded)") : link.group();
            if (image != null && builder.keep(image)) kept += (kept.isEmpty() ? "" : " ") + image.mark();
            link.appendReplacement(out, Matcher.quoteReplacement(kept));
        }
        return link.appendTail(out).toString();
    }

    /** What an image's attributes name as its source, "" for none. */
    private static String source(String attributes) {
        var source = SOURCE.matcher(attributes);
        if (!source.find()) return "";
        return source.group(1) == null ? source.group(2) : source.group(1);
    }
}
