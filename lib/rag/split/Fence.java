package rag.split;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A Markdown code fence.
 *
 * @param open its first line as it is to be repeated, with the line feed
 * @param close a line that closes it, with the line feed before it
 * @param bodyStart offset of the code in the clean text
 * @param bodyEnd offset behind the code and its last line feed
 * @param closed false when the document ends first
 */
record Fence(String open, String close, int bodyStart, int bodyEnd, boolean closed) {

    private static final Pattern OPEN =
            Pattern.compile("([ \\t>]*(?:(?:[-*+]|[0-9]+[.)])[ \\t]+)?)(`{3,}|~{3,})([^\\n]*)(?:\\n|$)");

    /** The fence that a unit is; null when it is code without one. */
    static @Nullable Fence of(String text, Unit unit) {
        var first = OPEN.matcher(text).region(unit.start(), unit.end());
        if (!first.lookingAt()) return null;
        var indent = first.group(1).replaceAll("[^>\\s]", " ");
        var signs = first.group(2);
        int lastLine = text.lastIndexOf('\n', unit.end() - 1) + 1;
        var last = text.substring(Math.max(lastLine, unit.start()), unit.end())
                .replaceFirst("^[ \\t>]*", "")
                .strip();
        boolean closed = lastLine > unit.start()
                && last.length() >= signs.length()
                && last.equals(signs.substring(0, 1).repeat(last.length()));
        int end = closed ? Math.max(lastLine, first.end()) : unit.end();
        return new Fence(indent + signs + first.group(3) + "\n", "\n" + indent + signs, first.end(), end, closed);
    }
}
