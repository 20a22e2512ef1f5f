package rag.eval;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Share of an answer's statements that follow from the passages (Es et al. 2024, RAGAS): the judge takes the answer apart
 * into statements, then gives a verdict on each. An answer without statements is not evaluated: it is neither faithful nor
 * not.
 */
final class Faithfulness implements RagasMetric {

    private static final Map<String, Object> STATEMENTS =
            Schemas.object(Map.of("statements", Schemas.list(Schemas.TEXT)));
    private static final Map<String, Object> VERDICTS = Schemas.object(Map.of(
            "verdicts",
            Schemas.list(Schemas.object(
                    Map.of("statement", Schemas.TEXT, "reason", Schemas.TEXT, "verdict", Schemas.VERDICT)))));

    @Override
    public String name() {
        return "faithfulness";
    }

    @Override
    public int calls(CaseRun run, int topK) {
        return 2;
    }

    @Override
    public String without(CaseRun run) {
        return run.hits().isEmpty() ? "no passage was found" : "";
    }

    @Override
    public Score score(RagasCase test) throws JudgeFailure {
        var answer = test.answer();
        var statements = test.judge()
                .ask(
                        "ragas_statements",
                        Map.of("question", test.question(), "answer", answer),
                        STATEMENTS,
                        Faithfulness::statements);
        if (statements.isEmpty()) {
            return Score.notEvaluated(name(), null, "the answer makes no statement")
                    .with(Map.of("answer", answer));
        }
        var verdicts = test.judge()
                .ask(
                        "ragas_verdicts",
                        Map.of("context", test.context(), "statements", numbered(statements)),
                        VERDICTS,
                        json -> verdicts(json, statements));
        long supported = verdicts.stream()
                .filter(v -> Integer.valueOf(1).equals(v.get("verdict")))
                .count();
        return Score.measured(name(), null, (double) supported / statements.size())
                .with(Map.of("answer", answer, "statements", verdicts));
    }

    private static List<String> statements(com.fasterxml.jackson.databind.JsonNode json) throws JudgeFailure {
        var statements = new ArrayList<String>();
        for (var node : Judge.list(json, "statements")) {
            var text = node.isObject()
                    ? Judge.text(node, "statement")
                    : node.asText().strip();
            if (!text.isEmpty()) statements.add(text);
        }
        return statements;
    }

    private static List<Map<String, Object>> verdicts(
            com.fasterxml.jackson.databind.JsonNode json, List<String> statements) throws JudgeFailure {
        var list = Judge.list(json, "verdicts");
        if (list.size() != statements.size()) {
            throw JudgeFailure.of("%d verdicts on %d statements".formatted(list.size(), statements.size()));
        }
        var verdicts = new ArrayList<Map<String, Object>>();
        for (int i = 0; i < statements.size(); i++) {
            var verdict = new LinkedHashMap<String, Object>();
            verdict.put("statement", statements.get(i));
            verdict.put("verdict", Judge.verdict(list.get(i).get("verdict")) ? 1 : 0);
            verdict.put("reason", Judge.text(list.get(i), "reason"));
            verdicts.add(verdict);
        }
        return verdicts;
    }

    private static String numbered(List<String> statements) {
        var text = new StringBuilder();
        for (int i = 0; i < statements.size(); i++)
            text.append(i + 1).append(". ").append(statements.get(i)).append('\n');
        return text.toString().strip();
    }
}
