package rag.store.opensearch;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import rag.config.StoreSettings;
import rag.model.Failure;
import rag.store.opensearch.Hosts.Host;
import rag.store.opensearch.Hosts.Outcome;

/** Asks a cluster: how long, and what is tried again. */
final class Cluster implements AutoCloseable {

    /** Limit of one attempt to change something: a node that hangs is out of the cluster after some 30 s. */
    private static final Duration CHANGE = Duration.ofSeconds(60);

    /** Limit of all attempts to change something. */
    private static final Duration CHANGES = Duration.ofMinutes(3);

    /** Limit of merging and of removing by query. */
    private static final Duration LONG = Duration.ofMinutes(30);

    private static final long FIRST_PAUSE = 50, LONGEST_PAUSE = 3_000;

    /** Too busy, or a part of the cluster is being replaced: it will pass. */
    private static final Set<Integer> BUSY = Set.of(429, 502, 503, 504);

    /** What a node says when another one, or the copy of a shard that it asked, ends or begins while it works for it. */
    private static final Pattern CUT_OFF =
            Pattern.compile("(node_(disconnected|not_connected|closed)|search_context_missing|shard_not_found"
                    + "|illegal_index_shard_state|index_shard_(closed|not_started|recovering|relocated)"
                    + "|(receive_timeout_|send_request_|connect_)?transport)_exception");

    private final Hosts hosts;
    private final Duration limit;
    private final RollCall rollCall;

    Cluster(StoreSettings settings) {
        limit = Duration.ofSeconds(settings.timeoutS());
        hosts = new Hosts(settings);
        rollCall = new RollCall(hosts, limit);
    }

    /**
     * The answer to a question.
     *
     * @param preference which copies of a shard are to answer; "" for a question that no shard answers
     * @throws Failure when there is none within the limit; an answer that is a refusal is an answer
     */
    Reply ask(Call call, String preference) {
        return new Question(hosts, rollCall, call, preference, limit).answer();
    }

    /** Whether to ask again: it is too busy, or what it asked itself was cut off. */
    static boolean busy(Reply reply) {
        return BUSY.contains(reply.status())
                || !reply.good() && reply.kinds().stream().anyMatch(CUT_OFF.asMatchPredicate());
    }

    static Failure interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new Failure("stopped while OpenSearch was asked", e);
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
        var asked = new LinkedHashSet<Host>();
        for (int tries = 1, failures = 0; ; tries++, pause = rest(pause)) {
            var host = hosts.inOrder().getFirst();
            asked.add(host);
            var outcome = outcome(hosts.send(host, call, attempt), end);
            if (outcome == null) throw Refusals.silent(asked, tries, all);
            boolean last = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(pause) > end;
            if (outcome.reply() == null) {
                host.rest();
                if (!Refusals.refused(outcome)) hosts.forget();
                boolean down = ++failures > 3 * hosts.size() && Refusals.refused(outcome);
                if (last || down) throw Refusals.unreachable(outcome, asked, tries);
            } else if (last || !busy(outcome.reply())) {
                return outcome.reply();
            }
        }
    }

    /** What comes of a request; null when there is nothing by then. */
    private static @Nullable Outcome outcome(CompletableFuture<Outcome> request, long end) {
        try {
            return request.get(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            return null;
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause()); // an error is an outcome
        } catch (InterruptedException e) {
            throw interrupted(e);
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
