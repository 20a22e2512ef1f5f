package rag.store.analysis;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.lucene.analysis.miscellaneous.ASCIIFoldingFilter;
import rag.store.analysis.Segmenter.Kind;
import rag.store.analysis.Segmenter.Tokens;

/**
 * Words, and what programmers make of them. A name made of several words is indexed whole and in its parts:
 * {@code getUserById} is getuserbyid, get, user, by, id; {@code v1.2.3} is v1.2.3, 1.2.3 and 1.2; {@code C++} and
 * {@code C#} are no C; {@code .NET} is .net and net; {@code U.S.} is us; {@code 1,000} is 1000.
 */
final class Identifiers {

    private Identifiers() {}

    /** Hands over the tokens of a run of letters, digits and the signs that may stand within a word. */
    static void tokens(char[] text, int length, int start, int end, Tokens tokens) {
        if (plain(text, start, end) && !signed(text, length, start, end)) {
            tokens.add(Kind.WORD, new String(text, start, end - start), 1, start, end);
            return;
        }
        var whole = clean(new String(text, start, end - start));
        if (whole.isEmpty()) return;
        if (language(text, length, start, end)) {
            int signs = text[end] == '#' ? 1 : 2;
            tokens.add(Kind.TERM, verbatim(whole + text[end] + (signs == 2 ? "+" : "")), 1, start, end + signs);
        } else if (dotted(text, start)) {
            tokens.add(Kind.TERM, verbatim("." + whole), 1, start - 1, end);
            compound(whole, 0, start, end, tokens);
        } else {
            compound(whole, 1, start, end, tokens);
        }
    }

    /** Lower case, without accents, digits of any script as 0 to 9. */
    static String verbatim(String token) {
        var lower = token.toLowerCase(Locale.ROOT);
        if (lower.chars().allMatch(c -> c < 0x80)) return lower;
        var letters = lower.replace("\u0307", "").toCharArray(); // what is left of a Turkish capital I
        for (int i = 0; i < letters.length; i++) {
            if (Character.isDigit(letters[i])) letters[i] = (char) ('0' + Character.digit(letters[i], 10));
        }
        var folded = new char[letters.length * 4];
        return new String(folded, 0, ASCIIFoldingFilter.foldToASCII(letters, 0, folded, 0, letters.length));
    }

    /** Small letters after at most one capital, and nothing that is looked at more closely. */
    private static boolean plain(char[] text, int start, int end) {
        for (int i = start; i < end; i++) {
            char c = text[i];
            if (c >= 'a' && c <= 'z' || i == start && c >= 'A' && c <= 'Z') continue;
            if (c < 0x80 || c >= 0x300 && c < 0x370 || c >= 0xd800) return false;
            if (!Character.isLetter(c) || i > start && Character.isUpperCase(c)) return false;
        }
        return true;
    }

    /** Whether a sign beside the word may belong to it. */
    private static boolean signed(char[] text, int length, int start, int end) {
        return end < length && (text[end] == '+' || text[end] == '#') || start > 0 && text[start - 1] == '.';
    }

    /** C++, C#, F#, g++: letters, then signs that no letter follows. */
    private static boolean language(char[] text, int length, int start, int end) {
        if (end >= length || !Character.isLetter(text[end - 1])) return false;
        if (text[end] == '#') return end - start == 1 && (end + 1 == length || !word(text[end + 1]));
        return text[end] == '+'
                && end + 1 < length
                && text[end + 1] == '+'
                && (end + 2 == length
                        || text[end + 2] != '+' && (Character.isDigit(text[end + 2]) || !word(text[end + 2])));
    }

    /** .NET, .gitignore: a dot that ends nothing. */
    private static boolean dotted(char[] text, int start) {
        return start > 0
                && text[start - 1] == '.'
                && Character.isLetter(text[start])
                && (start == 1 || !word(text[start - 2]) && ".)]}\"'".indexOf(text[start - 2]) < 0);
    }

    /** Whether a sign between it and a name joins the two; signs of Chinese and Japanese stand beside names without a blank. */
    private static boolean word(char c) {
        return c < 0x2e80 && (Character.isLetterOrDigit(c) || c == '_' || c == '#');
    }

    /** The word composed, ligatures apart, without what only shapes it or parts lines, without underscores at its ends. */
    private static String clean(String word) {
        int from = 0, to = word.length();
        while (from < to && word.charAt(from) == '_') from++;
        while (to > from && (word.charAt(to - 1) == '_' || Character.isHighSurrogate(word.charAt(to - 1)))) to--;
        boolean strange = false;
        for (int i = from; i < to && !strange; i++) {
            char c = word.charAt(i);
            strange = c >= 0x300 && c < 0x370 || c >= 0xfb00 || shapes(c);
        }
        if (!strange) return word.substring(from, to);
        var kept = new StringBuilder();
        for (int i = from; i < to; i++) if (!shapes(word.charAt(i))) kept.append(word.charAt(i));
        return Normalizer.normalize(kept, Normalizer.Form.NFKC);
    }

