package rag.eval;

import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import rag.model.Filter;

/**
 * Questions with what a right answer holds. The file's form is read by {@link GoldenReader}.
 *
 * @param name file or folder it came from, "examples" for the one that ships
 * @param hash first 16 hex digits of the content's sha256: two runs compare when it is the same
 * @param warnings what the file says that is not used
 */
public record GoldenSet(
        String name, String description, String version, String hash, List<Case> cases, List<String> warnings) {

    /** The tag of questions that the documents do not answer. */
    static final String UNANSWERABLE = "unanswerable";

    public GoldenSet {
        cases = List.copyOf(cases);
        warnings = List.copyOf(warnings);
    }

    /**
     * A question with its truth on up to three levels; a level without truth is not measured for it. Truth maps a name to
     * its grade: 1 unless the file says another, 0 and less is judged and not relevant.
     *
     * @param collection where to ask; null takes the run's
     * @param asOf the day on which it is asked; null for today
     * @param chunkIds passages that answer it; gone when the collection is cut anew
     * @param sources documents that answer it, whole or by their end ("manuals/pump.md")
     * @param evidence the words that answer it
     * @param referenceAnswer "" when there is none
     * @param answer an answer to be judged; "" lets the model write one
     * @param tags groups of cases; {@link #UNANSWERABLE} says that the documents hold no answer
     */
    public record Case(
            String id,
            String query,
            @Nullable String collection,
            Filter filter,
            @Nullable LocalDate asOf,
            Map<String, Integer> chunkIds,
            Map<String, Integer> sources,
            List<Evidence> evidence,
            String referenceAnswer,
            String answer,
            List<String> tags) {

        public Case {
            chunkIds = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(chunkIds));
            sources = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(sources));
            evidence = List.copyOf(evidence);
            tags = List.copyOf(tags);
        }

        public boolean unanswerable() {
            return tags.contains(UNANSWERABLE);
        }

        public boolean hasTruth() {
            return !chunkIds.isEmpty() || !sources.isEmpty() || !evidence.isEmpty();
        }
    }

    /** Words of a document that answer a question. @param page from 1; null for anywhere */
    public record Evidence(String source, @Nullable Integer page, String text, int grade) {}
}
