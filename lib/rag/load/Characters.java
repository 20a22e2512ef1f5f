package rag.load;

import java.text.Normalizer;

/** Takes out of a text what is no text: control characters, byte order marks, halves of surrogate pairs. */
final class Characters {

    private Characters() {}

    /**
     * Line ends become LF; tabs stay; all other controls, U+FEFF, soft hyphens, non-characters and lone surrogates go.
     * The same string comes back where nothing had to be done.
     */
    static String clean(String text) {
        int length = text.length();
        int i = 0;
        while (i < length && plain(text.charAt(i))) i++;
        if (i == length) return text;
        var out = new StringBuilder(length).append(text, 0, i);
        for (; i < length; i++) {
            char c = text.charAt(i);
            if (plain(c)) {
                out.append(c);
            } else if (Character.isHighSurrogate(c)) {
                if (i + 1 < length && Character.isLowSurrogate(text.charAt(i + 1))) {
                    out.append(c).append(text.charAt(++i));
                }
            } else if (c == '\r') {
                out.append('\n');
                if (i + 1 < length && text.charAt(i + 1) == '\n') i++;
            } else if (c == '\f' || c == 0x0b || c == 0x85 || c == 0x2028 || c == 0x2029) {
                out.append('\n');
            }
        }
        return out.toString();
    }

    private static boolean plain(char c) {
        if (c < 0x20) return c == '\n' || c == '\t';
        if (c < 0x7f) return true;
        return c >= 0xa0
                && c != 0xad
                && c != 0x2028
                && c != 0x2029
                && c != 0xfeff
                && c < 0xfffe
                && !Character.isSurrogate(c);
    }

    /** White space runs become one blank, ends are cut. */
    static String oneLine(String text) {
        var out = new StringBuilder(text.length());
        boolean gap = false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isWhitespace(c) || c == 0xa0 || c == 0x3000) {
                gap = !out.isEmpty();
            } else {
                if (gap) out.append(' ');
                gap = false;
                out.append(c);
            }
        }
        return out.toString();
    }

    /** Ligatures, Arabic presentation forms and Kangxi radicals become the letters they stand for (NFKC of these only). */
    static String unligated(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (presentation(text.charAt(i))) {
                var out = new StringBuilder();
                for (int j = 0; j < text.length(); j++) {
                    char c = text.charAt(j);
                    if (presentation(c)) out.append(Normalizer.normalize(String.valueOf(c), Normalizer.Form.NFKC));
                    else out.append(c);
                }
                return out.toString();
            }
        }
        return text;
    }

    private static boolean presentation(char c) {
        return c >= 0x2e80
                && (c <= 0x2fd5
                        || (c >= 0xfb00 && c <= 0xfdfb && c != 0xfd3e && c != 0xfd3f)
                        || (c >= 0xfe70 && c < 0xfeff));
    }

    /** Chinese, Japanese or Korean, or punctuation set with them: a line of them ends without a blank. */
    static boolean cjk(int c) {
        if (c < 0x1100) return false;
        return c <= 0x11ff
                || (c >= 0x2e80 && c <= 0x9fff)
                || (c >= 0xac00 && c <= 0xd7af)
                || (c >= 0xf900 && c <= 0xfaff)
                || (c >= 0xfe30 && c <= 0xfe4f)
                || (c >= 0xff00 && c <= 0xffef)
                || (c >= 0x20000 && c <= 0x3ffff);
    }

    /** CJK, but not Hangul, which sets blanks between words. */
    static boolean unspaced(int c) {
        return cjk(c) && !(c >= 0xac00 && c <= 0xd7af) && !(c >= 0x1100 && c <= 0x11ff);
    }

    /** Letters and marks of Hebrew, Arabic and their kin; their digits run from left to right. */
    static boolean rightToLeft(int c) {
        if ((c >= 0x660 && c <= 0x669) || (c >= 0x6f0 && c <= 0x6f9)) return false;
        return (c >= 0x590 && c <= 0x8ff) || (c >= 0xfb1d && c <= 0xfdff) || (c >= 0xfe70 && c < 0xfeff);
    }
}
