package rag.eval;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import rag.config.SettingsLoader;
import rag.llm.ChatModel;
import rag.llm.ModelException;
import rag.model.Chunk;
import rag.model.Filter;
import rag.model.Hit;
import rag.model.Verdict;

/** Judges by script; the numbers were worked out by hand. */
class RagasTest {

    @TempDir
    Path data;

    private static final Function<List<String>, List<float[]>> NO_VECTORS = texts -> {
        throw new AssertionError("no vectors are wanted");
    };

    private Ragas ragas(ChatModel model, int most, Function<List<String>, List<float[]>> vectors) {
        var settings = SettingsLoader.load(null, Map.of(), Map.of("data", data.toString()));
        return new Ragas(new EvaluatorProvider.Parts(settings, data, Optional.ofNullable(model), vectors, most));
    }

    private Ragas ragas(ScriptedModel.Script script) {
        return ragas(new ScriptedModel(script), 100, NO_VECTORS);
    }

    private static Hit hit(int rank, String text) {
        var chunk = new Chunk(
                "c" + rank,
                "d",
                "c",
                "s.md",
                rank,
                text,
                "",
                List.of(),
                "text",
                "en",
                null,
                0,
                text.length(),
                List.of(),
                List.of(),
                "",
                List.of(),
                false,
                Map.of());
        return new Hit(rank, chunk, Map.of(), List.of(), List.of(), List.of());
    }

    private static CaseRun run(String reference, String answer, List<String> tags, String... passages) {
        var hits = new ArrayList<Hit>();
        for (var passage : passages) hits.add(hit(hits.size() + 1, passage));
        var test = new GoldenSet.Case(
                "case", "Who?", null, Filter.NONE, null, Map.of(), Map.of(), List.of(), reference, answer, tags);
        return new CaseRun(test, Truth.NONE, hits, List.of(), Map.of(), Verdict.OK, 1, Map.of(), "");
    }

    private static Score one(Ragas ragas, CaseRun run, String metric) {
        return ragas.evaluate(run, List.of(MetricName.parse(metric)), 10).getFirst();
    }

    /** Answers by what the task asks for. */
    private static String byPrompt(rag.llm.ChatRequest request, Map<String, String> answers) {
        return answers.entrySet().stream()
                .filter(entry -> request.system().contains(entry.getKey()))
                .findFirst()
                .orElseThrow(() -> new AssertionError("not in the script: " + request.system()))
                .getValue();
    }

    private static final String APART = "take an answer apart";
    private static final String CHECK = "check statements";
    private static final String QUESTIONS = "three different questions";
    private static final String WRITE = "answer a question from the passages";

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