    /** Soft hyphen, joiners, direction marks, variation selectors. */
    private static boolean shapes(char c) {
        return c >= 0xad && (Character.getType(c) == Character.FORMAT || c >= 0xfe00 && c <= 0xfe0f);
    }

    private static void compound(String whole, int step, int start, int end, Tokens tokens) {
        int letters = 0, digits = 0, dots = 0, commas = 0;
        for (int i = 0; i < whole.length(); i++) {
            char c = whole.charAt(i);
            if (Character.isDigit(c)) digits++;
            else if (c == '.') dots++;
            else if (c == ',') commas++;
            else if (Character.isLetter(c) || c == '\'' || marks(c)) letters++;
        }
        if (dots > 0 && letters == dots + 1 && letters + dots == whole.length() && acronym(whole)) {
            tokens.add(Kind.WORD, whole.replace(".", ""), step, start, end);
        } else if (digits > 0 && dots > 0 && digits + dots + letters == whole.length() && version(whole, letters)) {
            versions(verbatim(whole), step, start, end, tokens);
        } else if (commas > 0 && thousands(whole)) {
            tokens.add(Kind.TERM, whole.replace(",", ""), step, start, end);
        } else {
            boolean word = letters == whole.length();
            tokens.add(word ? Kind.WORD : Kind.TERM, word ? whole : verbatim(whole), step, start, end);
            if (letters == 0) return;
            var parts = parts(whole);
            if (parts.size() < 2) return;
            for (int i = 0; i < parts.size(); i++) tokens.add(Kind.WORD, parts.get(i), i == 0 ? 0 : 1, start, end);
        }
    }

    private static boolean acronym(String word) {
        for (int i = 1; i < word.length(); i += 2) if (word.charAt(i) != '.') return false;
        return true;
    }

    private static boolean version(String word, int letters) {
        return letters == 0 || letters == 1 && (word.charAt(0) | 0x20) == 'v';
    }

    private static boolean thousands(String number) {
        int from = number.indexOf(',');
        if (from > 3) return false;
        for (int i = 0; i < number.length(); i++) {
            char c = number.charAt(i);
            boolean comma = i >= from && i < number.length() - 3 && (i - from) % 4 == 0;
            if (comma ? c != ',' : !Character.isDigit(c)) return false;
        }
        return (number.length() - from) % 4 == 0;
    }

    /** A version is asked for with or without its v, and with fewer of its numbers. */
    private static void versions(String version, int step, int start, int end, Tokens tokens) {
        tokens.add(Kind.TERM, version, step, start, end);
        var numbers = version.charAt(0) == 'v' ? version.substring(1) : version;
        if (numbers != version) tokens.add(Kind.TERM, numbers, 0, start, end);
        for (int dot = numbers.indexOf('.', numbers.indexOf('.') + 1); dot > 0; dot = numbers.indexOf('.', dot + 1)) {
            tokens.add(Kind.TERM, numbers.substring(0, dot), 0, start, end);
        }
    }

    /** The words a name is made of: cut at signs, between small letter and capital, between letter and digit. */
    private static List<String> parts(String name) {
        var parts = new ArrayList<String>();
        int from = 0;
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (c == '_' || c == '.' || c == ':' || c == ',') {
                if (i > from) parts.add(name.substring(from, i));
                from = i + 1;
            } else if (i > from && turns(name, from, i)) {
                parts.add(name.substring(from, i));
                from = i;
            }
        }
        if (from < name.length()) parts.add(name.substring(from));
        return parts;
    }

    /**
     * Whether a new word begins at {@code i}. The plural of an acronym (DNAs) is one word, and so are mRNA, and a digit
     * with a single letter: p53, 3D, k8s.
     */
    private static boolean turns(String name, int from, int i) {
        char before = name.charAt(i - 1), c = name.charAt(i);
        if (Character.isDigit(c) && Character.isLetter(before)) return i - from > 1;
        if (Character.isDigit(before) && Character.isLetter(c)) {
            return i + 1 < name.length() && Character.isLetter(name.charAt(i + 1));
        }
        if (!Character.isUpperCase(c)) return false;
        if (Character.isLowerCase(before)) return i - from > 1;
        boolean lastCapital = i + 1 < name.length() && Character.isLowerCase(name.charAt(i + 1));
        boolean plural = lastCapital
                && name.charAt(i + 1) == 's'
                && (i + 2 == name.length() || !Character.isLowerCase(name.charAt(i + 2)));
        return Character.isUpperCase(before) && lastCapital && !plural;
    }

    private static boolean marks(char c) {
        int type = Character.getType(c);
        return type == Character.NON_SPACING_MARK || type == Character.COMBINING_SPACING_MARK;
    }
}
