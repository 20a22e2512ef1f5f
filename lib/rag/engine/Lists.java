package rag.engine;

import java.util.List;
import rag.model.Candidate;
import rag.model.Verdict;
import rag.retrieve.Judgement;

/**
 * What the two routes found; {@code cosine} and {@code coverage} are NaN where a route did not run.
 *
 * @param hypothetical a made-up answer that the dense route looked for beside the question; "" for none
 */
record Lists(
        String hypothetical,
        List<Candidate> dense,
        List<Candidate> sparse,
        double cosine,
        double coverage,
        List<String> notes) {

    /** Whether they answer a question. @param hits how many passages are given of them */
    Judgement judged(String text, Scope scope, int hits) {
        if (dense.isEmpty() && sparse.isEmpty()) return Judgement.of(0, cosine, "", coverage);
        if (hits == 0) return new Judgement(Verdict.EMPTY, "the token budget left no room for a passage");
        var print = scope.groups().getFirst().reader().fingerprint();
        return Judgement.of(text, hits, cosine, print.model(), coverage);
    }
}
