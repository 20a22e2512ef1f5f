package rag.store.opensearch;

import java.time.Duration;
import java.util.Map;
import rag.config.StoreSettings;

/** One index that holds chunks, for those who write it. */
final class ChunkIndex {

    private static final Duration REFRESHED_WITHIN = Duration.ofMinutes(3);
    private static final long FIRST_PAUSE = 100;

    private final Cluster cluster;
    private final String name;

    ChunkIndex(Cluster cluster, String name) {
        this.cluster = cluster;
        this.name = name;
    }

    String name() {
        return name;
    }

    /** Chunks are written by a name that only we give: an index that was removed is not made again by a late writer. */
    private String alias() {
        return name + "-write";
    }

    void make(StoreSettings settings, int dimension) {
        var made = cluster.change(new Call("PUT", "/" + name, Row.index(settings, dimension, alias())));
        if (!made.good() && !made.reason().contains("already_exists")) throw Refusals.of(made, "making index " + name);
    }

    Bulk bulk() {
        return new Bulk(cluster, alias());
    }

    /** Lets searches see what was written, on every copy: one that lags would give fewer results. */
    void refresh() {
        long end = System.nanoTime() + REFRESHED_WITHIN.toNanos();
        for (long pause = FIRST_PAUSE; ; pause = Cluster.rest(pause)) {
            var reply = cluster.change(new Call("POST", "/" + name + "/_refresh"));
            var answer = Cluster.good(reply, "refreshing " + name);
            if (answer.path("_shards").path("failed").asInt() == 0) return;
            if (System.nanoTime() - end > 0) throw Refusals.partial(answer, "refreshing " + name);
        }
    }

    /** What it was made with, of what {@link Row#made} names. */
    Map<String, String> made() {
        var asked = new Call("GET", "/" + name).with("flat_settings", true);
        return Row.made(Cluster.good(cluster.ask(asked, ""), "asking what " + name + " was made with")
                .path(name));
    }

    /** Removes the chunks that a query finds. */
    void remove(Map<String, Object> query) {
        var call = new Call("POST", "/" + name + "/_delete_by_query", Map.of("query", query))
                .with("conflicts", "proceed")
                .with("refresh", "true");
        Cluster.good(cluster.changeAll(call), "removing what is not published");
    }

    /** Drops what is removed from parts that hold much of it. Other merging is the engine's: it builds graphs anew. */
    void merge() {
        var call = new Call("POST", "/" + name + "/_forcemerge").with("only_expunge_deletes", true);
        Cluster.good(cluster.changeAll(call), "merging " + name);
    }

    /** Removes the index itself. */
    void drop() {
        var reply = cluster.change(new Call("DELETE", "/" + name));
        if (reply.status() != 404) Cluster.good(reply, "removing index " + name);
    }
}
