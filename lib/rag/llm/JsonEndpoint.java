package rag.llm;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;
import rag.llm.Attempts.Unanswered;

/** One address that takes JSON and answers with JSON, in a protocol of its own. Redirects are not followed. */
public final class JsonEndpoint implements AutoCloseable {

    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(10))
            .build();
    private final Target target;
    private final Attempts attempts;

    /** @param target whose address is the one to post to */
    public JsonEndpoint(Target target) {
        this.target = target;
        this.attempts = new Attempts(target);
    }

    /** When a request that begins now must be over, for {@link #post}. */
    public long end() {
        return attempts.end();
    }

    /**
     * One request, tried again within the time limit.
     *
     * @param body JSON
     * @param end of the time for it, as {@link #end} gives it
     * @return what came with status 200
     * @throws EndpointException when there is no answer, with the reason in words
     */
    public String post(String body, long end) throws EndpointException {
        return attempts.run(end, left -> {
            var response = send(body, left);
            var said = text(response);
            if (response.statusCode() == 200) return said;
            throw new Unanswered(
                    response.statusCode(),
                    "",
                    response.headers().firstValue("retry-after").orElse(""),
                    response.headers().firstValue("location").orElse(""),
                    response.statusCode() + ": " + said);
        });
    }

    /** The client's own time limit ends with the headers; this one holds for the body, too. */
    private HttpResponse<byte[]> send(String body, Duration left) throws IOException {
        var request = HttpRequest.newBuilder(URI.create(target.baseUrl()))
                .header("Content-Type", "application/json")
                .header("Accept", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body));
        if (!target.apiKey().isEmpty()) request.header("Authorization", "Bearer " + target.apiKey());
        var answer =
                client.sendAsync(request.build(), BodyHandlers.limiting(BodyHandlers.ofByteArray(), Capped.LONGEST));
        try {
            return answer.get(left.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            throw new InterruptedIOException("time is over");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted");
        } catch (ExecutionException e) {
            if (("" + e.getCause()).contains("exceeds capacity")) {
                throw new Capped.TooLong(Capped.LONGEST);
            }
            throw e.getCause() instanceof IOException broken ? broken : new IOException(e.getCause());
        } finally {
            answer.cancel(true);
        }
    }

    private static String text(HttpResponse<byte[]> response) throws IOException {
        byte @Nullable [] bytes = response.body();
        if (bytes == null) return ""; // what a proxy says to who wants a tunnel
        var coding = response.headers().firstValue("content-encoding").orElse("");
        if (coding.equalsIgnoreCase("gzip")) {
            try (var in = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
                bytes = in.readNBytes(Capped.LONGEST + 1);
            }
        }
        if (bytes.length > Capped.LONGEST) throw new Capped.TooLong(Capped.LONGEST);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        client.shutdownNow();
    }
}
