package rag.store.opensearch;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import rag.model.Failure;
import rag.model.Filter;

/**
 * The published states of one or several collections, as they were when it was made. What a later publication replaces is
 * kept for a while; a snapshot that is older asks whether it is still whole, and says so when it is not.
 */
final class Snapshot {

    /** Hits of one request; the engine gives 10,000 at most. */
    private static final int PAGE = 5_000;

    /** Documents that one request asks for the versions of. */
    private static final int DOCUMENTS = 1_000;

    private final Cluster cluster;
    private final States source;
    private final List<State> states;
    private final String path;
    private final Set<String> stale = new HashSet<>();
    private final long wholeUntil;

    /** @param kept how long what is replaced is kept */
    Snapshot(Cluster cluster, States source, List<State> states, Duration kept) {
        this.cluster = cluster;
        this.source = source;
        this.states = states;
        this.path = "/" + states.stream().map(State::index).collect(Collectors.joining(","));
        this.wholeUntil = System.nanoTime() + kept.toNanos() * 9 / 10;
        for (var state : states) stale.addAll(state.stale());
    }

    Cluster cluster() {
        return cluster;
    }

    List<State> states() {
        return states;
    }

    /** Documents of which an older version answers. */
    Set<String> stale() {
        return stale;
    }

    /** What is published, and passes these. */
    List<Object> passing(List<?> conditions) {
        var all = new ArrayList<Object>();
        all.add(Queries.published(states));
        all.addAll(conditions);
        return all;
    }

    /** What is published, and passes a filter. */
    List<Object> passing(Filter filter) {
        return passing(Queries.conditions(filter));
    }

    /** The answer to a search, complete. */
    JsonNode search(Map<String, Object> body, About about) {
        var call = new Call("POST", path + "/_search", body)
                .with("allow_partial_search_results", "false")
                .with("search_type", about.type());
        var reply = cluster.ask(call, about.copies());
        var doing = "searching " + names();
        if (reply.noIndex()) throw new Failure(names() + " is no longer there; ask again");
        var answer = Cluster.good(reply, doing);
        if (answer.path("timed_out").asBoolean()
                || answer.path("_shards").path("failed").asInt() > 0) throw Refusals.partial(answer, doing);
        checkWhole();
        return answer;
    }

    private String names() {
        return states.stream().map(state -> "'" + state.collection() + "'").collect(Collectors.joining(", "));
    }

    private void checkWhole() {
        if (System.nanoTime() - wholeUntil < 0) return;
        for (var state : states) {
            var now = source.read(state.collection()).map(States.Held::state);
            if (now.isEmpty()
                    || !now.get().index().equals(state.index())
                    || now.get().swept() > state.number()) {
                throw new Failure("collection '%s' was written to while it was read for long; ask again"
                        .formatted(state.collection()));
            }
        }
    }

    /** How many chunks a query finds. @param least lowest score that counts */
    int count(Map<String, Object> query, float least, About about) {
        var body = new LinkedHashMap<String, Object>();
        body.put("query", query);
        body.put("size", 0);
        body.put("track_total_hits", true);
        if (least > 0) body.put("min_score", least);
        return search(body, about).path("hits").path("total").path("value").asInt();
    }

    /**
     * Hits in an order, as many as there are or are wanted.
     *
     * @param order fields with their directions, the last one a chunk's id
     * @param shown what of each hit is given beside its score and the values of its order
     */
    List<JsonNode> hits(
            Map<String, Object> query,
            List<Map<String, String>> order,
            Map<String, Object> shown,
            int most,
            About about) {
        var hits = new ArrayList<JsonNode>();
        while (true) {
            int size = Math.min(PAGE, most - hits.size());
            var body = new LinkedHashMap<String, Object>(shown);
            body.put("query", query);
            body.put("sort", order);
            body.put("size", size);
            body.put("track_total_hits", false);
            if (!hits.isEmpty()) body.put("search_after", hits.getLast().path("sort"));
            var page = search(body, about).path("hits").path("hits");
            page.forEach(hits::add);
            if (page.size() < size || hits.size() >= most) return hits;
        }
    }

    /** A query that scores what passes some filters. */
    interface Scored {
        Map<String, Object> of(List<?> filters);
    }

    /** The hit of one chunk; empty when it does not pass the filter. */
    Optional<JsonNode> own(Scored query, Filter filter, String chunkId, Map<String, Object> shown, About about) {
        var only = query.of(with(filter, Queries.term(Row.ID, chunkId)));
        return hits(only, Hits.BEST_FIRST, shown, 1, about).stream().findFirst();
    }

    /** The place, from 1, of a chunk among all that a query finds: behind better ones, and as good ones of smaller id. */
    int rank(Scored query, Filter filter, String chunkId, float score, About about) {
        int better = count(query.of(passing(filter)), Math.nextUp(score), about);
        var before = query.of(with(filter, Map.of("range", Map.of(Row.ID, Map.of("lt", chunkId)))));
        int asGood = count(before, score, about);
        return 1 + better + (asGood == 0 ? 0 : asGood - count(before, Math.nextUp(score), about));
    }

    private List<Object> with(Filter filter, Object more) {
        var all = passing(filter);
        all.add(more);
        return all;
    }

    /** The versions of documents, without those that have none. */
    List<String> versions(Collection<String> documents) {
        var wanted = List.copyOf(documents);
        var found = new ArrayList<String>();
        for (int i = 0; i < wanted.size(); i += DOCUMENTS) {
            var some = wanted.subList(i, Math.min(wanted.size(), i + DOCUMENTS));
            var body = Map.<String, Object>of(
                    "query",
                    Queries.all(passing(List.of(Queries.terms(Row.DOCUMENT, some)))),
                    "size",
                    0,
                    "aggs",
                    Map.of(Row.VERSION, Map.of("terms", Map.of("field", Row.VERSION, "size", DOCUMENTS))));
            var sums = search(body, About.other(some)).path("aggregations");
            for (var version : sums.path(Row.VERSION).path("buckets")) {
                found.add(version.path("key").asText());
            }
        }
        return found;
    }
}
