package rag.config;

import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;

/**
 * Sends requests that may be done twice. Connections are kept, and one that is kept may be dead by the time it is used: its
 * server was started anew, or has closed it meanwhile. A request that breaks is sent once more over a connection of its
 * own; what comes of that counts.
 */
public final class RepeatableRequests implements AutoCloseable {

    private final Duration connecting;
    private final HttpClient kept;

    /** @param connecting how long to wait for a connection */
    public RepeatableRequests(Duration connecting) {
        this.connecting = connecting;
        this.kept = client();
    }

    private HttpClient client() {
        return HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(connecting)
                .build();
    }

    /**
     * The answer to a request that has a time limit, which is that of both tries.
     *
     * @throws HttpTimeoutException when there is none in time
     * @throws ConnectException when nobody listens
     * @throws IOException when a new connection breaks, too
     */
    public HttpResponse<String> send(HttpRequest request) throws IOException, InterruptedException {
        long start = System.nanoTime();
        try {
            return kept.send(request, BodyHandlers.ofString());
        } catch (HttpTimeoutException | ConnectException e) {
            throw e;
        } catch (IOException e) {
            var left = request.timeout().orElseThrow().minusNanos(System.nanoTime() - start);
            if (left.isNegative() || left.isZero()) throw e;
            var again = HttpRequest.newBuilder(request, (name, value) -> true).timeout(left);
            try (var fresh = client()) {
                return fresh.send(again.build(), BodyHandlers.ofString());
            }
        }
    }

    /** Waits for requests under way. */
    @Override
    public void close() {
        kept.close();
    }
}
