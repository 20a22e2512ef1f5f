package rag.cli;

import java.text.BreakIterator;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import rag.config.Command;
import rag.text.Visible;

/**
 * Text measured in columns of a terminal, where a CJK sign or an emoji takes two. What is cut or wrapped here can be shown:
 * characters that would deceive stand in it as escapes, so that they are measured as they are seen.
 */
public final class Columns {

    /** What a line may begin with: blanks, and a mark. */
    private static final Pattern HEAD = Pattern.compile(" *([!→] )?");

    /** What tells a shell that a command goes on in the next line. */
    private static final String JOINT = " \\";

    private static final Pattern COMMAND = Pattern.compile(Pattern.quote(Command.LAUNCHER) + "[^,;()]*[^,;()\\s.]");

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
        if (c < 0x300) return 1;
        int type = Character.getType(c);
        if (type == Character.NON_SPACING_MARK || type == Character.ENCLOSING_MARK || type == Character.FORMAT)
            return 0;
        return wide(c) ? 2 : 1;
    }

    private static boolean wide(int c) {
        return (c >= 0x1100 && c <= 0x115F)
                || (c >= 0x2E80 && c <= 0xA4CF)
                || (c >= 0xAC00 && c <= 0xD7A3)
                || (c >= 0xF900 && c <= 0xFAFF)
                || (c >= 0xFE30 && c <= 0xFE6F)
                || (c >= 0xFF00 && c <= 0xFF60)
                || (c >= 0x1F300 && c <= 0x1FAFF)
                || (c >= 0x20000 && c <= 0x3FFFD);
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
    public static String fitPath(String named, int columns) {
        var path = Visible.line(named);
        if (width(path) <= columns) return path;
        int start = path.length();
        int width = 1;
        while (start > 0) {
            int c = path.codePointBefore(start);
            if (width + width(c) > columns) break;
            width += width(c);
            start -= Character.charCount(c);
        }
        return "…" + path.substring(start);
    }

    /**
     * Breaks a text into lines of at most {@code columns}, at blanks or between CJK signs; a command stays in one piece, or
     * in pieces that a shell joins. Lines that go on are set in as far as the text of the first.
     */
    public static List<String> wrap(String text, int columns) {
        var lines = new ArrayList<String>();
        for (var paragraph : Visible.of(text).lines().toList()) {
            if (width(paragraph) <= columns && paragraph.indexOf('\t') < 0) lines.add(paragraph.stripTrailing());
            else wrapLine(paragraph.replace("\t", "    "), columns, lines);
        }
        if (lines.isEmpty()) lines.add("");
        return lines;
    }

    /** The text beside its head: lines that go on are set in as far as the head is wide. */
    public static List<String> wrap(String head, String text, int columns) {
        var space = " ".repeat(width(head));
        var lines = new ArrayList<String>();
        for (var line : wrap(text, columns - width(head))) lines.add((lines.isEmpty() ? head : space) + line);
        return lines;
    }

    private static void wrapLine(String text, int columns, List<String> lines) {
        var head = HEAD.matcher(text);
        var space = " ".repeat(head.lookingAt() ? Math.min(width(head.group()), columns / 2) : 0);
        var line = new StringBuilder();
        boolean joined = false;
        for (var piece : pieces(text, columns - space.length())) {
            var word = piece.text;
            int mark = piece.joined ? JOINT.length() : 0;
            if (width(line.toString()) + width(word.stripTrailing()) + mark > columns
                    && !line.toString().isBlank()) {
                lines.add(line.toString().stripTrailing() + (joined ? JOINT : ""));
                line.setLength(0);
                line.append(space);
            }
            while (width(line.toString()) + width(word.stripTrailing()) + mark > columns) {
                int cut = cut(word, columns - width(line.toString()));
                lines.add(line + word.substring(0, cut));
                line.setLength(0);
                line.append(space);
                word = word.substring(cut);
            }
            line.append(word);
            joined = piece.joined;
        }
        if (!line.toString().isBlank() || text.isEmpty())
            lines.add(line.toString().stripTrailing());
    }

    /** Where a word is cut that is too long for a line: behind a slash, where names begin, or where the line ends. */
    private static int cut(String word, int columns) {
        int end = 0, width = 0;
        while (end < word.length()) {
            int c = word.codePointAt(end);
            if (width + width(c) > columns) break;
            width += width(c);
            end += Character.charCount(c);
        }
        int slash = word.lastIndexOf('/', end - 1) + 1;
        return slash > end / 2 ? slash : Math.max(end, Character.charCount(word.codePointAt(0)));
    }

    /** What stays whole, with the blanks behind it. @param joined whether the command it is of goes on behind it */
    private record Piece(String text, boolean joined) {}

    private static List<Piece> pieces(String text, int columns) {
        var commands = COMMAND.matcher(text).results().toList();
        var breaks = BreakIterator.getLineInstance(Locale.ROOT);
        breaks.setText(text);
        var pieces = new ArrayList<Piece>();
        int start = breaks.first();
        for (int end = breaks.next(); end != BreakIterator.DONE; end = breaks.next()) {
            int at = end;
            boolean may = end == text.length()
                    || text.charAt(end - 1) == ' '
                    || wide(text.codePointBefore(end))
                    || wide(text.codePointAt(end));
            var within = commands.stream()
                    .filter(command -> command.start() < at && at < command.end())
                    .findFirst();
            if (!may || within.isPresent() && width(within.get().group()) <= columns) continue;
            pieces.add(new Piece(text.substring(start, end), within.isPresent()));
            start = end;
        }
        return pieces;
    }
}
