package rag.mcp;

import java.util.regex.Pattern;
import rag.text.Texts;

/** Text of documents on its way to a model: shown as it stands, unable to pass for anything but a quotation. */
final class Quoted {

    /** A picture of another machine that a chat would fetch tells that machine what is in the address. */
    private static final Pattern PICTURE = Pattern.compile("!(?=\\[[^\\]\\n]*\\]\\()");

    private static final Pattern FENCE = Pattern.compile("<(?=/?\\s*passage\\b)", Pattern.CASE_INSENSITIVE);
    private static final Pattern ESCAPES = Pattern.compile("\u001b\\[[0-9;?]*[ -/]*[@-~]");

    private Quoted() {}

    /** Without characters that show nothing or deceive, terminal commands, remote pictures, and ends of a fence. */
    static String clean(String text) {
        var seen = Texts.visible(ESCAPES.matcher(text).replaceAll(""));
        return FENCE.matcher(PICTURE.matcher(seen).replaceAll(""))
                .replaceAll("&lt;")
                .strip();
    }

    /** On one line. */
    static String line(String text) {
        return clean(text).replaceAll("\\s+", " ");
    }

    /** In a fence, which a cleaned text can't close. */
    static String fenced(int number, String cleaned) {
        return "<passage n=\"%d\">\n%s\n</passage>".formatted(number, cleaned);
    }
}