    private static ScriptedModel useful(String... useful) {
        return new ScriptedModel(request -> "{\"reason\": \"r\", \"verdict\": "
                + (Stream.of(useful).anyMatch(request.user()::contains) ? 1 : 0) + "}");
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

    @ParameterizedTest
    @ValueSource(
            strings = {
                "I'm sorry, I can't help with that.",
                "The answer is faithful: 0.9",
                "",
                "{\"verdicts\": [{\"verdict\": 1}, {\"verdict\": ",
                "{\"verdicts\": [{\"verdict\": 1}, {\"verdict\": 1}, {\"verdict\": 1}]}",
                "{\"verdicts\": [{\"verdict\": 1}, {\"verdict\": \"perhaps\"}]}",
                "{\"verdicts\": 1}",
            })
    void aJudgeThatGivesNoUsableVerdictFailsAndIsNotAveraged(String verdict) {
        var ragas = ragas(request -> request.system().contains(APART) ? "{\"statements\": [\"A\", \"B\"]}" : verdict);
        var score = one(ragas, run("", "a", List.of(), "p"), "faithfulness");
        assertEquals(Score.State.FAILED, score.state(), score.reason());
        assertNull(score.value());
        assertTrue(!score.reason().isEmpty());
    }

    @Test
    void threeFailuresOfTenLeaveAMeanOverSevenThatSaysSo() {
        var scores = new ArrayList<List<Score>>();
        for (int i = 0; i < 10; i++) {
            int n = i;
            var ragas = ragas(r -> {
                if (n < 3) throw new ModelException("429 after 3 attempts");
                return "{\"classifications\": [{\"statement\": \"A\", \"attributed\": " + (n < 7 ? 1 : 0) + "}]}";
            });
            scores.add(
                    ragas.evaluate(run("A " + n, "", List.of(), "p"), List.of(MetricName.parse("context_recall")), 10));
        }
        var summary = MetricSummary.of(scores).getFirst();
        assertEquals(4 / 7.0, summary.mean(), 1e-12);
        assertEquals(7, summary.denominator());
        assertEquals(4, summary.numerator());
        assertEquals(3, summary.failed());
        assertEquals(
                "the model failed: 429 after 3 attempts",
                scores.getFirst().getFirst().reason());
    }

    @Test
    void theSameIsNotAskedTwiceAndAFailureIsAskedAgain() {
        var answers = new ArrayList<>(List.of("prose", "{\"verdict\": 1}"));
        var model = new ScriptedModel(r -> answers.removeFirst());
        var test = run("Ann", "", List.of(), "p1");
        assertEquals(
                Score.State.FAILED,
                one(ragas(model, 9, NO_VECTORS), test, "context_precision").state());
        assertEquals(
                1, one(ragas(model, 9, NO_VECTORS), test, "context_precision").value());
        var again = ragas(model, 9, NO_VECTORS);
        assertEquals(1, one(again, test, "context_precision").value());
        assertEquals(2, model.asked.size());
        assertEquals(0, again.calls());
        assertEquals(List.of("1 judgements were known from earlier runs"), again.notes());
    }

    @Test
    void callsAreForecastAndCappedAndWhatIsBeyondIsNotJudged() {
        var model = useful("p1");
        var first = run("Ann", "", List.of(), "p1", "p2");
        var second = run("Ben", "", List.of(), "p1", "p2", "p3");
        var wanted = List.of(MetricName.parse("context_precision"));
        assertEquals(5, ragas(model, 9, NO_VECTORS).forecast(List.of(first, second), wanted, 10));
        one(ragas(model, 9, NO_VECTORS), first, "context_precision");
        var capped = ragas(model, 2, NO_VECTORS);
        assertEquals(3, capped.forecast(List.of(first, second), wanted, 10), "two are known by now");
        var score = one(capped, second, "context_precision");
        assertEquals(Score.State.NOT_EVALUATED, score.state());
        assertEquals("not judged: the limit of 2 calls is reached", score.reason());
        assertEquals(2, capped.calls());
    }

    @Test
    void withoutAModelStringsAreComparedUnderAnotherName() {
        var test = new CaseRun(
                run("r", "", List.of()).test(),
                Truth.NONE,
                List.of(
                        hit(1, "The Eiffel Tower is in Paris, France."),
                        hit(2, "Bananas are yellow."),
                        hit(3, "It is 330 metres tall.")),
                List.of("The Eiffel Tower is in Paris.", "It is 330 metres tall."),
                Map.of(),
                Verdict.OK,
                1,
                Map.of(),
                "");
        var ragas = ragas(null, 0, NO_VECTORS);
        var precision = one(ragas, test, "context_precision");
        assertEquals("nonllm_context_precision", precision.metric());
        assertEquals(0.8333333333, precision.value(), 1e-9);
        assertEquals(1.0, one(ragas, test, "context_recall").value());
        assertEquals(Score.State.NOT_EVALUATED, one(ragas, test, "faithfulness").state());
        assertEquals(0.571429, Similarity.strings("kitten", "sitting"), 1e-6);
    }

    @Test
    void aPromptOfOnesOwnTakesThePlaceOfTheBuiltInOne() throws IOException {
        Files.writeString(
                data.resolve("ragas_context_precision.txt"), "Be strict.\n=====\n{question} {context} {other}\n");
        var settings = SettingsLoader.load(
                null, Map.of(), Map.of("data", data.toString(), "evaluation.prompts", data.toString()));
        var model = new ScriptedModel(r -> "{\"verdict\": 1}");
        var ragas = new Ragas(new EvaluatorProvider.Parts(settings, data, Optional.of(model), NO_VECTORS, 9));
        one(ragas, run("Ann", "", List.of(), "holds {question}"), "context_precision");
        assertEquals("Be strict.", model.asked.getFirst().system());
        assertEquals("Who? holds {question} {other}", model.asked.getFirst().user());
    }
}
