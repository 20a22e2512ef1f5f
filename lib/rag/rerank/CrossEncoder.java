package rag.rerank;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import rag.model.Failure;
import rag.rerank.Judged.Score;

/** A model in this process that reads question and passage together, and was trained to tell whether they belong. */
final class CrossEncoder implements Reranker {

    private final String name;
    private final Models.Pairs model;

    CrossEncoder(String name, Models.Pairs model) {
        this.name = name;
        this.model = model;
    }

    @Override
    public String name() {
        return "cross_encoder/" + name;
    }

    @Override
    public Judged judge(String question, List<Listed> listed) throws RerankException {
        try {
            var pairs = model.scores(question, listed.stream().map(Listed::text).toList());
            var scores = new ArrayList<Score>();
            for (int i = 0; i < pairs.size(); i++) {
                scores.add(new Score(listed.get(i).id(), pairs.get(i).score()));
            }
            return new Judged(
                    scores,
                    Map.of("cut", pairs.stream().filter(Models.Pair::cut).count()),
                    "");
        } catch (Failure e) {
            throw new RerankException(String.valueOf(e.getMessage()), e);
        }
    }

    @Override
    public void close() {
        model.close();
    }
}
