package rag.engine;

import java.util.List;
import rag.model.Candidate;

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
        List<String> notes) {}
