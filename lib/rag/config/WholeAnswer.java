package rag.config;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** An answer with a time limit that holds to its last byte: the limit that a request itself has ends with the headers. */
public final class WholeAnswer {

    private WholeAnswer() {}

    /**
     * @throws HttpTimeoutException when it is not there in time; the connection is closed then
     * @throws IOException as the client throws it
     */
    public static <T> HttpResponse<T> within(
            Duration limit, HttpClient client, HttpRequest request, BodyHandler<T> body)
            throws IOException, InterruptedException {
        var answer = client.sendAsync(request, body);
        try {
            return answer.get(limit.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            throw new HttpTimeoutException("no answer within %.1f s".formatted(limit.toMillis() / 1000.0));
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException broken ? broken : new IOException(e.getCause());
        } finally {
            answer.cancel(true);
        }
    }
}
