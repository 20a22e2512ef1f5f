package rag.eval;

import java.util.List;
import java.util.Map;
import rag.model.Hit;
import rag.model.Verdict;

/**
 * A case with what the search gave for it.
 *
 * @param hits best first, as many as the deepest measure needs
 * @param references whole passages that answer it; empty unless a judge wants them
 * @param rankings ranking by level, for the levels that the case has truth on
 * @param stages milliseconds by stage
 * @param error why there is no answer, "" when there is
 */
public record CaseRun(
        GoldenSet.Case test,
        Truth truth,
        List<Hit> hits,
        List<String> references,
        Map<Level, List<String>> rankings,
        Verdict verdict,
        double elapsedMs,
        Map<String, Double> stages,
        String error) {

    /** Texts of the first hits. */
    public List<String> contexts(int most) {
        return hits.stream().limit(most).map(hit -> hit.chunk().text()).toList();
    }
}
