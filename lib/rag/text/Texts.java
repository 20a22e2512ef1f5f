package rag.text;

import java.lang.Character.UnicodeScript;
import java.text.BreakIterator;
import java.util.Locale;

/** What every stage needs to do to text. Nothing here changes letters: no compatibility folding, no case. */
public final class Texts {

    private static final int ZERO_WIDTH_NON_JOINER = 0x200c;
    private static final int ZERO_WIDTH_JOINER = 0x200d;

    /** No grapheme cluster that people write is longer; beyond, only surrogate pairs are kept whole. */
    private static final int LONGEST_CLUSTER = 64;

    private Texts() {}

    /**
     * The text without characters that show nothing and can deceive a reader: control characters but for tab and line
     * feed, direction marks and overrides (CVE-2021-42574), zero-width characters, tags, and half a surrogate pair.
     * Joiners stay where they shape what is seen: between emoji, and in Arabic and Indic words.
     */
    public static String visible(String text) {
        if (text.chars().noneMatch(c -> suspicious(c))) return text;
        var shown = new StringBuilder(text.length());
        int before = ' ';
        for (int i = 0; i < text.length(); ) {
            int c = text.codePointAt(i);
            i += Character.charCount(c);
            int after = i < text.length() ? text.codePointAt(i) : ' ';
            if (!suspicious(c) && c < 0x10000 || shows(c, before, after)) {
                shown.appendCodePoint(c);
                before = c;
            }
        }
        return shown.toString();
    }

    /** Whether a character may be one to leave out; quick, and true for every surrogate. */
    private static boolean suspicious(int c) {
        if (c < 0x20) return c != '\t' && c != '\n';
        if (c < 0x7f) return false;
        return c < 0xa0
                || c == 0xad
                || c == 0x61c
                || c == 0x180e
                || c >= 0x200b && c <= 0x200f
                || c >= 0x202a && c <= 0x202e
                || c >= 0x2060 && c <= 0x206f
                || c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE
                || c == 0xfeff
                || c >= 0xfff9 && c <= 0xfffb;
    }

    private static boolean shows(int c, int before, int after) {
        if (c >= 0x10000) {
            boolean tag = c >= 0xe0000 && c < 0xe0080;
            boolean variant = c >= 0xe0100 && c < 0xe01f0;
            return !tag && (!variant || UnicodeScript.of(before) == UnicodeScript.HAN);
        }
        if (c == ZERO_WIDTH_JOINER && emoji(before) && emoji(after)) return true;
        return (c == ZERO_WIDTH_JOINER || c == ZERO_WIDTH_NON_JOINER) && joins(before) && Character.isLetter(after);
    }

    private static boolean emoji(int c) {
        return Character.isExtendedPictographic(c) || Character.isEmojiModifier(c) || c == 0xfe0f;
    }

    private static boolean joins(int c) {
        if (!Character.isLetter(c)
                && Character.getType(c) != Character.NON_SPACING_MARK
                && Character.getType(c) != Character.COMBINING_SPACING_MARK) return false;
        return switch (UnicodeScript.of(c)) {
            case ARABIC,
                    SYRIAC,
                    MONGOLIAN,
                    DEVANAGARI,
                    BENGALI,
                    GURMUKHI,
                    GUJARATI,
                    ORIYA,
                    TAMIL,
                    TELUGU,
                    KANNADA,
                    MALAYALAM,
                    SINHALA,
                    KHMER,
                    MYANMAR -> true;
            default -> false;
        };
    }

    /** The first {@code max} characters or a little less: no surrogate pair and no grapheme cluster is cut in two. */
    public static String cut(String text, int max) {
        if (max < 0) throw new IllegalArgumentException("a length from 0, not " + max);
        if (text.length() <= max) return text;
        return text.substring(0, boundary(text, max));
    }

    /** A text of up to {@code max} characters as it is, a longer one {@link #cut} and with a sign of that. */
    public static String shortened(String text, int max) {
        return text.length() <= max ? text : cut(text, max) + "…";
    }

    /** Whether a line is a row of a table, as tables stand in passages. */
    public static boolean isRow(String line) {
        return line.startsWith("|");
    }

    /** As {@link #cut}, and no row of a table is cut in two but one with which the text begins. */
    public static String cutRows(String text, int max) {
        var cut = cut(text, max);
        int line = cut.lastIndexOf('\n');
        boolean within = cut.length() < text.length() && text.charAt(cut.length()) != '\n';
        return within && line > 0 && isRow(text.substring(line + 1)) ? cut.substring(0, line) : cut;
    }

    /**
     * The last boundary between grapheme clusters (Unicode Annex 29) at or before an offset. Within a cluster of more
     * than 64 characters it is a boundary between code points.
     */
    public static int boundary(String text, int offset) {
        if (offset <= 0 || offset >= text.length()) return Math.clamp(offset, 0, text.length());
        if (simple(text.charAt(offset - 1)) && simple(text.charAt(offset))) return offset;
        int from = Math.max(0, offset - LONGEST_CLUSTER);
        while (from > 0 && from > offset - 2 * LONGEST_CLUSTER && !simple(text.charAt(from))) from--;
        int to = Math.min(text.length(), offset + 2);
        var clusters = BreakIterator.getCharacterInstance(Locale.ROOT);
        clusters.setText(text.substring(from, to));
        int boundary = from + (clusters.isBoundary(offset - from) ? offset - from : clusters.preceding(offset - from));
        if (boundary > from || offset <= LONGEST_CLUSTER) return boundary;
        return Character.isLowSurrogate(text.charAt(offset)) && Character.isHighSurrogate(text.charAt(offset - 1))
                ? offset - 1
                : offset;
    }

    /** Letters and signs that never belong to the character before or after them; not carriage return, which may. */
    private static boolean simple(char c) {
        return c >= 0x20 && c < 0x300
                || c == '\n'
                || c == '\t'
                || c >= 0x3041 && c < 0x3097
                || c >= 0x4e00 && c < 0xa000;
    }
}
