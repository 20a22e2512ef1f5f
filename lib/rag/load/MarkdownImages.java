package rag.load;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Writes image marks behind the images of a Markdown text, whichever way they are written, and takes base64 pictures
 * out of it.
 */
final class MarkdownImages {

    /**
     * An image in the forms of CommonMark, of note vaults ({@code ![[name]]}) and of HTML; words in code are none.
     * Pieces are counted (60 of an alt text, 17 of a target), so that a text of a million beginnings takes linear time.
     */
    private static final Pattern IMAGE = Pattern.compile("(?<code>(?<!`)(?<ticks>`++)[^`\n]++\\k<ticks>(?!`))"
            + "|!\\[(?<alt>(?:[^\\[\\]\\\\\n]++|\\\\.|\\[[^\\[\\]\n]*+]){0,60}+)]"
            + "(?:\\(\\s*+(?:<(?<quoted>[^<>\n]++)>|(?<plain>(?:[^()\\s<>\\[]++|\\[|\\([^()\\s\\[]*+\\)){1,17}+))"
            + "(?:\\s++[\"'(][^\\n]{0,300}?[\"')])?\\s*+\\)|\\[(?<label>[^\\[\\]\n]{0,200}+)])?+"
            + "|(?i:<img)\\b(?<tag>(?:[^<>\"'=]++|=\\s*+\"[^\"]*+\"|=\\s*+'[^']*+'|[=\"']){0,80}+)>");

    private static final Pattern TAG = Pattern.compile("(?i)<img\\b");
    private static final Pattern SOURCE =
            Pattern.compile("(?i)(?:^|[\\s\"'])src\\s*+=\\s*+(?:\"([^\"]++)\"|'([^']++)'|([^\\s\"'>]++))");

    /** A picture, not a note that a vault shows within another. */
    private static final Pattern NAMED = Pattern.compile("(?i)[^|#]+\\.(?:png|jpe?g|gif|bmp|webp|tiff?)(?:[|#].*)?");

    /** Where a label leads, on a line of its own (CommonMark 4.7). */
    private static final Pattern DEFINITION =
            Pattern.compile("(?m)^ {0,3}\\[([^\\[\\]\n]{1,200}+)]:[ \t]*+\n?[ \t]*+(?:<([^<>\n]++)>|(\\S++))"
                    + "(?:[ \t]++[\"'(][^\n]*+)?[ \t]*+$");

    /** A fence of backticks has none behind it: such a line holds code among its words. */
    private static final Pattern FENCE = Pattern.compile("(?m)^ {0,3}(`{3,}+(?=[^`\n]*+$)|~{3,}+)");

    /** A base64 picture that no image holds. */
    private static final Pattern BARE_DATA = Pattern.compile("(data:image/[\\w.+-]+;base64,)"
            + "(?:\\s{0,2}+[A-Za-z0-9+/]{40,}+)++(?:\\s{0,2}+[A-Za-z0-9+/]{0,39}+={1,2}+)?+");

    private final LinkedImages images;
    private final DocumentBuilder builder;
    private final Map<String, String> targets = new HashMap<>();

    private MarkdownImages(LinkedImages images, DocumentBuilder builder) {
        this.images = images;
        this.builder = builder;
    }

    static String marked(String text, LinkedImages images, DocumentBuilder builder) {
        if (!text.contains("![")
                && !text.contains(";base64,")
                && !TAG.matcher(text).find()) return text;
        var marks = new MarkdownImages(images, builder);
        String rest = prose(text, marks::define, code -> code);
        // in code the beginning of the data says what stood there
        return prose(rest, marks::mark, code -> BARE_DATA.matcher(code).replaceAll("$1…"));
    }

    private static String prose(String text, UnaryOperator<String> words, UnaryOperator<String> code) {
        var out = new StringBuilder();
        int done = 0;
        var fence = FENCE.matcher(text);
        while (done < text.length()) {
            int open = fence.find(done) ? fence.start() : text.length();
            out.append(words.apply(text.substring(done, open)));
            if (open == text.length()) break;
            String mark = fence.group(1);
            var close = Pattern.compile("(?m)^ {0,3}" + mark.charAt(0) + "{" + mark.length() + ",}[ \\t]*$")
                    .matcher(text);
            done = close.find(Math.min(text.length(), fence.end())) ? close.end() : text.length();
            out.append(code.apply(text.substring(open, done)));
        }
        return out.toString();
    }

    /** Learns where labels lead; those that lead to data go. */
    private String define(String text) {
        if (!text.contains("]:")) return text;
        return DEFINITION.matcher(text).replaceAll(found -> {
            String target = found.group(2) == null ? found.group(3) : found.group(2);
            targets.putIfAbsent(label(found.group(1)), target);
            return target.startsWith("data:image/") ? "" : Matcher.quoteReplacement(found.group());
        });
    }

    private static String label(String words) {
        return Characters.oneLine(words).toLowerCase(Locale.ROOT);
    }

    private String mark(String text) {
        var image = IMAGE.matcher(text);
        var out = new StringBuilder();
        while (image.find()) {
            String alt = image.group("alt") == null ? "" : image.group("alt");
            String target = target(image, alt);
            if (target.isEmpty()) continue;
            if (alt.startsWith("[" + target))
                alt = alt.replaceFirst("^[^|]*+\\|?(?:\\d++(?:x\\d++)?(?=]))?", "")
                        .replaceFirst("]$", "");
            boolean data = target.startsWith("data:");
            String kept = data ? (alt.isBlank() ? "" : "![" + alt + "](embedded)") : image.group();
            String mark = place(target, alt);
            image.appendReplacement(out, Matcher.quoteReplacement((kept + " " + mark).strip()));
        }
        return BARE_DATA.matcher(image.appendTail(out)).replaceAll(found -> place(found.group(), ""));
    }

    /** The mark of a picture that has no place yet, "" when there is none. */
    private String place(String target, String alt) {
        var image = images.find(target, alt);
        return image != null && builder.keep(image) ? image.mark() : "";
    }

    /** What an image names as its source, "" for none. */
    private String target(Matcher image, String alt) {
        if (image.group("code") != null) return "";
        if (image.group("tag") != null) {
            var source = SOURCE.matcher(image.group("tag"));
            if (!source.find()) return "";
            return source.group(1) != null
                    ? source.group(1)
                    : source.group(2) != null ? source.group(2) : source.group(3);
        }
        if (image.group("quoted") != null) return image.group("quoted");
        if (image.group("plain") != null) return image.group("plain");
        String label = image.group("label");
        boolean vault = label == null && alt.startsWith("[") && alt.endsWith("]");
        if (!vault) return targets.getOrDefault(label(label == null || label.isBlank() ? alt : label), "");
        String name = alt.substring(1, alt.length() - 1); // with a width or words behind a bar
        return NAMED.matcher(name).matches() ? name.replaceFirst("[|#].*", "") : "";
    }
}
