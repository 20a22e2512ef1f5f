package rag.config;

import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * Sends requests that may be done twice. Connections are kept, and one that is kept may be dead by the time it is used: its
 * server was started anew, or has closed it meanwhile. A request that breaks is sent once more over a connection of its
 * own; what comes of that counts.
 */
public final class RepeatableRequests implements AutoCloseable {

    private final Duration connecting;
    private final @Nullable SSLContext certificates;
    private final HttpClient kept;

    /**
     * @param connecting how long to wait for a connection
     * @param certificates what servers are checked by; null for what Java has
     */
    public RepeatableRequests(Duration connecting, @Nullable SSLContext certificates) {
        this.connecting = connecting;
        this.certificates = certificates;
        this.kept = client();
    }

    private HttpClient client() {
        var client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(connecting);
        if (certificates != null) client.sslContext(certificates);
        return client.build();
    }

    /**
     * The answer to a request that has a time limit, which is that of both tries.
     *
     * @throws HttpTimeoutException when there is none in time
     * @throws ConnectException when nobody listens
     * @throws IOException when a new connection breaks, too
     */
    public HttpResponse<String> send(HttpRequest request) throws IOException, InterruptedException {
        var limit = request.timeout().orElseThrow();
        long start = System.nanoTime();
        try {
            return WholeAnswer.within(limit, kept, request, BodyHandlers.ofString());
        } catch (HttpTimeoutException | ConnectException e) {
            throw e;
        } catch (IOException e) {
            var left = limit.minusNanos(System.nanoTime() - start);
            if (left.isNegative() || left.isZero()) throw e;
            try (var fresh = client()) {
                return WholeAnswer.within(left, fresh, request, BodyHandlers.ofString());
            }
        }
    }

    /** Waits for requests under way. */
    @Override
    public void close() {
        kept.close();
    }
}
