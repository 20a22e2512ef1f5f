package rag.store.opensearch;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import javax.net.ssl.SSLException;
import org.apache.hc.client5.http.ConnectTimeoutException;
import rag.model.Failure;
import rag.store.opensearch.Hosts.Host;
import rag.store.opensearch.Hosts.Outcome;

/** What a cluster's refusals and its silence mean for whoever asked, and what to do. */
final class Refusals {

    private Refusals() {}

    /** @param hosts which were asked */
    static Failure silent(Collection<Host> hosts, int tries, Duration limit) {
        return new Failure(("OpenSearch gave no answer within %d s%s; look at the cluster's health, or set "
                        + "vector_store.timeout_s higher")
                .formatted(limit.toSeconds(), tries(hosts, tries)));
    }

    private static String tries(Collection<Host> hosts, int tries) {
        var names = hosts.stream().map(Host::toString).collect(Collectors.joining(", "));
        return " (%s at %s)".formatted(tries == 1 ? "1 try" : tries + " tries", names);
    }

    /** Whether nobody listens there. */
    static boolean refused(Outcome outcome) {
        return outcome.error() instanceof ConnectException || outcome.error() instanceof UnknownHostException;
    }

    static Failure unreachable(Outcome outcome, Collection<Host> hosts, int tries) {
        var error = outcome.error();
        var why = switch (error) {
            case ConnectTimeoutException e -> "does not answer";
            case ConnectException e -> "refuses connections";
            case UnknownHostException e -> "is an unknown name";
            case SSLException e -> "has no certificate that is trusted here, or speaks no TLS (" + e.getMessage() + ")";
            case SocketTimeoutException e -> "did not answer in time";
            case null, default -> "broke off: " + error;
        };
        var message = "OpenSearch at %s %s%s; check vector_store.hosts, and that it runs"
                .formatted(outcome.host(), why, hosts.size() == 1 ? "" : tries(hosts, tries));
        return error == null ? new Failure(message) : new Failure(message, error);
    }

    static Failure of(Reply reply, String doing) {
        var said = switch (reply.status()) {
            case 401 -> "it wants to know who asks: set vector_store.user and password, or api_key";
            case 403 -> "the user may not do this: " + reply.reason();
            case 429 -> "it is too busy: " + reply.reason();
            default -> reply.status() + ", " + reply.reason();
        };
        return new Failure("OpenSearch at %s, %s: %s".formatted(reply.host(), doing, said));
    }

    /** Fewer results than there are is an error, never an answer. */
    static Failure partial(JsonNode answer, String doing) {
        var shards = answer.path("_shards");
        List<String> failed = new ArrayList<>();
        for (var failure : shards.path("failures")) {
            failed.add("%s[%s] on node %s: %s"
                    .formatted(
                            failure.path("index").asText(),
                            failure.path("shard").asText(),
                            failure.path("node").asText("none"),
                            failure.path("reason").path("reason").asText()));
        }
        return new Failure("OpenSearch, %s: %s of %s shards gave no answer%s; what there is would be incomplete"
                .formatted(
                        doing,
                        answer.path("timed_out").asBoolean() && failed.isEmpty() ? "some" : shards.path("failed"),
                        shards.path("total"),
                        failed.isEmpty() ? " in time" : " (" + String.join("; ", failed) + ")"));
    }
}
