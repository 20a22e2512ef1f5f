package rag.engine;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import rag.engine.Scope.Group;
import rag.model.Candidate;
import rag.model.Verdict;
import rag.retrieve.Judgement;
import rag.retrieve.RouteWeights;

/**
 * What the two routes found, and what they weigh: what comes after them asks nobody else.
 *
 * @param hypothetical a made-up answer that the dense route looked for beside the question; "" for none
 * @param weights as they hold: where one route alone found something, it decides alone
 */
record Lists(String hypothetical, Routes.Dense meaning, Routes.Sparse words, RouteWeights weights, List<String> notes) {

    Lists {
        notes = List.copyOf(notes);
    }

    /** @param planned the weights of the routes where both find something */
    static Lists of(
            String hypothetical, Routes.Dense meaning, Routes.Sparse words, RouteWeights planned, List<String> notes) {
        boolean dense = !meaning.candidates().isEmpty(),
                sparse = !words.candidates().isEmpty();
        var weights = dense == sparse ? planned : new RouteWeights(dense ? 1 : 0, dense ? 0 : 1);
        return new Lists(hypothetical, meaning, words, weights, notes);
    }

    List<Candidate> dense() {
        return meaning.candidates();
    }

    List<Candidate> sparse() {
        return words.candidates();
    }

    /** Whether the dense route ran, and did not fail. */
    boolean denseAnswered() {
        return !meaning.looked().isEmpty();
    }

    boolean sparseAnswered() {
        return !words.coverage().isEmpty();
    }

    /**
     * Whether they answer a question: where any group of collections would by itself, they do.
     *
     * @param hits how many passages are given of them
     */
    Judgement judged(String text, Scope scope, int hits) {
        if (dense().isEmpty() && sparse().isEmpty()) return Judgement.of(0, Double.NaN, "", Double.NaN);
        if (hits == 0) return new Judgement(Verdict.EMPTY, "the token budget left no room for a passage");
        var groups = scope.groups();
        if (groups.size() == 1) return judged(text, groups.getFirst(), hits);
        var reasons = new EnumMap<Verdict, List<String>>(Verdict.class);
        for (var group : groups) {
            if (!meaning.cosine().containsKey(group) && !sparseAnswered()) continue; // nothing of it was looked at
            var judged = judged(text, group, hits);
            reasons.computeIfAbsent(judged.verdict(), verdict -> new ArrayList<>())
                    .add(group.name() + ": " + judged.reason());
        }
        var verdict = reasons.containsKey(Verdict.OK) ? Verdict.OK : Verdict.WEAK;
        return new Judgement(verdict, String.join("; ", reasons.getOrDefault(verdict, List.of())));
    }

    private Judgement judged(String text, Group group, int hits) {
        return Judgement.of(
                text,
                hits,
                meaning.cosine().getOrDefault(group, Double.NaN),
                group.reader().fingerprint().model(),
                words.coverage().getOrDefault(group, Double.NaN));
    }
}
