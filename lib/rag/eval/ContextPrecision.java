package rag.eval;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Whether useful passages stand before useless ones (RAGAS): the judge gives a verdict on each passage, and the measure is
 * the average precision of the verdicts, Σ P@k·v_k / Σ v_k. It does not fall when useful passages are missing: read it with
 * recall. Usefulness is judged by the reference answer, or, as "context_utilization", by the answer that was given.
 */
final class ContextPrecision implements RagasMetric {

    private static final Map<String, Object> SCHEMA =
            Schemas.object(Map.of("reason", Schemas.TEXT, "verdict", Schemas.VERDICT));

    private final boolean reference;

    ContextPrecision(boolean reference) {
        this.reference = reference;
    }

    @Override
    public String name() {
        return reference ? "context_precision" : "context_utilization";
    }

    @Override
    public int calls(CaseRun run, int topK) {
        return Math.min(topK, run.hits().size());
    }

    @Override
    public boolean needsAnswer() {
        return !reference;
    }

    @Override
    public String without(CaseRun run) {
        if (run.test().unanswerable()) return "no passage can be of use";
        if (reference) return run.test().referenceAnswer().isEmpty() ? "the case has no reference_answer" : "";
        return run.hits().isEmpty() ? "no passage was found" : "";
    }

    @Override
    public Score score(RagasCase test) throws JudgeFailure {
        var answer = reference ? test.reference() : test.answer();
        var verdicts = new ArrayList<Boolean>();
        var shown = new ArrayList<Map<String, Object>>();
        for (var context : test.contexts()) {
            var one = new LinkedHashMap<String, Object>();
            verdicts.add(test.judge()
                    .ask(
                            "ragas_context_precision",
                            Map.of("question", test.question(), "answer", answer, "context", context),
                            SCHEMA,
                            json -> {
                                boolean useful = Judge.verdict(json.get("verdict"));
                                one.put("rank", shown.size() + 1);
                                one.put("verdict", useful ? 1 : 0);
                                one.put("reason", Judge.text(json, "reason"));
                                return useful;
                            }));
            shown.add(one);
        }
        return Score.measured(name(), null, averagePrecision(verdicts))
                .with(Map.of("answer", answer, "passages", shown));
    }

    /** 0 when nothing is useful, also when there is nothing. */
    static double averagePrecision(List<Boolean> verdicts) {
        int useful = 0;
        double sum = 0;
        for (int i = 0; i < verdicts.size(); i++) if (verdicts.get(i)) sum += (double) ++useful / (i + 1);
        return useful == 0 ? 0 : sum / useful;
    }
}
