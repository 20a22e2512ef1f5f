package rag.engine;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import rag.store.ChunkStore;
import rag.store.CollectionProfile;
import rag.store.LearnedWord;
import rag.store.analysis.TextAnalysis;

/**
 * The words of what is said of a collection, each with its weight: name, display name and keywords count whole,
 * description and folders half, and words learned from questions at most half, by how often they came. Learned words
 * together move a collection by no more than the margin within which the router searches it anyway.
 */
final class ProfileWords {

    /** Parts of paths that are looked at. */
    private static final int MOST_PLACES = 2000;

    private static final double ALOUD = 1;
    private static final double ASIDE = 0.5;
    private static final double LEARNED = 0.5;

    /** Times that a learned word must have come to count half of the most it can. */
    private static final double OFTEN = 2;

    /** All that learned words can say for a collection, 0..1. */
    private static final double MOST_LEARNED = 0.33;

    /** Weight of matched words, in words that no other collection has, from which more makes no difference. */
    private static final double ENOUGH = 2;

    private final CollectionProfile profile;
    private final long seq;
    private final List<String> languages;
    private final Map<String, Double> words = new HashMap<>();
    private final List<LearnedWord> learned;
    private final Map<String, LearnedWord> learnedForms = new HashMap<>();

    /** @param learned words that were learned and speak for it */
    record Said(double score, List<String> learned) {
        static final Said NOTHING = new Said(0, List.of());
    }

    private ProfileWords(CollectionProfile profile, List<LearnedWord> learned, long seq, List<String> languages) {
        this.profile = profile;
        this.learned = List.copyOf(learned);
        this.seq = seq;
        this.languages = languages;
    }

    static ProfileWords of(ChunkStore store, CollectionProfile profile, List<LearnedWord> learned, long seq)
            throws IOException {
        try (var reader = store.reader(List.of(profile.name()))) {
            var made = new ProfileWords(
                    profile, learned, seq, List.copyOf(reader.languages().keySet()));
            made.add(String.join(" ", reader.places(MOST_PLACES)), ASIDE);
            made.add(profile.description(), ASIDE);
            made.add(profile.name() + " " + profile.displayName(), ALOUD);
            made.add(String.join(" ", profile.keywords()), ALOUD);
            for (var word : learned) {
                for (var term :
                        TextAnalysis.question(word.word(), made.languages).words()) {
                    for (var form : term.variants()) made.learnedForms.putIfAbsent(form, word);
                }
            }
            return made;
        }
    }

    /** Of the commit that the collection's places were read at. */
    long seq() {
        return seq;
    }

    boolean isOf(CollectionProfile other, List<LearnedWord> words, long newest) {
        return seq == newest && profile.equals(other) && learned.equals(words);
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

    /** The learned word that the forms are of, where nobody said it; null for none. */
    private @Nullable LearnedWord learned(Iterable<String> forms) {
        for (var form : forms) {
            var word = learnedForms.get(form);
            if (word != null) return word;
        }
        return null;
    }

    /** How far what is said of each collection speaks for it, 0..1; a word counts the less, the more have it. */
    static Map<String, Said> scores(String text, Map<String, ProfileWords> profiles, Instant now) {
        var terms = TextAnalysis.question(text, languages(profiles));
        if (terms.onlyStopWords()) return Map.of();
        var said = new HashMap<String, Double>();
        var learned = new HashMap<String, Double>();
        var heard = new HashMap<String, List<String>>();
        int all = profiles.size();
        var seen = new HashSet<Set<String>>();
        for (var word : terms.words()) {
            if (!seen.add(word.variants())) continue;
            var own = new HashMap<String, Double>();
            var taught = new HashMap<String, Double>();
            profiles.forEach((name, profile) -> {
                double weight = profile.weight(word.variants());
                var known = profile.learned(word.variants());
                if (weight > 0) own.put(name, weight);
                else if (known != null) taught.put(name, LEARNED * known.count(now) / (known.count(now) + OFTEN));
            });
            add(said, own, all, own.size());
            add(learned, taught, all, own.size() + taught.size());
            if (own.size() + taught.size() == all) continue;
            for (var name : taught.keySet()) {
                heard.computeIfAbsent(name, key -> new ArrayList<>()).add(word.shown());
            }
        }
        var scores = new HashMap<String, Said>();
        for (var name : profiles.keySet()) {
            double sum = said.getOrDefault(name, 0.0) + Math.min(MOST_LEARNED, learned.getOrDefault(name, 0.0));
            scores.put(name, new Said(Math.min(1, sum), List.copyOf(heard.getOrDefault(name, List.of()))));
        }
        return scores;
    }

    private static void add(Map<String, Double> sums, Map<String, Double> weights, int all, int having) {
        if (weights.isEmpty() || having == all) return;
        double rarity = rarity(all, having) / rarity(all, 1);
        weights.forEach((name, weight) -> sums.merge(name, weight * rarity / ENOUGH, Double::sum));
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
