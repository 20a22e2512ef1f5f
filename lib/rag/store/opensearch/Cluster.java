package rag.store.opensearch;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import rag.config.StoreSettings;
import rag.model.Failure;
import rag.store.opensearch.Hosts.Host;
import rag.store.opensearch.Hosts.Outcome;

/**
 * Asks a cluster: whom, how long, and what is tried again. A question has the limit {@code vector_store.timeout_s} in
 * all. When half of it is gone without an answer, the nodes are asked which of them live, and the question goes to
 * another host and to copies on living nodes, while the first may still answer: a node that hangs costs half the limit once.
 */
final class Cluster implements AutoCloseable {

    /** Limit of one attempt to change something: a node that hangs is out of the cluster after some 30 s. */
    private static final Duration CHANGE = Duration.ofSeconds(60);

    /** Limit of all attempts to change something. */
    private static final Duration CHANGES = Duration.ofMinutes(3);

    /** Limit of merging and of removing by query. */
    private static final Duration LONG = Duration.ofMinutes(30);

    private static final Duration LOOK = Duration.ofMillis(900);
    private static final long LIVING_FOR = TimeUnit.SECONDS.toNanos(10);
    private static final long FIRST_PAUSE = 50, LONGEST_PAUSE = 3_000;

    /** Too busy, or a part of the cluster is being replaced: it will pass. */
    private static final Set<Integer> BUSY = Set.of(429, 502, 503, 504);

    private final Hosts hosts;
    private final Duration limit;
    private volatile Living living = new Living("", System.nanoTime());

    /** @param nodes ids of the nodes to search on, "" for all */
    private record Living(String nodes, long until) {}

    Cluster(StoreSettings settings) {
        limit = Duration.ofSeconds(settings.timeoutS());
        hosts = new Hosts(settings);
    }

    /**
     * The answer to a question.
     *
     * @param preference which copies of a shard are to answer; "" where there is no choice
     * @throws Failure when there is none within the limit; an answer that is a refusal is an answer
     */
    Reply ask(Call call, String preference) {
        long end = System.nanoTime() + limit.toNanos();
        long until = System.nanoTime() + limit.toNanos() / 2;
        long pause = FIRST_PAUSE;
        var open = new ArrayList<CompletableFuture<Outcome>>();
        int refused = 0;
        var host = hosts.next();
        while (true) {
            open.add(hosts.send(host, preferring(call, preference), limit));
            var outcome = first(open, until);
            if (outcome == null && until == end) throw Refusals.silent(host, limit);
            if (outcome == null) {
                look(host, end);
                until = end;
            } else if (outcome.reply() == null) {
                outcome.host().rest();
                if (++refused >= Math.max(2, hosts.size())) throw Refusals.unreachable(outcome);
            } else if (BUSY.contains(outcome.reply().status())) {
                if (System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(pause) > end) return outcome.reply();
                pause = rest(pause);
            } else {
                return outcome.reply();
            }
            host = hosts.next();
        }
    }

    /** The first outcome of those under way, which is taken out; null when there is none in time. */
    @Nullable
    private static Outcome first(List<CompletableFuture<Outcome>> open, long until) {
        try {
            var any = CompletableFuture.anyOf(open.toArray(CompletableFuture[]::new));
            var outcome = (Outcome) any.get(Math.max(0, until - System.nanoTime()), TimeUnit.NANOSECONDS);
            open.removeIf(each -> each.isDone() && each.join() == outcome);
            return outcome;
        } catch (TimeoutException e) {
            return null;
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause()); // an error is an outcome
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    private static List<CompletableFuture<Outcome>> one(CompletableFuture<Outcome> only) {
        return new ArrayList<>(List.of(only));
    }

    private static Failure interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new Failure("stopped while OpenSearch was asked", e);
    }

    private Call preferring(Call call, String preference) {
        if (preference.isEmpty()) return call;
        var known = living;
        boolean all = known.nodes.isEmpty() || System.nanoTime() - known.until >= 0;
        if (all) return call.with("preference", preference);
        var only = "_only_nodes:" + known.nodes;
        return call.with("preference", preference.startsWith("_shards") ? preference + "|" + only : only);
    }

    /** Finds out which nodes answer, when a host is silent. */
    private void look(Host silent, long end) {
        silent.rest();
        var call = new Call("GET", "/_nodes/http")
                .with("timeout", "500ms")
                .with("filter_path", "_nodes.failed,nodes.*.name");
        for (int i = 0; i < Math.max(1, hosts.size() - 1); i++) {
            var host = hosts.next();
            long until = Math.min(end, System.nanoTime() + LOOK.toNanos());
            var outcome = first(one(hosts.send(host, call, LOOK)), until);
            if (outcome == null || outcome.reply() == null) {
                host.rest();
                continue;
            }
            var nodes = new ArrayList<String>();
            outcome.reply().body().path("nodes").fieldNames().forEachRemaining(nodes::add);
            boolean some = outcome.reply().body().path("_nodes").path("failed").asInt() > 0;
            living = new Living(some ? String.join(",", nodes) : "", System.nanoTime() + LIVING_FOR);
            return;
        }
    }

    /** Does what may be done twice, again and again while the cluster is too busy or a host does not answer. */
    Reply change(Call call) {
        return change(call, CHANGE, CHANGES);
    }

    /** Does what takes long. */
    Reply changeAll(Call call) {
        return change(call, LONG, LONG);
    }

    private Reply change(Call call, Duration attempt, Duration all) {
        long end = System.nanoTime() + all.toNanos();
        long pause = FIRST_PAUSE;
        for (int refused = 0; ; pause = rest(pause)) {
            var host = hosts.next();
            var outcome = first(one(hosts.send(host, call, attempt)), end);
            if (outcome == null) throw Refusals.silent(host, all);
            boolean last = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(pause) > end;
            if (outcome.reply() == null) {
                host.rest();
                boolean down = ++refused > 3 * hosts.size() && Refusals.refused(outcome);
                if (last || down) throw Refusals.unreachable(outcome);
            } else if (last || !BUSY.contains(outcome.reply().status())) {
                return outcome.reply();
            }
        }
    }

    /** @return the next pause */
    static long rest(long pause) {
        try {
            Thread.sleep(pause);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
        return Math.min(LONGEST_PAUSE, 2 * pause);
    }

    /** The body of a good answer. @throws Failure for any other, in words of what was being done */
    static JsonNode good(Reply reply, String doing) {
        if (!reply.good()) throw Refusals.of(reply, doing);
        return reply.body();
    }

    @Override
    public void close() {
        hosts.close();
    }
}
