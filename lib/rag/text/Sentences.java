package rag.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Where sentences begin, in Latin, Chinese, Japanese and the other scripts that mark their sentence ends. Abbreviations,
 * initials, numbers of list items and names such as "Yahoo! is" end none; a blank line ends any.
 */
public final class Sentences {

    private static final String STOPS = ".!?\u2026\u203c\u2047\u2048\u2049\u0589\u061f\u06d4\u1362\u1367";
    private static final String STRONG_STOPS = "\u3002\uff01\uff1f\uff61\u0964\u0965\u104b\u17d4\u17d5";
    private static final String CLOSERS =
            ")]}\"'\u201d\u2019\u00bb\u203a\u300d\u300f\u3011\uff09\u300b\u3009\uff3d\uff5d\uff63";
    private static final Set<String> ABBREVIATIONS = Set.of(
            ("mr mrs ms dr prof sr jr st mt no nos fig figs eq eqs vol vols pp ed eds al vs etc cf ca approx dept inc"
                + " ltd corp co gen col sgt capt rev hon jan feb mar apr jun jul aug sep sept oct nov dec art sec nr"
                + " str bzw usw ggf evtl vgl abb hrsg bd jh mme mlle env sra ud uds pag av im hl tel ing")
                    .split(" "));

    private Sentences() {}

    /** Offsets of the first character of each sentence, in order; blanks belong to the sentence before them. */
    public static List<Integer> starts(String text) {
        var starts = new ArrayList<Integer>();
        int start = skipBlanks(text, 0);
        if (start == text.length()) return starts;
        starts.add(start);
        for (int i = start; i < text.length(); ) {
            int end = end(text, i);
            int next = end < 0 ? i + 1 : skipBlanks(text, end);
            if (end >= 0 && next < text.length()) starts.add(next);
            i = next;
        }
        return starts;
    }

    /** The offset behind a sentence end that begins at {@code i}, with its quotes and brackets; -1 when none does. */
    private static int end(String text, int i) {
        char c = text.charAt(i);
        if (c == '\n') return blankLine(text, i) ? i : -1;
        boolean strong = STRONG_STOPS.indexOf(c) >= 0;
        if (!strong && STOPS.indexOf(c) < 0) return -1;
        int end = i + 1;
        while (end < text.length() && isStop(text.charAt(end))) strong |= STRONG_STOPS.indexOf(text.charAt(end++)) >= 0;
        int closed = end;
        while (closed < text.length() && CLOSERS.indexOf(text.charAt(closed)) >= 0) closed++;
        if (closed == text.length()) return closed;
        char after = text.charAt(closed);
        if (strong) return closed > end && after >= 0x3041 && after < 0x3097 ? -1 : closed;
        if (!Character.isWhitespace(after)) return -1;
        int next = skipBlanks(text, closed);
        if (next == text.length() || blankLine(text, closed)) return closed;
        if (Character.isLowerCase(text.charAt(next))) return -1;
        return c == '.' && end == i + 1 && abbreviates(text, i) ? -1 : closed;
    }

    /** Whether the full stop at {@code dot} belongs to the word before it. */
    private static boolean abbreviates(String text, int dot) {
        int from = dot;
        while (from > 0 && (Character.isLetterOrDigit(text.charAt(from - 1)) || text.charAt(from - 1) == '.')) from--;
        var word = text.substring(from, dot);
        if (word.isEmpty()) return false;
        if (word.chars().allMatch(Character::isDigit)) return atLineStart(text, from) && word.length() <= 3;
        if (word.length() == 1) return Character.isUpperCase(word.charAt(0));
        return word.charAt(1) == '.' || ABBREVIATIONS.contains(word.toLowerCase(Locale.ROOT));
    }

    private static boolean atLineStart(String text, int from) {
        while (from > 0 && (text.charAt(from - 1) == ' ' || text.charAt(from - 1) == '\t')) from--;
        return from == 0 || text.charAt(from - 1) == '\n';
    }

    private static boolean isStop(char c) {
        return STOPS.indexOf(c) >= 0 || STRONG_STOPS.indexOf(c) >= 0;
    }

    /** Whether only blanks, and a line feed among them, stand between the first line feed from here and the next text. */
    private static boolean blankLine(String text, int i) {
        int lines = 0;
        for (; i < text.length() && Character.isWhitespace(text.charAt(i)); i++) if (text.charAt(i) == '\n') lines++;
        return lines > 1;
    }

    private static int skipBlanks(String text, int i) {
        while (i < text.length() && Character.isWhitespace(text.charAt(i))) i++;
        return i;
    }
}
