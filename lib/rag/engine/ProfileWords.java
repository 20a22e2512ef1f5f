package rag.engine;

import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import rag.store.ChunkStore;
import rag.store.CollectionProfile;
import rag.store.analysis.TextAnalysis;

/**
 * The words of what is said of a collection, each with its weight: name, display name and keywords count whole,
 * description and folders half.
 */
final class ProfileWords {

    /** Parts of paths that are looked at. */
    private static final int MOST_PLACES = 2000;

    private static final double ALOUD = 1;
    private static final double ASIDE = 0.5;

    /** Weight of matched words, in words that no other collection has, from which more makes no difference. */
    private static final double ENOUGH = 2;

    private final CollectionProfile profile;
    private final long seq;
    private final List<String> languages;
    private final Map<String, Double> words = new HashMap<>();

    private ProfileWords(CollectionProfile profile, long seq, List<String> languages) {
        this.profile = profile;
        this.seq = seq;
        this.languages = languages;
    }

    static ProfileWords of(ChunkStore store, CollectionProfile profile, long seq) throws IOException {
        try (var reader = store.reader(List.of(profile.name()))) {
            var made = new ProfileWords(
                    profile, seq, List.copyOf(reader.languages().keySet()));
            made.add(String.join(" ", reader.places(MOST_PLACES)), ASIDE);
            made.add(profile.description(), ASIDE);
            made.add(profile.name() + " " + profile.displayName(), ALOUD);
            made.add(String.join(" ", profile.keywords()), ALOUD);
            return made;
        }
    }

    boolean isOf(CollectionProfile other, long newest) {
        return seq == newest && profile.equals(other);
    }

    private void add(String text, double weight) {
        if (text.isBlank()) return;
        for (var part : text.split("[/_.\\s-]+")) {
            for (var word : TextAnalysis.question(part, languages).words()) {
                for (var form : word.variants()) words.merge(form, weight, Math::max);
            }
        }
    }

    private double weight(Iterable<String> forms) {
        double most = 0;
        for (var form : forms) most = Math.max(most, words.getOrDefault(form, 0.0));
        return most;
    }

    /** How far what is said of each collection speaks for it, 0..1; a word counts the less, the more have it. */
    static Map<String, Double> scores(String text, Map<String, ProfileWords> profiles) {
        var sums = new LinkedHashMap<String, Double>();
        var terms = TextAnalysis.question(text, languages(profiles));
        if (terms.onlyStopWords()) return sums;
        int all = profiles.size();
        double alone = rarity(all, 1);
        var seen = new java.util.HashSet<java.util.Set<String>>();
        for (var word : terms.words()) {
            if (!seen.add(word.variants())) continue;
            var weights = new LinkedHashMap<String, Double>();
            profiles.forEach((name, profile) -> {
                double weight = profile.weight(word.variants());
                if (weight > 0) weights.put(name, weight);
            });
            if (weights.isEmpty() || weights.size() == all) continue;
            double rarity = rarity(all, weights.size()) / alone;
            weights.forEach((name, weight) -> sums.merge(name, weight * rarity / ENOUGH, Double::sum));
        }
        sums.replaceAll((name, sum) -> Math.min(1, sum));
        return sums;
    }

    private static double rarity(int all, int having) {
        return Math.log(1 + (all - having + 0.5) / (having + 0.5));
    }

    private static List<String> languages(Map<String, ProfileWords> profiles) {
        return profiles.values().stream()
                .flatMap(profile -> profile.languages.stream())
                .distinct()
                .toList();
    }
}
