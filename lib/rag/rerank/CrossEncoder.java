package rag.rerank;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import rag.model.Failure;
import rag.rerank.Judged.Score;

/** A model in this process that reads question and passage together, and was trained to tell whether they belong. */
final class CrossEncoder implements Reranker {

    private final String model;
    private final Models.Pairs pairs;

    CrossEncoder(String model, Models.Pairs pairs) {
        this.model = model;
        this.pairs = pairs;
    }

    @Override
    public String name() {
        return "cross_encoder/" + model;
    }

    @Override
    public Judged judge(String question, List<Listed> listed) throws RerankException {
        try {
            var texts = listed.stream().map(Listed::text).toList();
            var values = pairs.scores(question, texts);
            var scores = new ArrayList<Score>();
            for (int i = 0; i < values.size(); i++) scores.add(new Score(listed.get(i).id(), values.get(i)));
            int cut = pairs.cut(question, texts);
            return new Judged(scores, Map.of("cut", cut), "");
        } catch (Failure e) {
            throw new RerankException(String.valueOf(e.getMessage()), e);
        }
    }

    @Override
    public void close() {
        pairs.close();
    }
}
