package rag.retrieve;

import java.util.Map;
import java.util.Set;

/**
 * Whether the dense route is to be believed for a question: a model knows some languages only, and for text in another
 * one its nearest neighbours are chance, which fusion would let spoil the sparse route's list.
 *
 * @param reason why it is not believed, in words; "" when it is
 */
public record DenseTrust(String reason) {

    private static final DenseTrust FULL = new DenseTrust("");

    public boolean full() {
        return reason.isEmpty();
    }

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
                "%s does not know the language '%s': the dense route is left out; a multilingual embedding model would help"
                        .formatted(model, language));
    }
}
