package rag.text;

import java.lang.Character.UnicodeScript;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Which language a text is in, told by its script and, where languages share a script, by a vote of their function
 * words: quick, and right for running text of a sentence or more. Shorter texts and code are {@link #UNKNOWN}.
 */
public final class Language {

    /** The code of a text whose language can't be told. */
    public static final String UNKNOWN = "und";

    /** What a character of these scripts weighs beside a letter: it stands for most of a word, or for a syllable. */
    private static final Map<UnicodeScript, Integer> WEIGHT = Map.of(UnicodeScript.HAN, 4, UnicodeScript.HANGUL, 2);

    /** Share of kana above which a heading is Japanese, and a text: a Chinese one may quote a Japanese title. */
    private static final double KANA_IN_HEADING = 0.1;

    private static final double KANA_IN_TEXT = 0.2;

    /** Longest heading, in signs. */
    private static final int HEADING = 30;

    /** Languages that have a script for themselves, nearly. */
    private static final Map<UnicodeScript, String> OWN = Map.ofEntries(
            Map.entry(UnicodeScript.HANGUL, "ko"), Map.entry(UnicodeScript.GREEK, "el"),
            Map.entry(UnicodeScript.HEBREW, "he"), Map.entry(UnicodeScript.THAI, "th"),
            Map.entry(UnicodeScript.LAO, "lo"), Map.entry(UnicodeScript.KHMER, "km"),
            Map.entry(UnicodeScript.MYANMAR, "my"), Map.entry(UnicodeScript.TIBETAN, "bo"),
            Map.entry(UnicodeScript.BENGALI, "bn"), Map.entry(UnicodeScript.GURMUKHI, "pa"),
            Map.entry(UnicodeScript.GUJARATI, "gu"), Map.entry(UnicodeScript.ORIYA, "or"),
            Map.entry(UnicodeScript.TAMIL, "ta"), Map.entry(UnicodeScript.TELUGU, "te"),
            Map.entry(UnicodeScript.KANNADA, "kn"), Map.entry(UnicodeScript.MALAYALAM, "ml"),
            Map.entry(UnicodeScript.SINHALA, "si"), Map.entry(UnicodeScript.ARMENIAN, "hy"),
            Map.entry(UnicodeScript.GEORGIAN, "ka"), Map.entry(UnicodeScript.ETHIOPIC, "am"));

    private Language() {}

    /** ISO 639-1 code of the language that most of the text is in, or {@link #UNKNOWN}. */
    public static String of(CharSequence text) {
        var scripts = scripts(text);
        int kana = scripts.getOrDefault(UnicodeScript.HIRAGANA, 0) + scripts.getOrDefault(UnicodeScript.KATAKANA, 0);
        int han = scripts.getOrDefault(UnicodeScript.HAN, 0);
        var main = UnicodeScript.UNKNOWN;
        int most = 0;
        for (var script : scripts.entrySet()) {
            int weight = script.getValue() * WEIGHT.getOrDefault(script.getKey(), 1);
            if (script.getKey() == UnicodeScript.HAN) weight += 2 * kana;
            if (weight > most) {
                most = weight;
                main = script.getKey();
            }
        }
        return switch (main) {
            case HAN, HIRAGANA, KATAKANA -> japanese(han, kana) ? "ja" : "zh";
            case LATIN -> WordVote.LATIN.get().winner(text);
            case CYRILLIC -> WordVote.CYRILLIC.get().winner(text);
            case ARABIC -> WordVote.ARABIC.get().winner(text);
            case DEVANAGARI -> WordVote.DEVANAGARI.get().winner(text);
            default -> OWN.getOrDefault(main, UNKNOWN);
        };
    }

    private static boolean japanese(int han, int kana) {
        return kana > (han + kana) * (han + kana > HEADING ? KANA_IN_TEXT : KANA_IN_HEADING);
    }

    /** How many letters of each script a text has, most first; signs, digits and blanks belong to none. */
    public static Map<UnicodeScript, Integer> scripts(CharSequence text) {
        var counts = new EnumMap<UnicodeScript, Integer>(UnicodeScript.class);
        var script = UnicodeScript.LATIN;
        int run = 0;
        for (int i = 0; i < text.length(); ) {
            int c = text.charAt(i);
            if (c < 0x80
                    ? (c | 0x20) < 'a' || (c | 0x20) > 'z'
                    : !Character.isLetter(c = Character.codePointAt(text, i))) {
                i += Character.charCount(c);
                continue;
            }
            i += Character.charCount(c);
            var next = script(c);
            if (next != script) {
                if (run > 0) counts.merge(script, run, Integer::sum);
                script = next;
                run = 0;
            }
            run++;
        }
        if (run > 0) counts.merge(script, run, Integer::sum);
        var order = new ArrayList<>(counts.entrySet());
        order.sort(Map.Entry.<UnicodeScript, Integer>comparingByValue().reversed());
        var profile = new LinkedHashMap<UnicodeScript, Integer>();
        order.forEach(entry -> profile.put(entry.getKey(), entry.getValue()));
        return profile;
    }

    /** Script of a letter; the ranges of the common ones first, as the JDK searches its table for each. */
    private static UnicodeScript script(int c) {
        if (c < 0x250) return UnicodeScript.LATIN;
        if (c >= 0x400 && c < 0x530) return UnicodeScript.CYRILLIC;
        if (c >= 0x4e00 && c < 0xa000) return UnicodeScript.HAN;
        if (c >= 0xac00 && c < 0xd7a4) return UnicodeScript.HANGUL;
        return UnicodeScript.of(c);
    }
}
