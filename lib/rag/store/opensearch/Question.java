package rag.store.opensearch;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import rag.store.opensearch.Hosts.Host;
import rag.store.opensearch.Hosts.Outcome;
import rag.store.opensearch.RollCall.Present;

/**
 * A question under way. It is asked of one host; when that is silent for a second, or a quarter of the limit, there is a
 * {@link RollCall}, and where nodes are missing the question goes to the host that answered first, for copies on the nodes
 * that did: the host asked may hang, or wait for a node that does. A second host is asked after half the limit in any case.
 * The first answer counts, whoever gives it.
 */
final class Question {

    /** Silence after which it is asked who is there. */
    private static final long SILENCE = TimeUnit.SECONDS.toNanos(1);

    private static final long FIRST_PAUSE = TimeUnit.MILLISECONDS.toNanos(50);
    private static final long NEVER = Long.MAX_VALUE;

    private final Hosts hosts;
    private final RollCall rollCall;
    private final Call call;
    private final String preference;
    private final Duration limit;

    private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();
    private final Set<Host> asked = new LinkedHashSet<>();
    private final long start = System.nanoTime();
    private int tries, open, failures;

    /** Whom the last try went to, and the nodes it was to be answered by. */
    private @Nullable Present last;

    // times since the start, in nanoseconds
    private long silence;
    private long rollCallAt;
    private long sendAt;
    private long pause = FIRST_PAUSE;

    /** What happens meanwhile. */
    sealed interface Event permits Outcome, Present {}

    /** @param preference which copies of a shard are to answer; "" for a question that no shard answers */
    Question(Hosts hosts, RollCall rollCall, Call call, String preference, Duration limit) {
        this.hosts = hosts;
        this.rollCall = rollCall;
        this.call = call;
        this.preference = preference;
        this.limit = limit;
        this.silence = Math.min(SILENCE, limit.toNanos() / 4);
        this.rollCallAt = silence;
        this.sendAt = limit.toNanos() / 2;
    }

    /** @throws rag.model.Failure when there is no answer within the limit */
    Reply answer() {
        send(next(), rollCall.nodes());
        while (true) {
            long now = now();
            if (now >= limit.toNanos()) throw Refusals.silent(asked, tries, limit);
            var event = await(Math.min(limit.toNanos(), Math.min(rollCallAt, sendAt)) - now);
            switch (event) {
                case Present present -> heard(present);
                case Outcome outcome -> {
                    var reply = answer(outcome);
                    if (reply != null) return reply;
                }
                case null -> due();
            }
        }
    }

    private long now() {
        return System.nanoTime() - start;
    }

    private @Nullable Event await(long nanos) {
        try {
            return events.poll(Math.max(0, nanos), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            throw Cluster.interrupted(e);
        }
    }

    private void due() {
        if (now() >= rollCallAt) {
            var _ = rollCall.begin(asked).thenAccept(events::add);
            silence *= 2;
            rollCallAt += silence;
        }
        if (now() >= sendAt) {
            sendAt = now() < limit.toNanos() / 2 ? limit.toNanos() / 2 : NEVER;
            send(next(), rollCall.nodes());
        }
    }

    /** Asks again where nodes are missing, of one that is there, unless that is what was done. */
    private void heard(Present present) {
        if (present.nodes().isEmpty() || present.equals(last)) return;
        sendAt = NEVER;
        send(present.host(), present.nodes());
    }

    /** The answer; null when there is to be another try, or others are under way. */
    private @Nullable Reply answer(Outcome outcome) {
        open--;
        var reply = outcome.reply();
        if (reply == null) {
            outcome.host().rest();
            if (!Refusals.refused(outcome)) hosts.forget(); // others that were kept may be dead as well
            if (++failures < 2 * hosts.size()) sendAt = now();
            else if (open == 0) throw Refusals.unreachable(outcome, asked, tries);
            return null;
        }
        if (!Cluster.busy(reply)) return reply;
        if (open == 0 && now() + pause > limit.toNanos()) return reply;
        sendAt = now() + pause;
        pause *= 2;
        return null;
    }

    /** A host that was not asked yet, if there is one. */
    private Host next() {
        var order = hosts.inOrder();
        return order.stream().filter(host -> !asked.contains(host)).findFirst().orElse(order.getFirst());
    }

    private void send(Host host, String nodes) {
        tries++;
        open++;
        asked.add(host);
        last = new Present(host, nodes);
        var copies = copies(nodes);
        var whole = copies.isEmpty() ? call : call.with("preference", copies);
        var _ = hosts.send(host, whole, limit).thenAccept(events::add);
    }

    /** Nodes are preferred, not demanded: a shard that none of them has is still asked for. */
    private String copies(String nodes) {
        if (preference.isEmpty() || nodes.isEmpty() && (tries == 1 || preference.startsWith("_"))) return preference;
        if (nodes.isEmpty()) return preference + tries; // other copies, as likely as not
        var preferred = "_prefer_nodes:" + nodes;
        return preference.startsWith("_shards") ? preference + "|" + preferred : preferred;
    }
}
