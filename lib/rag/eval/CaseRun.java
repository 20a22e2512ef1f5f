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
 * @param cost calls of language models, as far as the stages tell
 * @param error why there is no answer, "" when there is
 * @param degraded the stage that failed while another answered, and why; "" when none did
 * @param notes what a reader of the answer is told
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
        ExperimentReport.Cost cost,
        String error,
        String degraded,
        List<String> notes) {

    /** Texts of the first hits. */
    public List<String> contexts(int most) {
        return hits.stream().limit(most).map(hit -> hit.chunk().text()).toList();
    }
}
