package rag.answer;

import java.util.List;
import java.util.stream.Stream;
import rag.model.Chunk;
import rag.model.Hit;
import rag.text.Counted;

/** Keeps an answer within a number of tokens: trims from the end, and says what was cut. */
public final class Budget {

    private Budget() {}

    /** Removes hits from the end of the list until the rest fits; returns what a reader must know, nothing when all fit. */
    public static List<String> trim(List<Hit> hits, int maxTokens) {
        int all = hits.size();
        long used = 0;
        int fit = 0;
        for (var hit : hits) {
            used += tokens(hit);
            if (used > maxTokens) break;
            fit++;
        }
        if (fit == all) return List.of();
        hits.subList(fit, all).clear();
        return List.of("%d of %s left out to stay within %s; ask for fewer hits or allow more tokens"
                .formatted(all - fit, Counted.of(all, "hit"), Counted.of(maxTokens, "token")));
    }

    private static long tokens(Hit hit) {
        return Stream.of(hit.before(), List.of(hit.chunk()), hit.after())
                .flatMap(List::stream)
                .map(Chunk::text)
                .mapToLong(Budget::tokens)
                .sum();
    }

    /**
     * Tokens as a language model counts them, guessed from above, since every model counts differently: four letters a
     * token in scripts that write blanks, one sign a token in those that do not.
     */
    public static long tokens(String text) {
        long wide = text.codePoints()
                .filter(c -> c >= 0x1100 && Character.isLetter(c))
                .count();
        return wide + (text.codePointCount(0, text.length()) - wide + 3) / 4;
    }
}
