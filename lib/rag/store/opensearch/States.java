package rag.store.opensearch;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import rag.config.Json;
import rag.config.StoreSettings;
import rag.model.Failure;

/** The states of all collections, a small index of its own. They are read by id, which sees every write at once. */
final class States {

    private static final int MOST = 10_000;

    /** The same copy for all, as long as it answers: nobody sees an older state after a newer one. */
    private static final String COPY = "state";

    private final Cluster cluster;
    private final String index;
    private final int replicas;
    private final Map<String, Held> known = new ConcurrentHashMap<>();

    /** A state and where it stands in the history of its document: who writes the next says which he knows. */
    record Held(State state, long place, long term) {

        private boolean same(long place, long term) {
            return this.place == place && this.term == term;
        }
    }

    States(Cluster cluster, StoreSettings settings) {
        this.cluster = cluster;
        this.index = settings.namespace() + "-state";
        this.replicas = settings.replicas();
    }

    private String document(String collection) {
        var id = URLEncoder.encode(collection, StandardCharsets.UTF_8).replace("+", "%20");
        return "/" + index + "/_doc/" + id;
    }

    /** The newest state; empty when there never was one. It may be unpublished. */
    Optional<Held> read(String collection) {
        var call = new Call("GET", document(collection));
        var found = cluster.ask(call.with("_source", "false"), COPY);
        if (missing(found)) {
            known.remove(collection);
            return Optional.empty();
        }
        var place = Cluster.good(found, "reading the state of '" + collection + "'");
        var before = known.get(collection);
        if (before != null
                && before.same(
                        place.path("_seq_no").asLong(),
                        place.path("_primary_term").asLong())) return Optional.of(before);
        var whole = cluster.ask(call, COPY);
        if (missing(whole)) return Optional.empty();
        var body = Cluster.good(whole, "reading the state of '" + collection + "'");
        var held = new Held(
                state(body.path("_source").toString()),
                body.path("_seq_no").asLong(),
                body.path("_primary_term").asLong());
        known.put(collection, held);
        return Optional.of(held);
    }

    /** Only what OpenSearch itself says is not there: another server at the address knows none of these either. */
    private static boolean missing(Reply reply) {
        return reply.noIndex()
                || reply.status() == 404
                        && (reply.body().has("found")
                                || "not_found"
                                        .equals(reply.body().path("result").asText()));
    }

    private static State state(String json) {
        try {
            return Json.read(json, State.class);
        } catch (JsonProcessingException e) {
            throw new Failure("a collection's state in OpenSearch can't be read: " + e.getOriginalMessage(), e);
        }
    }

    /**
     * Writes the next state.
     *
     * @param before the one it follows; null when there was none
     * @throws Failure when there is another one by now: somebody else writes, too
     */
    Held write(State state, @Nullable Held before) {
        if (before == null) make();
        var call = new Call("PUT", document(state.collection()), state).with("refresh", "true");
        var reply = cluster.change(following(call, before));
        if (reply.status() == 409) return mine(state);
        var body = Cluster.good(reply, "publishing collection '" + state.collection() + "'");
        return new Held(
                state, body.path("_seq_no").asLong(), body.path("_primary_term").asLong());
    }

    private static Call following(Call call, @Nullable Held before) {
        if (before == null) return call.with("op_type", "create");
        return call.with("if_seq_no", before.place).with("if_primary_term", before.term);
    }

    /** What was refused may have been written by an attempt whose answer was lost. */
    private Held mine(State wanted) {
        var now = read(wanted.collection());
        if (now.isPresent() && now.get().state().equals(wanted)) return now.get();
        throw new Failure(("collection '%s' was written by another process, on another machine maybe, since this one "
                        + "began; nothing of this publication is visible. Let one write at a time, and try again")
                .formatted(wanted.collection()));
    }

    private void make() {
        var body = Map.of(
                "settings", Map.of("number_of_shards", 1, "number_of_replicas", replicas),
                "mappings", Map.of("dynamic", false));
        var made = cluster.change(new Call("PUT", "/" + index, body));
        if (!made.good() && !made.reason().contains("already_exists")) throw Refusals.of(made, "making " + index);
    }

    /** Removes a state. */
    void remove(Held held) {
        var call = new Call("DELETE", document(held.state().collection())).with("refresh", "true");
        var reply = cluster.change(following(call, held));
        if (!missing(reply))
            Cluster.good(reply, "removing collection '" + held.state().collection() + "'");
        known.remove(held.state().collection());
    }

    /** Names of the published collections, sorted. */
    List<String> collections() {
        var body = Map.of("size", MOST, "_source", List.of("collection", "number"));
        var reply = cluster.ask(new Call("POST", "/" + index + "/_search", body), COPY);
        if (missing(reply)) return List.of();
        var answer = Cluster.good(reply, "listing the collections");
        if (answer.path("_shards").path("failed").asInt() > 0)
            throw Refusals.partial(answer, "listing the collections");
        var names = new ArrayList<String>();
        for (var hit : answer.path("hits").path("hits")) {
            var state = hit.path("_source");
            if (state.path("number").asLong() > 0)
                names.add(state.path("collection").asText());
        }
        return names.stream().sorted().toList();
    }
}
