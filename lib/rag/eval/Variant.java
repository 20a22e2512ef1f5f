package rag.eval;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import rag.config.Nearest;
import rag.config.Secrets;
import rag.config.Settings;
import rag.model.Failure;

/**
 * A way of searching that is tried beside others.
 *
 * @param settings what it changes, by key
 */
public record Variant(String name, Map<String, String> settings) {

    /** Those that are there without a file. */
    private static final Map<String, Map<String, String>> BUILT_IN = new LinkedHashMap<>();

    static {
        BUILT_IN.put("dense", Map.of("retrieval.mode", "dense", "rerank.enabled", "false"));
        BUILT_IN.put("sparse", Map.of("retrieval.mode", "sparse", "rerank.enabled", "false"));
        BUILT_IN.put("hybrid", Map.of("retrieval.mode", "hybrid", "rerank.enabled", "false"));
        BUILT_IN.put("hybrid_rerank", Map.of("retrieval.mode", "hybrid", "rerank.enabled", "true"));
        BUILT_IN.put(
                "convex", Map.of("retrieval.mode", "hybrid", "retrieval.fusion", "convex", "rerank.enabled", "false"));
        BUILT_IN.put("rrf", Map.of("retrieval.mode", "hybrid", "retrieval.fusion", "rrf", "rerank.enabled", "false"));
        BUILT_IN.put("no_feedback", Map.of("retrieval.feedback", "false"));
        BUILT_IN.put("settings", Map.of());
    }

    /**
     * The variants of these names, in their order.
     *
     * @param named those of a file; they go before built-in ones of the same name
     */
    public static List<Variant> of(List<String> names, Map<String, Map<String, String>> named) {
        var known = new LinkedHashMap<>(BUILT_IN);
        known.putAll(named);
        var variants = new ArrayList<Variant>();
        for (var name : names) {
            var settings = known.get(name);
            if (settings == null) {
                throw new Failure("no variant %s%s; there are: %s"
                        .formatted(
                                name,
                                Nearest.to(name, known.keySet())
                                        .map(near -> " (did you mean " + near + "?)")
                                        .orElse(""),
                                String.join(", ", known.keySet())));
            }
            if (variants.stream().anyMatch(v -> v.name().equals(name))) {
                throw new Failure("variant " + name + " is named twice");
            }
            variants.add(new Variant(name, settings));
        }
        return variants;
    }

    /** The settings as a report may show them. */
    Map<String, String> shown() {
        var shown = new LinkedHashMap<>(settings);
        shown.replaceAll((key, value) -> Secrets.mask(value));
        return shown;
    }

    /** A variant that reranks, where the settings name no reranker, takes the one that needs neither key nor download. */
    Variant completed(Settings base) {
        boolean reranks = "true".equals(settings.get("rerank.enabled")) && !settings.containsKey("rerank.provider");
        if (!reranks || !base.rerank().provider().equals("none")) return this;
        var completed = new LinkedHashMap<>(settings);
        completed.put("rerank.provider", "late_interaction");
        return new Variant(name, completed);
    }
}
