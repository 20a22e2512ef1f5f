package rag.eval;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * How far an answer speaks to the question (Es et al. 2024, RAGAS): the judge writes three questions that the answer would
 * answer; the measure is the mean cosine between their vectors and the question's, and 0 when the answer is noncommittal to
 * all of them. The three come from one call, so that they differ.
 */
final class AnswerRelevancy implements RagasMetric {

    private static final Map<String, Object> SCHEMA = Schemas.object(Map.of(
            "questions",
            Schemas.list(Schemas.object(Map.of("question", Schemas.TEXT, "noncommittal", Schemas.VERDICT)))));

    private final Function<List<String>, List<float[]>> embedding;

    AnswerRelevancy(Function<List<String>, List<float[]>> embedding) {
        this.embedding = embedding;
    }

    @Override
    public String name() {
        return "answer_relevancy";
    }

    @Override
    public int calls(CaseRun run, int topK) {
        return 1;
    }

    @Override
    public String without(CaseRun run) {
        if (run.test().unanswerable()) return "the right answer is that there is none";
        return run.hits().isEmpty() && run.test().answer().isEmpty() ? "no passage was found" : "";
    }

    private record Question(String text, boolean noncommittal) {}

    @Override
    public Score score(RagasCase test) throws JudgeFailure {
        var answer = test.answer();
        var questions = test.judge()
                .ask("ragas_questions", Map.of("answer", answer, "context", test.context()), SCHEMA, json -> {
                    var read = new ArrayList<Question>();
                    for (var node : Judge.list(json, "questions")) {
                        var text = Judge.text(node, "question");
                        if (!text.isEmpty()) read.add(new Question(text, Judge.verdict(node.get("noncommittal"))));
                    }
                    if (read.isEmpty()) throw JudgeFailure.of("the judge wrote no question");
                    return read;
                });
        var texts = new ArrayList<>(List.of(test.question()));
        questions.forEach(q -> texts.add(q.text()));
        var vectors = embedding.apply(texts);
        double sum = 0;
        var shown = new ArrayList<Map<String, Object>>();
        for (int i = 0; i < questions.size(); i++) {
            double cosine = Similarity.cosine(vectors.getFirst(), vectors.get(i + 1));
            sum += cosine;
            var one = new LinkedHashMap<String, Object>();
            one.put("question", questions.get(i).text());
            one.put("cosine", cosine);
            one.put("noncommittal", questions.get(i).noncommittal() ? 1 : 0);
            shown.add(one);
        }
        boolean evades = questions.stream().allMatch(Question::noncommittal);
        return Score.measured(name(), null, evades ? 0 : sum / questions.size())
                .with(Map.of("answer", answer, "questions", shown));
    }
}
