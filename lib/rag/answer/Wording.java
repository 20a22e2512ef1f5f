package rag.answer;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * What a text says, without how it is set: copies of a passage differ in blanks, case, emphasis, the kind of their quotes
 * and dashes, and in what ends their sentences. All else counts, since a sign may turn a passage into another: -5 and 5, C++ and C#,
 * 1.5 and 1,5, x >= 5 and x <= 5.
 */
final class Wording {

    /** Signs of scripts that write no blanks. */
    private static final String UNSPACED = "\\p{IsHan}\\p{IsHiragana}\\p{IsKatakana}";

    /** Emphasis as Markdown has it, which the same passage lacks in another format. */
    private static final Pattern EMPHASIS =
            Pattern.compile("(?<![\\p{L}\\p{N}*])(\\*{1,3})(?=\\S)([^\\n*]{1,200})(?<=\\S)\\1(?![\\p{L}\\p{N}*])");

    private static final Pattern DOUBLE_QUOTES = Pattern.compile("[“”„‟«»]|''");
    private static final Pattern SINGLE_QUOTES = Pattern.compile("[‘’‚‛‹›`]");
    private static final Pattern SHORT_DASHES = Pattern.compile("[‐‑‒–−]");

    /** A word that is broken at its hyphen goes on in the next line. */
    private static final Pattern HYPHEN_AT_LINE_END = Pattern.compile("(?<=\\p{L})-[^\\S\\n]*\\R\\s*(?=\\p{L})");

    /** What stands between words whatever touches it: long dashes, and the punctuation of scripts without blanks. */
    private static final Pattern BETWEEN = Pattern.compile("[—―、。｡，；：！？…「」『』《》〈〉]" + "|(?<=[" + UNSPACED
            + "])[.,;:!?\"'](?!\\p{N})|[.,;:!?\"'](?=[" + UNSPACED + "])");

    private static final Pattern BLANKS = Pattern.compile("[\\s\\p{Z}\\p{Cc}\\p{Cf}]+");
    private static final Pattern OPENING = Pattern.compile("^[\"'¿¡]+");

    /** The end of a sentence or a quote; a quote behind a digit counts, as it may mean feet or inches. */
    private static final Pattern CLOSING = Pattern.compile("(?:[.,;:!?]|(?<!\\p{N})[\"'])++$");

    /** A dash or the point of a list by itself. */
    private static final Pattern POINT = Pattern.compile("[-•‣◦▪·]+");

    private Wording() {}

    /** The words, each with the marks and signs that belong to it, between blanks; a blank before the first and behind the last. */
    static String of(String text) {
        var plain = DOUBLE_QUOTES.matcher(text.toLowerCase(Locale.ROOT)).replaceAll("\"");
        plain = EMPHASIS.matcher(plain).replaceAll("$2");
        plain = SINGLE_QUOTES.matcher(plain).replaceAll("'");
        plain = SHORT_DASHES.matcher(plain).replaceAll("-");
        plain = HYPHEN_AT_LINE_END.matcher(plain).replaceAll("-");
        plain = BETWEEN.matcher(plain).replaceAll(" ");
        var words = new StringBuilder(" ");
        var point = "";
        for (var token : BLANKS.split(plain)) {
            var word = CLOSING.matcher(OPENING.matcher(token).replaceFirst("")).replaceFirst("");
            if (word.isEmpty()) continue;
            boolean alone = POINT.matcher(word).matches();
            if (!alone) {
                // before a number it may be a minus
                if (Character.isDigit(word.codePointAt(0))) words.append(point);
                words.append(word).append(' ');
            }
            point = alone ? word + " " : "";
        }
        return words.toString();
    }
}
