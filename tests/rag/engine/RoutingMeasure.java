package rag.engine;

import java.util.ArrayList;
import java.util.List;
import rag.model.Filter;
import rag.model.Query;

/**
 * What routing gets right.
 *
 * @param questions how many
 * @param first the right collection was first
 * @param searched it was searched
 * @param answered the right document was among the first five passages
 * @param lost all collections together would have given the document, routing did not
 * @param collections number of collections searched in all
 * @param wrong questions whose first choice was wrong, with what came instead
 */
public record RoutingMeasure(
        int questions, int first, int searched, int answered, int lost, int collections, List<String> wrong) {

    public static RoutingMeasure of(Engine engine, List<RoutingSet.Asked> questions) {
        int first = 0, searched = 0, answered = 0, lost = 0, collections = 0;
        var wrong = new ArrayList<String>();
        try {
            var all = engine.store().collections();
            for (var asked : questions) {
                var query = query(asked.query(), List.of("auto"));
                var routing = engine.router().route(query);
                var top = routing.ranked().getFirst().collection();
                if (top.equals(asked.collection())) first++;
                else wrong.add(asked.query() + " -> " + routing.ranked());
                var answer = new Search(engine).ask(query);
                if (answer.collections().contains(asked.collection())) searched++;
                collections += answer.collections().size();
                boolean got = holds(answer, asked);
                if (got) answered++;
                else if (holds(new Search(engine).ask(query(asked.query(), all)), asked)) lost++;
            }
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
        return new RoutingMeasure(questions.size(), first, searched, answered, lost, collections, wrong);
    }

    private static Query query(String text, List<String> collections) {
        return new Query(text, collections, 5, null, Filter.NONE, true, 0, null);
    }

    private static boolean holds(rag.model.Answer answer, RoutingSet.Asked asked) {
        return answer.hits().stream()
                .anyMatch(hit -> hit.chunk().collection().equals(asked.collection())
                        && hit.chunk().source().endsWith("/" + asked.source()));
    }
}
