package rag.transform;

import java.lang.Character.UnicodeScript;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import rag.text.StopWords;

/**
 * The words of a text that can say what it is about, with how often they stand in it, in the order they come up.
 * Chinese sets no blanks between words: there every two characters that stand together are a term, and those that come
 * again one behind the other make a phrase.
 */
public final class Terms {

    private static final int SHORTEST = 3, LONGEST = 40, LONGEST_PHRASE = 10;

    /** Characters that bind words and start or end none: particles, pronouns, copulas. */
    private static final String BINDERS = "的了是在和与與及或也就都而为為有不这這那之其中上下个個们們我你他她它以于於对對从從被把将將等";

    private static final Set<String> EMPTY =
            Set.of("可以 进行 進行 因此 因为 因為 所以 如果 已经 已經 由于 由於 通过 通過 表示 一种 一種 一些 时候 時候 目前 同时 同時 今年 其他".split(" "));

    /** Stands for the language of source code. */
    static final String CODE = "code";

    private static final Set<String> KEYWORDS =
            Set.of(("abstract assert async await bool boolean break byte case catch char class const continue def"
                + " default defer del delete double else elif enum except export extends extern false final finally"
                + " float fn for foreach from func function if impl implements import in include instanceof int"
                + " integer interface is lambda let long match mod module mut namespace new nil none not null object"
                + " or override package pass private protected pub public raise record ref return self short static"
                + " str string struct super switch template this throw throws trait true try type typedef typeof union"
                + " unsigned use using val var virtual void where while with yield")
                    .split(" "));

    private final Map<String, Integer> counts = new LinkedHashMap<>();
    private final Set<String> stopWords;

    private Terms(String language) {
        this.stopWords = language.equals(CODE) ? KEYWORDS : StopWords.of(language);
    }

    /** @param language ISO 639-1 code, for its stop words, or {@link #CODE} */
    public static Map<String, Integer> of(String text, String language) {
        var terms = new Terms(language);
        runs(text, terms::pairs, terms::word);
        return terms.counts;
    }

    /**
     * The Chinese phrases of a text: the longest stretches of characters whose every pair comes again.
     *
     * @param terms of the same text
     */
    static Map<String, Integer> phrases(String text, Map<String, Integer> terms) {
        var phrases = new LinkedHashMap<String, Integer>();
        Consumer<String> chain = run -> {
            for (int start = 0, end; start < run.length(); start = end) {
                end = start + 1;
                while (end < run.length()
                        && end - start < LONGEST_PHRASE
                        && terms.getOrDefault(run.substring(end - 1, end + 1), 0) > 1) end++;
                if (end - start > 1) phrases.merge(run.substring(start, end), 1, Integer::sum);
            }
        };
        runs(text, chain, word -> {});
        phrases.values().removeIf(count -> count < 2);
        return phrases;
    }

    private static void runs(String text, Consumer<String> han, Consumer<String> word) {
        for (int i = 0; i < text.length(); ) {
            int c = text.codePointAt(i);
            int end = i + Character.charCount(c);
            if (!Character.isLetterOrDigit(c) && c != '_') {
                i = end;
                continue;
            }
            var script = script(c);
            while (end < text.length() && goesOn(text, end, script)) end += Character.charCount(text.codePointAt(end));
            (script == UnicodeScript.HAN ? han : word).accept(text.substring(i, end));
            i = end;
        }
    }

    private static boolean goesOn(String text, int i, UnicodeScript script) {
        int c = text.codePointAt(i);
        if (Character.isLetterOrDigit(c)
                || c == '_'
                || Character.getType(c) == Character.NON_SPACING_MARK
                || Character.getType(c) == Character.COMBINING_SPACING_MARK) return script(c) == script;
        boolean inside = (c == '-' || c == '\'' || c == '\u2019') && i + 1 < text.length();
        return inside
                && script == UnicodeScript.COMMON
                && Character.isLetterOrDigit(text.charAt(i + 1))
                && script(text.charAt(i + 1)) == script;
    }

    /** The scripts that need a treatment of their own; all others are one. */
    private static UnicodeScript script(int c) {
        if (c < 0x2e80) return UnicodeScript.COMMON;
        return switch (UnicodeScript.of(c)) {
            case HAN -> UnicodeScript.HAN;
            case HIRAGANA -> UnicodeScript.HIRAGANA;
            case KATAKANA -> UnicodeScript.KATAKANA;
            default -> c == 0x30fc ? UnicodeScript.KATAKANA : UnicodeScript.COMMON;
        };
    }

    private void word(String word) {
        var plain = word.toLowerCase(Locale.ROOT);
        boolean hiragana = script(plain.codePointAt(0)) == UnicodeScript.HIRAGANA;
        int length = plain.codePointCount(0, plain.length());
        boolean says = plain.chars().anyMatch(Character::isLetter) && !hiragana && !stopWords.contains(plain);
        if (says && length >= (plain.charAt(0) < 0x1100 ? SHORTEST : 2) && length <= LONGEST) count(plain);
    }

    private void pairs(String run) {
        for (int i = 0; i + 1 < run.length(); i++) {
            var pair = run.substring(i, i + 2);
            if (pair.chars().anyMatch(c -> Character.isSurrogate((char) c))) continue;
            if (BINDERS.indexOf(pair.charAt(0)) < 0 && BINDERS.indexOf(pair.charAt(1)) < 0 && !EMPTY.contains(pair)) {
                count(pair);
            }
        }
    }

    private void count(String term) {
        counts.merge(term, 1, Integer::sum);
    }
}
