package rag.trace;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.function.Consumer;
import rag.config.Json;
import rag.config.RepeatableRequests;
import rag.config.Secrets;

/**
 * Sends finished traces to a collector as OTLP over HTTP in JSON; see {@link OtlpSpans} for what they hold. A collector
 * that does not answer is said once, and then left alone for a while, so that nobody waits for it.
 */
public final class OtlpExport {

    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final Duration PAUSE = Duration.ofSeconds(30);

    private final URI address;
    private final Consumer<String> warn;
    private final RepeatableRequests requests = new RepeatableRequests(PATIENCE, null);
    private boolean warned;
    private long silentUntil = System.nanoTime();

    /** @param endpoint the collector's address; {@code /v1/traces} is put behind one without a path */
    public OtlpExport(String endpoint, Consumer<String> warn) {
        var given = URI.create(endpoint.strip());
        var path = given.getPath();
        this.address = path == null || path.isEmpty() || path.equals("/") ? given.resolve("/v1/traces") : given;
        this.warn = warn;
    }

    /** Sends one, known secrets masked. Never fails. Called from one thread. */
    public void send(Trace.Finished trace) {
        if (System.nanoTime() - silentUntil < 0) return;
        try {
            var request = HttpRequest.newBuilder(address)
                    .timeout(PATIENCE)
                    .header("Content-Type", "application/json")
                    .POST(HttpRequest.BodyPublishers.ofString(Secrets.mask(Json.line(OtlpSpans.of(trace)))))
                    .build();
            var answer = requests.send(request);
            if (answer.statusCode() / 100 != 2) fail("it answers " + answer.statusCode());
        } catch (IOException | RuntimeException e) {
            fail("" + e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void fail(String why) {
        silentUntil = System.nanoTime() + PAUSE.toNanos();
        if (!warned) {
            warn.accept(Secrets.mask("traces are not sent to %s: %s".formatted(Secrets.address("" + address), why)));
        }
        warned = true;
    }
}
