package rag.rerank;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import rag.rerank.Judged.Score;

/**
 * A list in the order of a reranker's scores: equal scores keep the order they had, and what has no score follows behind
 * in the order it had. An answer that names a passage twice, or one that is not in the list, or gives a score that is no
 * number, is not believed in anything.
 *
 * @param ids all passages of the list, best first
 * @param scores by id; passages that were left out have none
 */
public record Order(List<String> ids, Map<String, Double> scores) {

    /** @throws RerankException when the answer can't be used, saying why */
    public static Order of(List<Listed> listed, List<Score> scores) throws RerankException {
        if (scores.isEmpty()) throw new RerankException("it judged none of the passages");
        var known = listed.stream().map(Listed::id).collect(Collectors.toSet());
        var byId = new LinkedHashMap<String, Double>();
        for (var score : scores) {
            if (!known.contains(score.id())) throw new RerankException("it names a passage that it was not given");
            if (!Double.isFinite(score.score())) throw new RerankException("it gives a score that is no number");
            if (byId.put(score.id(), score.score()) != null) throw new RerankException("it judged a passage twice");
        }
        var ids = new ArrayList<>(listed.stream().map(Listed::id).toList());
        ids.sort(Comparator.comparingDouble(id -> -byId.getOrDefault(id, Double.NEGATIVE_INFINITY)));
        return new Order(List.copyOf(ids), byId);
    }
}
