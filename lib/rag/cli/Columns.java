package rag.cli;

import java.text.BreakIterator;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import rag.text.Visible;

/** Text measured in columns of a terminal, where a CJK sign or an emoji takes two. */
public final class Columns {

    private Columns() {}

    public static int width(String text) {
        int width = 0;
        for (int i = 0; i < text.length(); ) {
            int c = text.codePointAt(i);
            i += Character.charCount(c);
            width += width(c);
        }
        return width;
    }

    private static int width(int c) {
        int type = Character.getType(c);
        if (type == Character.NON_SPACING_MARK || type == Character.ENCLOSING_MARK || type == Character.FORMAT)
            return 0;
        boolean wide = (c >= 0x1100 && c <= 0x115F)
                || (c >= 0x2E80 && c <= 0xA4CF)
                || (c >= 0xAC00 && c <= 0xD7A3)
                || (c >= 0xF900 && c <= 0xFAFF)
                || (c >= 0xFE30 && c <= 0xFE6F)
                || (c >= 0xFF00 && c <= 0xFF60)
                || (c >= 0x1F300 && c <= 0x1FAFF)
                || (c >= 0x20000 && c <= 0x3FFFD);
        return wide ? 2 : 1;
    }

    /** The text in one line of at most {@code columns}, with an ellipsis where it was cut. */
    public static String fit(String text, int columns) {
        var line = Visible.of(text.replaceAll("\\s+", " ").strip());
        if (width(line) <= columns) return line;
        var fit = new StringBuilder();
        int width = 0;
        for (int i = 0; i < line.length(); ) {
            int c = line.codePointAt(i);
            if (width + width(c) > columns - 1) break;
            fit.appendCodePoint(c);
            width += width(c);
            i += Character.charCount(c);
        }
        return fit.append('…').toString();
    }

    /** A path in at most {@code columns}: its end says more than its beginning. */
    public static String fitPath(String path, int columns) {
        var shown = Visible.line(path);
        return width(shown) <= columns ? shown : "…" + end(shown, columns);
    }

    private static String end(String path, int columns) {
        int start = path.length();
        int width = 1;
        while (start > 0) {
            int c = path.codePointBefore(start);
            if (width + width(c) > columns) break;
            width += width(c);
            start -= Character.charCount(c);
        }
        return path.substring(start);
    }

    /** Breaks a text into lines of at most {@code columns}, at blanks or between CJK signs. */
    public static List<String> wrap(String text, int columns) {
        var lines = new ArrayList<String>();
        for (var paragraph : Visible.of(text).lines().toList()) wrapLine(paragraph, columns, lines);
        return lines;
    }

    private static void wrapLine(String text, int columns, List<String> lines) {
        var breaks = BreakIterator.getLineInstance(Locale.ROOT);
        breaks.setText(text);
        var line = new StringBuilder();
        int start = breaks.first();
        for (int end = breaks.next(); end != BreakIterator.DONE; start = end, end = breaks.next()) {
            var word = text.substring(start, end);
            if (width(line.toString()) + width(word.stripTrailing()) > columns && !line.isEmpty()) {
                lines.add(line.toString().stripTrailing());
                line.setLength(0);
            }
            while (width(word) > columns) {
                var head = fit(word, columns);
                int cut = Math.max(1, head.endsWith("…") ? head.length() - 1 : head.length());
                lines.add(word.substring(0, cut));
                word = word.substring(cut);
            }
            line.append(word);
        }
        if (!line.isEmpty() || text.isEmpty()) lines.add(line.toString().stripTrailing());
    }
}
