package rag.eval;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Share of the reference answer's statements that can be attributed to the passages (RAGAS). A reference without statements
 * is not evaluated.
 */
final class ContextRecall implements RagasMetric {

    private static final Map<String, Object> SCHEMA = Schemas.object(Map.of(
            "classifications",
            Schemas.list(Schemas.object(
                    Map.of("statement", Schemas.TEXT, "reason", Schemas.TEXT, "attributed", Schemas.VERDICT)))));

    @Override
    public String name() {
        return "context_recall";
    }

    @Override
    public int calls(CaseRun run, int topK) {
        return run.hits().isEmpty() ? 0 : 1;
    }

    @Override
    public boolean needsAnswer() {
        return false;
    }

    @Override
    public String without(CaseRun run) {
        if (run.test().unanswerable()) return "no passage can hold the answer";
        return run.test().referenceAnswer().isEmpty() ? "the case has no reference_answer" : "";
    }

    @Override
    public Score score(RagasCase test) throws JudgeFailure {
        if (test.contexts().isEmpty()) return Score.measured(name(), null, 0);
        var statements = test.judge()
                .ask(
                        "ragas_context_recall",
                        Map.of("question", test.question(), "context", test.context(), "answer", test.reference()),
                        SCHEMA,
                        json -> {
                            var read = new ArrayList<Map<String, Object>>();
                            for (var node : Judge.list(json, "classifications")) {
                                var one = new LinkedHashMap<String, Object>();
                                one.put("statement", Judge.text(node, "statement"));
                                one.put("attributed", Judge.verdict(node.get("attributed")) ? 1 : 0);
                                one.put("reason", Judge.text(node, "reason"));
                                read.add(one);
                            }
                            return read;
                        });
        if (statements.isEmpty()) return Score.notEvaluated(name(), null, "the reference answer makes no statement");
        long attributed = statements.stream()
                .filter(s -> Integer.valueOf(1).equals(s.get("attributed")))
                .count();
        return Score.measured(name(), null, (double) attributed / statements.size())
                .with(Map.of("statements", statements));
    }
}
