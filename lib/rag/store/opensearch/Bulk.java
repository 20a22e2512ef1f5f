package rag.store.opensearch;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import rag.config.Json;
import rag.model.Failure;

/** Documents on their way into an index, sent some megabytes at a time; what the engine is too busy for is sent again. */
final class Bulk {

    /** Characters of one request. */
    private static final int MOST = 5_000_000;

    private static final int ATTEMPTS = 12;
    private static final long FIRST_PAUSE = 100;

    private final Cluster cluster;
    private final Call call;
    private final List<String> operations = new ArrayList<>();
    private int characters;

    /** @param alias the index by a name that only we give: an index that was removed is not made again by a late writer */
    Bulk(Cluster cluster, String alias) {
        this.cluster = cluster;
        this.call = new Call("POST", "/" + alias + "/_bulk").with("require_alias", "true");
    }

    void put(String id, Map<String, Object> document) {
        add(Json.line(Map.of("index", Map.of("_id", id))) + "\n" + Json.line(document) + "\n");
    }

    void delete(String id) {
        add(Json.line(Map.of("delete", Map.of("_id", id))) + "\n");
    }

    private void add(String operation) {
        operations.add(operation);
        characters += operation.length();
        if (characters >= MOST) send();
    }

    /** Sends what waits; each operation is done or none is forgotten. */
    void send() {
        var wanted = List.copyOf(operations);
        operations.clear();
        characters = 0;
        long pause = FIRST_PAUSE;
        for (int attempt = 1; !wanted.isEmpty(); attempt++) {
            var request = new Call(call.method(), call.path(), call.parameters(), String.join("", wanted));
            var reply = cluster.change(request);
            var answer = Cluster.good(reply, "writing chunks");
            var again = new ArrayList<String>();
            int place = 0;
            for (var item : answer.path("items")) {
                var result = item.path("index").isMissingNode() ? item.path("delete") : item.path("index");
                var status = result.path("status").asInt();
                if (refused(new Reply(reply.host(), status, result))) again.add(wanted.get(place));
                place++;
            }
            if (!again.isEmpty() && attempt == ATTEMPTS) throw new Failure("OpenSearch stays too busy to take chunks");
            if (!again.isEmpty()) pause = Cluster.rest(pause);
            wanted = again;
        }
    }

    /** Whether an operation has to be sent again. @param result its part of the answer */
    private static boolean refused(Reply result) {
        if (Cluster.busy(result)) return true;
        var error = result.body().path("error");
        if (error.isMissingNode()) return false; // done, or there was nothing to delete
        if (result.noIndex())
            throw new Failure("the index of this collection was removed while it was written, by another "
                    + "writer maybe; nothing of this publication is visible. Let one write at a time, and try again");
        var cause = error.path("caused_by").path("reason").asText("");
        throw new Failure("OpenSearch refuses a chunk: %s: %s %s"
                .formatted(error.path("type").asText(), error.path("reason").asText(), cause));
    }
}
