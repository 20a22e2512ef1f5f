package rag.eval;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What each metric makes of the verdicts of scripted judges; the numbers were worked out by hand. */
class RagasTest extends WithJudge {

    private static final String CHECK = "check statements";
    private static final String QUESTIONS = "three different questions";
    private static final String WRITE = "answer a question from the passages";

    /** Answers by what the task asks for. */
    private static String byPrompt(rag.llm.ChatRequest request, Map<String, String> answers) {
        return answers.entrySet().stream()
                .filter(entry -> request.system().contains(entry.getKey()))
                .findFirst()
                .orElseThrow(() -> new AssertionError("not in the script: " + request.system()))
                .getValue();
    }

    @Test
    void faithfulnessIsTheShareOfStatementsThatThePassagesSupport() {
        var score = one(
                ragas(request -> byPrompt(
                        request,
                        Map.of(
                                APART,
                                "{\"statements\": [\"A\", \"B\", \"C\"]}",
                                CHECK,
                                "{\"verdicts\": [{\"verdict\": 1, \"reason\": \"said\"}, {\"verdict\": 0},"
                                        + " {\"verdict\": \"yes\"}]}"))),
                run("", "A. B. C.", List.of(), "passage"),
                "faithfulness");
        assertEquals(2 / 3.0, score.value(), 1e-12);
        assertEquals(
                List.of(
                        Map.of("statement", "A", "verdict", 1, "reason", "said"),
                        Map.of("statement", "B", "verdict", 0, "reason", ""),
                        Map.of("statement", "C", "verdict", 1, "reason", "")),
                score.details().get("statements"));
    }

    @Test
    void anAnswerWithoutStatementsIsNotEvaluated() {
        var score = one(ragas(r -> "{\"statements\": []}"), run("", "Hm.", List.of(), "p"), "faithfulness");
        assertEquals(Score.State.NOT_EVALUATED, score.state());
        assertNull(score.value());
    }

    @Test
    void anAnswerIsWrittenFromThePassagesWhenTheCaseHasNoneAndOnlyOnce() {
        var model = new ScriptedModel(request -> byPrompt(
                request,
                Map.of(
                        WRITE,
                        "Ann did.",
                        APART,
                        "{\"statements\": [\"Ann did it\"]}",
                        CHECK,
                        "{\"verdicts\": [{\"verdict\": 1}]}",
                        QUESTIONS,
                        "{\"questions\": [{\"question\": \"Who?\", \"noncommittal\": 0}]}")));
        var ragas = ragas(
                model, 100, texts -> texts.stream().map(t -> new float[] {1}).toList());
        var scores = ragas.evaluate(
                run("", "", List.of(), "Ann was there."),
                List.of(MetricName.parse("faithfulness"), MetricName.parse("answer_relevancy")),
                10);
        assertEquals(List.of(1.0, 1.0), scores.stream().map(Score::value).toList());
        assertEquals("Ann did.", scores.getFirst().details().get("answer"));
        assertEquals(4, model.asked.size(), "one answer, statements, verdicts, questions");
        assertTrue(model.asked.getFirst().user().contains("Ann was there."), "the passage is shown");
    }

    /** q = (1,0,1)/√2, g = (1,0,1)/√2, (1,1,0)/√2, (0,0,1): cosines 1, 0.5, 0.7071. */
    private static List<float[]> vectors(List<String> texts) {
        float h = (float) Math.sqrt(0.5);
        var known = Map.of(
                "Who?", new float[] {h, 0, h},
                "one", new float[] {h, 0, h},
                "two", new float[] {h, h, 0},
                "three", new float[] {0, 0, 1});
        return texts.stream().map(known::get).toList();
    }

    @Test
    void answerRelevancyIsTheMeanCosineOfTheQuestionsThatTheAnswerWouldAnswer() {
        var judge = new ScriptedModel(r -> """
            {"questions": [{"question": "one", "noncommittal": 0}, {"question": "two", "noncommittal": 1},
             {"question": "three", "noncommittal": 0}]}\
            """);
        var score = one(ragas(judge, 9, RagasTest::vectors), run("", "a", List.of(), "p"), "answer_relevancy");
        assertEquals(0.735702, score.value(), 1e-6);
    }

    @Test
    void aNoncommittalAnswerIsNotRelevant() {
        var judge = new ScriptedModel(r -> "{\"questions\": [{\"question\": \"one\", \"noncommittal\": 1}]}");
        assertEquals(
                0,
                one(ragas(judge, 9, RagasTest::vectors), run("", "a", List.of(), "p"), "answer_relevancy")
                        .value());
    }

    @Test
    void contextPrecisionIsTheAveragePrecisionOfTheVerdicts() {
        var test = run("Ann", "", List.of(), "p1", "p2", "p3", "p4", "p5");
        var score = one(ragas(useful("p1", "p3", "p4"), 9, NO_VECTORS), test, "context_precision");
        assertEquals((1 + 2 / 3.0 + 3 / 4.0) / 3, score.value(), 1e-12);
        assertEquals(0.805556, score.value(), 1e-6);
        assertEquals(5, ((List<?>) score.details().get("passages")).size());
    }

    @Test
    void uselessPassagesAloneHavePrecisionZero() {
        assertEquals(
                0,
                one(ragas(useful(), 9, NO_VECTORS), run("Ann", "", List.of(), "p1"), "context_precision")
                        .value());
    }

    @Test
    void withoutAReferencePrecisionIsNotEvaluatedAndUtilizationGoesByTheAnswer() {
        var judge = useful("p2");
        var test = run("", "an answer", List.of(), "p1", "p2");
        assertEquals(
                Score.State.NOT_EVALUATED,
                one(ragas(judge, 9, NO_VECTORS), test, "context_precision").state());
        assertEquals(
                0.5,
                one(ragas(judge, 9, NO_VECTORS), test, "context_utilization").value());
        assertTrue(judge.asked.getFirst().user().contains("an answer"));
    }

    @Test
    void contextRecallIsTheShareOfTheReferencesStatementsThatThePassagesHold() {
        var score = one(ragas(r -> """
            ```json
            {"classifications": [{"statement": "A", "attributed": 1, "reason": "x"},
             {"statement": "B", "attributed": 0}, {"statement": "C", "attributed": true},
             {"statement": "D", "attributed": "1"}]}
            ```\
            """), run("A. B. C. D.", "", List.of(), "p"), "context_recall");
        assertEquals(0.75, score.value());
    }

    @Test
    void nothingFoundHoldsNothingAndTheJudgeIsNotAsked() {
        var model = new ScriptedModel(r -> {
            throw new AssertionError("asked");
        });
        assertEquals(
                0,
                one(ragas(model, 9, NO_VECTORS), run("A.", "", List.of()), "context_recall")
                        .value());
        assertEquals(
                0,
                one(ragas(model, 9, NO_VECTORS), run("A.", "", List.of()), "context_precision")
                        .value());
    }

    @Test
    void aQuestionWithoutAnAnswerIsNotJudgedByItsPassages() {
        var test = run("The documents do not say.", "", List.of("unanswerable"), "p");
        for (var metric : List.of("context_precision", "context_recall", "answer_relevancy")) {
            assertEquals(
                    Score.State.NOT_EVALUATED,
                    one(ragas(r -> "never"), test, metric).state(),
                    metric);
        }
    }
}
