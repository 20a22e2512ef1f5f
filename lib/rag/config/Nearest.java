package rag.config;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/** The known word that a mistyped one most likely means. */
public final class Nearest {

    private Nearest() {}

    /** The nearest of the candidates, the first among equals; empty when none is near enough to be meant. */
    public static Optional<String> to(String word, Collection<String> candidates) {
        var plain = fold(word);
        int limit = Math.max(plain.length() > 3 ? 2 : 1, plain.length() / 3);
        String best = null;
        int least = limit + 1;
        for (var candidate : candidates) {
            int distance = distance(plain, fold(candidate));
            if (distance < least) {
                least = distance;
                best = candidate;
            }
        }
        return Optional.ofNullable(best);
    }

    private static String fold(String word) {
        return word.toLowerCase(Locale.ROOT).replace('-', '_');
    }

    /** Letters to insert, delete, replace or swap with their neighbour (optimal string alignment). */
    static int distance(String a, String b) {
        var d = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) d[i][0] = i;
        for (int j = 0; j <= b.length(); j++) d[0][j] = j;
        for (int i = 1; i <= a.length(); i++) {
            for (int j = 1; j <= b.length(); j++) {
                int same = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
                d[i][j] = Math.min(Math.min(d[i - 1][j] + 1, d[i][j - 1] + 1), d[i - 1][j - 1] + same);
                boolean swapped =
                        i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
                if (swapped) d[i][j] = Math.min(d[i][j], d[i - 2][j - 2] + 1);
            }
        }
        return d[a.length()][b.length()];
    }
}
