package rag.text;

import java.util.Locale;

/** Numbers of things in words: "1 chunk", "2,000 chunks", "3 queries". */
public final class Counted {

    private Counted() {}

    /** @param one the word for one of them; the last word of several takes the plural */
    public static String of(long n, String one) {
        return String.format(Locale.ROOT, "%,d %s", n, n == 1 ? one : many(one));
    }

    /** The word alone, for a number that stands elsewhere. */
    public static String many(String one) {
        if (one.matches(".*[^aeiou]y")) return one.substring(0, one.length() - 1) + "ies";
        return one.matches(".*(s|x|ch|sh)") ? one + "es" : one + "s";
    }
}
