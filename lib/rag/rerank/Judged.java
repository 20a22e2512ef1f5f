package rag.rerank;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a reranker says of a list.
 *
 * @param scores in any order; passages that it left out are not among them
 * @param facts for the trace: tokens, what was cut
 * @param note what the reader must know, such as passages that were not read; "" for nothing
 */
public record Judged(List<Score> scores, Map<String, Object> facts, String note) {

    /** How well a passage answers: the more the better, on the reranker's own scale. */
    public record Score(String id, double score) {}

    public Judged {
        scores = List.copyOf(scores);
        facts = new LinkedHashMap<>(facts);
    }
}
