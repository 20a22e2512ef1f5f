package rag.store.opensearch;

import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import rag.store.opensearch.Hosts.Host;
import rag.store.opensearch.Hosts.Outcome;

/**
 * Which hosts and nodes answer. All hosts are asked at once when a question gets no answer, and from then on now and again
 * until all nodes are back: a node that is silent costs one question some time, not each.
 */
final class RollCall {

    /** How old the answer may be while nodes are missing. */
    private static final long FRESH = TimeUnit.SECONDS.toNanos(5);

    /** Characters of the list of nodes that a request may carry: a line of it has at most 4,096. */
    private static final int LONGEST = 3_000;

    private final Hosts hosts;
    private final Duration limit;
    private final Call call;
    private CompletableFuture<Present> running = new CompletableFuture<>();
    private final Set<Host> answered = new HashSet<>();
    private volatile String nodes = "";
    private volatile long asked;

    /**
     * Who answered.
     *
     * @param host the first that did
     * @param nodes ids of those that answered it; "" when all did, or it may not tell
     */
    record Present(Host host, String nodes) implements Question.Event {}

    /** @param patience how long a question may take in all */
    RollCall(Hosts hosts, Duration patience) {
        this.hosts = hosts;
        this.limit = patience.dividedBy(2);
        this.asked = System.nanoTime() - FRESH;
        this.call = new Call("GET", "/_nodes/http")
                .with("timeout", patience.toMillis() / 8 + "ms")
                .with("filter_path", "_nodes.failed,nodes.*.name");
    }

    /** Ids of the nodes to search on, where some were silent lately; else "". */
    String nodes() {
        if (!nodes.isEmpty() && System.nanoTime() - asked > FRESH) {
            var _ = begin(List.of()); // heard of behind the question
        }
        return nodes;
    }

    /**
     * The first to answer, if one does. Who asks while others wait waits with them.
     *
     * @param silent hosts that did not answer a question: they are passed over until they answer here
     */
    synchronized CompletableFuture<Present> begin(Collection<Host> silent) {
        if (System.nanoTime() - asked >= limit.toNanos() / 2) {
            asked = System.nanoTime();
            answered.clear();
            var first = new CompletableFuture<Present>();
            running = first;
            for (var host : hosts.inOrder()) {
                var _ = hosts.send(host, call, limit).thenAccept(outcome -> heard(outcome, first));
            }
        }
        for (var host : silent) if (!answered.contains(host)) host.rest();
        return running;
    }

    private synchronized void heard(Outcome outcome, CompletableFuture<Present> first) {
        if (outcome.reply() == null) {
            outcome.host().rest();
            return;
        }
        answered.add(outcome.host());
        outcome.host().wake();
        var present = new Present(outcome.host(), present(outcome.reply()));
        if (!first.isDone()) nodes = present.nodes;
        first.complete(present);
    }

    private static String present(Reply reply) {
        if (reply.body().path("_nodes").path("failed").asInt() == 0) return "";
        var ids = String.join(
                ",", (Iterable<String>) () -> reply.body().path("nodes").fieldNames());
        return ids.length() > LONGEST ? "" : ids;
    }
}
