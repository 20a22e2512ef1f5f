package rag.eval;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import rag.config.Secrets;
import rag.config.Settings;
import rag.eval.ExperimentReport.Case;
import rag.text.Counted;

/** What makes an experiment's numbers less sure than they look; what several variants share is said once. */
final class ExperimentNotes {

    private final Map<String, List<String>> variants = new LinkedHashMap<>();

    void of(String variant, List<Case> cases, List<Problem> problems) {
        var troubled = cases.stream().filter(one -> !one.isDone()).toList();
        if (!troubled.isEmpty()) {
            say(
                    variant,
                    "%d of %s failed or lacked a stage, and will be asked again by the next run: %s"
                            .formatted(
                                    troubled.size(),
                                    Counted.of(cases.size(), "case"),
                                    Secrets.mask(troubled.getFirst().trouble())));
        }
        if (!problems.isEmpty()) {
            var first = problems.getFirst();
            say(
                    variant,
                    "%s to mend in the test set, counted as no miss, the first %s: %s"
                            .formatted(Counted.of(problems.size(), "thing"), first.caseId(), first.what()));
        }
    }

    void deep(String variant, Settings.Rerank rerank, int topK, int depth) {
        CaseNotes.deep(rerank, topK, depth).ifPresent(words -> say(variant, words));
    }

    private void say(String variant, String words) {
        variants.computeIfAbsent(words, w -> new ArrayList<>()).add(variant);
    }

    /** @param warnings of the test set, which come first */
    List<String> all(List<String> warnings) {
        var all = new ArrayList<>(warnings);
        variants.forEach((words, names) -> all.add(String.join(", ", names) + ": " + words));
        return all;
    }
}
