package rag.answer;

import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import rag.model.Chunk;
import rag.model.Hit;
import rag.text.Counted;

/** Keeps an answer within a number of tokens: trims from the end, and says what was cut. */
public final class Budget {

    private Budget() {}

    /**
     * The hits that fit, and those behind them.
     *
     * @param notes what a reader must know; nothing when all fit
     */
    public record Trimmed(List<Hit> hits, List<Hit> left, List<String> notes) {

        public Trimmed {
            hits = List.copyOf(hits);
            left = List.copyOf(left);
        }
    }

    /** Leaves out hits from the end of the list until the rest fits. @param maxTokens null for no budget */
    public static Trimmed trim(List<Hit> hits, @Nullable Integer maxTokens) {
        if (maxTokens == null) return new Trimmed(hits, List.of(), List.of());
        int all = hits.size();
        long used = 0;
        int fit = 0;
        for (var hit : hits) {
            used += tokens(hit);
            if (used > maxTokens) break;
            fit++;
        }
        if (fit == all) return new Trimmed(hits, List.of(), List.of());
        var note = "%d of %s left out to stay within %s; ask for fewer hits or allow more tokens"
                .formatted(all - fit, Counted.of(all, "hit"), Counted.of(maxTokens, "token"));
        return new Trimmed(hits.subList(0, fit), hits.subList(fit, all), List.of(note));
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
     * token in Latin script, two in Greek and Cyrillic, and one sign a token in all others, of which models know fewer words.
     */
    public static long tokens(String text) {
        long quarters = text.codePoints()
                .mapToLong(c -> switch (Character.UnicodeScript.of(c)) {
                    case LATIN, COMMON, INHERITED, UNKNOWN -> 1;
                    case GREEK, CYRILLIC -> 2;
                    default -> 4;
                })
                .sum();
        return (quarters + 3) / 4;
    }
}
