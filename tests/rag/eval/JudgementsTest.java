package rag.eval;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import rag.config.SettingsLoader;
import rag.llm.ModelException;
import rag.model.Verdict;

/** Judges that fail, verdicts known from before, the limit on calls, no judge at all, and prompts of one's own. */
class JudgementsTest extends WithJudge {

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
        assertEquals(Score.State.SPARED, score.state());
        assertEquals(1, MetricSummary.of(List.of(List.of(score))).getFirst().spared());
        assertEquals(0, MetricSummary.of(List.of(List.of(score))).getFirst().notEvaluated());
        assertEquals(
                Optional.of("1 of 1 case not judged in full: the limit of 2 calls was reached (--max-judge-calls)"),
                CaseNotes.spared(List.of(List.of(score)), 2));
        assertEquals("not judged: the limit of 2 calls is reached", score.reason());
        assertEquals(2, capped.calls());
    }

    @Test
    void aKeptAnswerThatCantBeReadIsAskedAgain() {
        var model = useful("p1");
        var test = run("Ann", "", List.of(), "p1");
        one(ragas(model, 9, NO_VECTORS), test, "context_precision");
        var request = model.asked.getFirst();
        var key = rag.model.Ids.sha256(String.join("\0", model.name(), request.system(), request.user())
                .getBytes(java.nio.charset.StandardCharsets.UTF_8));
        try (var cache = rag.store.AnswerCache.open(data)) {
            assertTrue(cache.get(key).isPresent());
            cache.put(key, "prose");
        }
        assertEquals(
                1.0, one(ragas(model, 9, NO_VECTORS), test, "context_precision").value());
        assertEquals(2, model.asked.size());
    }

    @Test
    void aBraceOfTheProseEndsNoAnswer() {
        var model = new ScriptedModel(r -> "So {as I see it. {\"reason\": \"r\", \"verdict\": 1}");
        assertEquals(
                1.0,
                one(ragas(model, 9, NO_VECTORS), run("Ann", "", List.of(), "p1"), "context_precision")
                        .value());
    }

    @Test
    void whatBreaksAJudgementDoesNotBreakTheForecast() {
        var broken = new CaseRun(
                run("Ann", "Bob", List.of()).test(),
                Truth.NONE,
                List.of(hit(1, "p1")),
                List.of(),
                Map.of(),
                Verdict.OK,
                1,
                Map.of(),
                NO_COST,
                "",
                "",
                List.of());
        var answers = new ScriptedModel(r -> "{\"questions\": [{\"question\": \"Who?\", \"noncommittal\": 0}]}");
        var relevancy = List.of(MetricName.parse("answer_relevancy"));
        var first = ragas(answers, 9, texts -> List.of(new float[] {1}, new float[] {1}, new float[] {1}));
        first.evaluate(broken, relevancy, 10);
        var ragas = ragas(answers, 9, texts -> {
            throw new IllegalStateException("no model");
        });
        assertEquals(0, ragas.forecast(List.of(broken), relevancy, 10), "known, and not to be measured");
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
                NO_COST,
                "",
                "",
                List.of());
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
