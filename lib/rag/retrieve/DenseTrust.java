package rag.retrieve;

import java.util.Map;
import java.util.Set;

/**
 * How far the dense route is to be believed for a question: a model knows some languages only, and for text in another
 * one its nearest neighbours are chance, which fusion would let spoil the sparse route's list.
 *
 * @param factor 1 counts in full, 0 leaves the route out
 * @param reason why it is below 1, in words; "" when it is 1
 */
public record DenseTrust(double factor, String reason) {

    private static final DenseTrust FULL = new DenseTrust(1, "");

    /**
     * @param modelLanguages ISO 639-1 codes the model knows; empty means any
     * @param queryLanguage "und" when it cannot be told; then the collection's languages decide
     * @param chunkLanguages chunks by language
     */
    public static DenseTrust of(
            String model, Set<String> modelLanguages, String queryLanguage, Map<String, Integer> chunkLanguages) {
        if (modelLanguages.isEmpty()) return FULL;
        if (!queryLanguage.equals("und")) {
            return modelLanguages.contains(queryLanguage) ? FULL : unknown(model, queryLanguage);
        }
        var commonest = chunkLanguages.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey)
                .orElse("und");
        return commonest.equals("und") || modelLanguages.contains(commonest) ? FULL : unknown(model, commonest);
    }

    private static DenseTrust unknown(String model, String language) {
        return new DenseTrust(
                0,
                "%s does not know the language '%s': the dense route is left out; a multilingual embedding model would help"
                        .formatted(model, language));
    }
}
