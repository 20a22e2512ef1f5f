package rag.store.opensearch;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import rag.model.Failure;
import rag.store.QuestionWords;
import rag.store.analysis.TextAnalysis;

/**
 * How often a question's words occur, of all its words at once: each shard is asked for the term vector of a text that is
 * made of them, which tells what its dictionary knows of each.
 */
record Frequencies(int chunks, Map<String, Integer> frequencies) implements QuestionWords.Statistics {

    @Override
    public int frequency(String term) {
        return frequencies.getOrDefault(term, 0);
    }

    static Frequencies of(String text, Collection<String> languages, Snapshot snapshot) {
        var forms = new LinkedHashSet<String>();
        for (var word : TextAnalysis.question(text, languages).words()) forms.addAll(word.variants());
        var calls = new ArrayList<Future<JsonNode>>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (var state : snapshot.states()) {
                for (int shard = 0; shard < state.shards(); shard++) {
                    int number = shard;
                    calls.add(threads.submit(() -> vector(snapshot.cluster(), state, number, forms)));
                }
            }
        }
        int chunks = 0;
        var sums = new HashMap<String, Integer>();
        for (var call : calls) {
            var vector = done(call).path("term_vectors").path(Row.WORDS);
            chunks += Math.max(
                    0, vector.path("field_statistics").path("doc_count").asInt());
            for (var term : vector.path("terms").properties()) {
                int count = term.getValue().path("doc_freq").asInt();
                if (count > 0) sums.merge(term.getKey(), count, Integer::sum);
            }
        }
        return new Frequencies(chunks, sums);
    }

    private static JsonNode vector(Cluster cluster, State state, int shard, Collection<String> forms) {
        var body = Map.of(
                "doc", Map.of(Row.WORDS, String.join(Row.NEXT, forms)),
                "fields", List.of(Row.WORDS),
                "term_statistics", true,
                "field_statistics", true,
                "positions", false,
                "offsets", false,
                "payloads", false);
        var reply = cluster.ask(new Call("POST", "/" + state.index() + "/_termvectors", body), "_shards:" + shard);
        return Cluster.good(reply, "counting words of '" + state.collection() + "'");
    }

    private static JsonNode done(Future<JsonNode> call) {
        try {
            return call.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Failure failure) throw failure;
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Failure("stopped while OpenSearch was asked", e);
        }
    }
}
