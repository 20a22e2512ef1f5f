package rag.eval;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import rag.store.AnswerCache;

/**
 * The backend "ragas": a language model judges answers and passages. Where there is none, what can be told from strings or
 * vectors is measured in its place, under a name of its own that begins with {@code nonllm_}; the rest is not measured.
 */
final class Ragas implements Evaluator {

    private static final String STAND_IN = "nonllm_";
    private static final List<String> STAND_INS =
            List.of("nonllm_context_precision", "nonllm_context_recall", "nonllm_answer_relevancy");

    private final @Nullable Judge judge;
    private final Function<List<String>, List<float[]>> embedding;
    private final Map<String, RagasMetric> judged = new LinkedHashMap<>();

    Ragas(EvaluatorProvider.Parts parts) {
        embedding = parts.embedding();
        judge = parts.model()
                .map(model -> new Judge(
                        model,
                        AnswerCache.open(parts.data()),
                        parts.settings().evaluation().prompts(),
                        parts.maxJudgeCalls()))
                .orElse(null);
        for (var metric : List.of(
                new Faithfulness(),
                new AnswerRelevancy(embedding),
                new ContextPrecision(true),
                new ContextPrecision(false),
                new ContextRecall())) judged.put(metric.name(), metric);
    }

    @Override
    public String name() {
        return "ragas";
    }

    @Override
    public Set<String> metrics() {
        var names = new LinkedHashSet<>(judged.keySet());
        names.addAll(STAND_INS);
        return names;
    }

    @Override
    public boolean waits() {
        return judge != null;
    }

    @Override
    public boolean readsTexts() {
        return true;
    }

    @Override
    public int calls() {
        return judge == null ? 0 : judge.calls();
    }

    @Override
    public List<String> notes() {
        if (judge == null) {
            return List.of(
                    "no language model judges (llm.provider is none): what strings and vectors can tell is measured"
                            + " under names that begin with nonllm_, the rest is not measured");
        }
        return judge.known() == 0 ? List.of() : List.of(judge.known() + " judgements were known from earlier runs");
    }

    @Override
    public int forecast(List<CaseRun> runs, List<MetricName> wanted, int topK) {
        if (judge == null) return 0;
        var looking = judge.looking();
        int most = 0;
        for (var run : runs) {
            boolean answers = false;
            var test = new RagasCase(looking, run, topK);
            for (var name : wanted) {
                var metric = judged.get(name.name());
                if (metric == null
                        || !run.error().isEmpty()
                        || !metric.without(run).isEmpty()) continue;
                most += metric.calls(run, topK);
                answers |= metric.needsAnswer() && test.writesAnswer();
                look(metric, test);
            }
            if (answers) most++;
        }
        return most - looking.known();
    }

    private static void look(RagasMetric metric, RagasCase test) {
        try {
            metric.score(test);
        } catch (JudgeFailure | RuntimeException e) {
            return; // from here on nothing is known; what fails says so when it is judged
        }
    }

    @Override
    public List<Score> evaluate(CaseRun run, List<MetricName> wanted, int topK) {
        var scores = new ArrayList<Score>();
        var names = new LinkedHashSet<String>();
        for (var name : wanted) names.add(named(name.name()));
        var test = judge == null ? null : new RagasCase(judge, run, topK);
        for (var name : names) {
            var metric = judged.get(name);
            if (!run.error().isEmpty()) scores.add(Score.failed(name, null, run.error()));
            else if (metric == null) scores.add(standIn(name, run, topK));
            else if (test == null) scores.add(Score.notEvaluated(name, null, "no language model judges"));
            else scores.add(judged(metric, test, run));
        }
        return scores;
    }

    @Override
    public void close() {
        if (judge != null) judge.close();
    }

    /** What is measured for a name: without a judge its stand-in, where there is one. */
    private String named(String name) {
        return judge == null && STAND_INS.contains(STAND_IN + name) ? STAND_IN + name : name;
    }

    private static Score judged(RagasMetric metric, RagasCase test, CaseRun run) {
        var lack = metric.without(run);
        if (!lack.isEmpty()) return Score.notEvaluated(metric.name(), null, lack);
        try {
            return metric.score(test);
        } catch (JudgeFailure e) {
            var reason = String.valueOf(e.getMessage());
            return e.isSpared() ? Score.spared(metric.name(), null, reason) : Score.failed(metric.name(), null, reason);
        } catch (RuntimeException e) {
            return Score.failed(metric.name(), null, e.getMessage() == null ? "" + e : e.getMessage());
        }
    }

    private Score standIn(String name, CaseRun run, int topK) {
        if (name.equals("nonllm_answer_relevancy")) {
            if (run.test().answer().isEmpty()) return Score.notEvaluated(name, null, "the case has no answer");
            var vectors = embedding.apply(List.of(run.test().query(), run.test().answer()));
            return Score.measured(name, null, Similarity.cosine(vectors.getFirst(), vectors.getLast()));
        }
        if (run.references().isEmpty()) return Score.notEvaluated(name, null, "no passage to compare with");
        double value = name.equals("nonllm_context_recall")
                ? Similarity.contextRecall(run.contexts(topK), run.references())
                : Similarity.contextPrecision(run.contexts(topK), run.references());
        return Score.measured(name, null, value);
    }
}
