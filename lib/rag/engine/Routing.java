package rag.engine;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which collections a question goes to, and why.
 *
 * @param text the question without what it says of collections
 * @param understood what the question says of collections, in words; "" when nothing
 * @param ranked all collections that may be asked, best first
 * @param chosen where to search, in that order
 * @param reason why these, in words
 * @param notes collections that could not be looked at
 */
public record Routing(
        String text, String understood, List<Choice> ranked, List<String> chosen, String reason, List<String> notes) {

    /**
     * One collection.
     *
     * @param score what it is ranked by, about 0..1.3
     * @param meaning how near its nearest passage is, 0..1; null when its model was not asked
     * @param words share of the question's weight of words that its best passage holds, 0..1
     * @param profile how far name, keywords, description, folders and learned words speak for it, 0..1
     * @param answers whether what it holds is about the question
     * @param learned words of the question that speak for it since it answered others with them
     */
    public record Choice(
            String collection,
            double score,
            @Nullable Double meaning,
            double words,
            double profile,
            boolean answers,
            List<String> learned) {}

    public Routing {
        ranked = List.copyOf(ranked);
        chosen = List.copyOf(chosen);
        notes = List.copyOf(notes);
    }

    /** Whether every collection that may be asked is. */
    public boolean all() {
        return chosen.size() == ranked.size();
    }

    /** The same, but everywhere. */
    Routing everywhere(String why) {
        return new Routing(
                text,
                understood,
                ranked,
                ranked.stream().map(Choice::collection).toList(),
                why,
                notes);
    }

    /** In one line, for the reader of the answer. */
    public String told() {
        var said = understood.isEmpty() ? "" : understood + "; ";
        return "%ssearched %s%s of %d collections: %s"
                .formatted(
                        said,
                        all() && chosen.size() > 1 ? "all: " : "",
                        String.join(", ", chosen),
                        ranked.size(),
                        reason);
    }
}
