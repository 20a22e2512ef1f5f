package rag.rerank;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import rag.llm.JsonAnswer;
import rag.llm.ModelException;
import rag.rerank.Judged.Score;

/** The grades that a language model gives: asked for as JSON, read where it stands among other words. */
final class ScoreAnswer {

    static final int BEST = 3;

    private ScoreAnswer() {}

    /** JSON Schema of the answer. */
    static Map<String, Object> schema() {
        var entry = new LinkedHashMap<String, Object>();
        entry.put("type", "object");
        entry.put("properties", Map.of("id", Map.of("type", "integer"), "score", Map.of("type", "integer")));
        entry.put("required", List.of("id", "score"));
        entry.put("additionalProperties", false);
        var schema = new LinkedHashMap<String, Object>();
        schema.put("type", "object");
        schema.put("properties", Map.of("scores", Map.of("type", "array", "items", entry)));
        schema.put("required", List.of("scores"));
        schema.put("additionalProperties", false);
        return schema;
    }

    /**
     * Reads the grades.
     *
     * @param read the passages in the order of their numbers
     * @throws RerankException when the answer is no list of grades from 0 to 3 for passages that were asked about
     */
    static List<Score> read(String answer, List<Listed> read) throws RerankException {
        var scores = new ArrayList<Score>();
        for (var entry : entries(answer)) {
            var id = number(entry.get("id"));
            var score = number(entry.get("score"));
            if (id == null || score == null) throw new RerankException("it answers without ids or without scores");
            if (id < 1 || id > read.size() || id != Math.rint(id)) {
                throw new RerankException("it names a passage that it was not given");
            }
            if (!(score >= 0 && score <= BEST)) throw new RerankException("it gives a score outside 0 to 3");
            scores.add(new Score(read.get(id.intValue() - 1).id(), score));
        }
        return scores;
    }

    /** The list that was asked for, in its object or alone. */
    private static JsonNode entries(String answer) throws RerankException {
        boolean object = false;
        try {
            var list = JsonAnswer.object(answer).path("scores");
            if (list.isArray()) return list;
            object = true;
            return JsonAnswer.array(answer);
        } catch (ModelException e) {
            if (object) throw new RerankException("it answers with another JSON than asked for");
        }
        try {
            return JsonAnswer.array(answer);
        } catch (ModelException e) {
            throw new RerankException("it answers in prose, or in JSON that is cut off or broken");
        }
    }

    private static @Nullable Double number(@Nullable JsonNode node) {
        if (node == null) return null;
        if (node.isNumber()) return node.doubleValue();
        return node.isTextual() && node.textValue().matches("\\d{1,9}(\\.\\d{1,9})?")
                ? Double.valueOf(node.textValue())
                : null;
    }
}
