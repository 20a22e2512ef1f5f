package rag.engine;

import java.util.List;
import java.util.Set;
import rag.model.Answer;
import rag.model.Candidate;
import rag.model.Filter;
import rag.model.Hit;
import rag.model.Query;
import rag.retrieve.Fused;
import rag.trace.Trace;

/**
 * A query with everything that happened on the way: what reports and explanations are made of.
 *
 * @param text what was searched for: the question without its filters
 * @param hypothetical a made-up answer that the dense route looked for beside it; "" for none
 * @param refined the fused list as feedback left it
 * @param ranked that list as reranking left it
 * @param meant the collections that the dense route answered for
 * @param trimmed the hits that the token budget left out
 */
public record SearchRun(
        Query query,
        String text,
        Filter filter,
        String hypothetical,
        List<Candidate> dense,
        List<Candidate> sparse,
        List<Fused> fused,
        List<Fused> refined,
        List<Fused> ranked,
        Set<String> meant,
        List<Hit> trimmed,
        Answer answer,
        Trace.Finished trace) {}
