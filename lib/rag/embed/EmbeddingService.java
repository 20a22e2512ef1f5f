package rag.embed;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.openai.client.OpenAIClient;
import com.openai.client.okhttp.OpenAIOkHttpClient;
import com.openai.core.RequestOptions;
import com.openai.errors.OpenAIException;
import com.openai.errors.OpenAIServiceException;
import com.openai.models.embeddings.EmbeddingCreateParams;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import rag.config.ApiKeys;
import rag.config.Secrets;
import rag.config.Settings;
import rag.model.Failure;

/**
 * One endpoint that speaks OpenAI's embeddings protocol: sends texts, and tries again where that may help. The client
 * library's own retries are off, since they know no limit over all attempts and don't see an answer that breaks off.
 */
final class EmbeddingService implements AutoCloseable {

    private static final long FIRST_WAIT_MS = 500;
    private static final long LONGEST_WAIT_MS = 8_000;

    private final Settings.Embedding settings;
    private final OpenAIClient client;
    private final String name;

    /** The service finds the request wrong or too large; a smaller one it may take. */
    static final class Refused extends Exception {

        private static final long serialVersionUID = 1L;

        private final String reason;

        Refused(String reason) {
            super(reason);
            this.reason = reason;
        }

        String reason() {
            return reason;
        }
    }

    EmbeddingService(Settings.Embedding settings) {
        this.settings = settings;
        Secrets.register(settings.apiKey());
        var builder = OpenAIOkHttpClient.builder()
                .apiKey(settings.apiKey().isEmpty() ? "none" : settings.apiKey())
                .disableTelemetry(true)
                .maxRetries(0);
        if (!settings.baseUrl().isEmpty()) builder.baseUrl(settings.baseUrl());
        this.client = builder.build();
        var host = settings.baseUrl().isEmpty()
                ? "api.openai.com"
                : URI.create(settings.baseUrl()).getAuthority();
        this.name = "the embedding service at " + host;
    }

    /** For messages: "the embedding service at localhost:11434". */
    String name() {
        return name;
    }

    /**
     * One request, tried {@code embedding.retries} times more within {@code embedding.timeout_s} altogether.
     *
     * @return vectors of unit length in the texts' order
     * @throws Refused when the service finds the request wrong or too large
     * @throws Failure when it can't be reached, lets nobody in, or answers with anything but the right vectors
     */
    List<float[]> embed(List<String> texts) throws Refused {
        var request = EmbeddingCreateParams.builder()
                .model(settings.model())
                .inputOfArrayOfStrings(texts)
                .encodingFormat(EmbeddingCreateParams.EncodingFormat.FLOAT);
        if (settings.dimensions() != null) request.dimensions(settings.dimensions());
        long end = System.nanoTime() + Duration.ofSeconds(settings.timeoutS()).toNanos();
        for (int attempt = 1; ; attempt++) {
            try {
                var left = Duration.ofNanos(Math.max(1_000_000, end - System.nanoTime()));
                var options = RequestOptions.builder().timeout(left).build();
                return VectorAnswer.read(client.embeddings().create(request.build(), options), texts.size(), name);
            } catch (OpenAIException e) {
                if (attempt > settings.retries() || !mayPass(e)) throw failure(e, attempt);
                long wait = waitMs(e, attempt);
                if (System.nanoTime() + wait * 1_000_000 > end) throw failure(e, attempt);
                pause(wait);
            }
        }
    }

    private static boolean mayPass(OpenAIException e) {
        if (e instanceof OpenAIServiceException answer) {
            int status = answer.statusCode();
            boolean busy = status == 429 && !answer.code().orElse("").equals("insufficient_quota");
            return busy || status == 408 || status == 409 || status >= 500;
        }
        var broken = broken(e);
        return broken != null && !(broken instanceof InterruptedIOException);
    }

    /** The broken connection behind an exception, or null: JSON that can't be read was sent so. */
    private static @Nullable IOException broken(Throwable e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof IOException io && !(io instanceof JsonProcessingException)) return io;
        }
        return null;
    }

    /** What the service asks for in seconds, else twice as long each time. */
    private static long waitMs(OpenAIException e, int attempt) {
        if (e instanceof OpenAIServiceException answer) {
            for (var seconds : answer.headers().values("retry-after")) {
                if (seconds.matches("\\d{1,6}(\\.\\d+)?")) return (long) (Double.parseDouble(seconds) * 1000);
            }
        }
        return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS << (attempt - 1));
    }

    private static void pause(long ms) {
        try {
            Thread.sleep(ms);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Failure("embedding was interrupted", e);
        }
    }

    /** The client's exceptions quote what a service says, which may be the key: they never become a cause. */
    private Failure failure(OpenAIException e, int attempts) throws Refused {
        var tries = attempts == 1 ? "" : " in " + attempts + " attempts";
        if (!(e instanceof OpenAIServiceException answer)) {
            var broken = broken(e);
            if (broken == null) return VectorAnswer.wrong(name, "something that is no JSON");
            if (broken instanceof InterruptedIOException) {
                return new Failure("%s did not answer within %d s%s: see whether it is up, or raise embedding.timeout_s"
                        .formatted(name, settings.timeoutS(), tries));
            }
            return new Failure(
                    "the connection to %s failed%s (%s): see whether it is up and embedding.base_url is right"
                            .formatted(name, tries, VectorAnswer.shown(broken.toString())));
        }
        int status = answer.statusCode();
        var said = VectorAnswer.shown(String.valueOf(answer.getMessage())); // begins with the status
        return switch (status) {
            case 400, 413, 422 -> throw new Refused(said);
            case 401 ->
                new Failure(
                        "%s does not accept the key (401): set embedding.api_key, or the variable it comes from (%s)"
                                .formatted(name, ApiKeys.variable("openai")));
            case 403 ->
                new Failure("%s denies access (%s): see what the key in embedding.api_key is allowed"
                        .formatted(name, said));
            case 404 ->
                new Failure("%s knows no such model or address (%s): see embedding.model (%s) and embedding.base_url"
                        .formatted(name, said, settings.model()));
            default ->
                new Failure("%s failed%s (%s): try again later, or raise embedding.retries and embedding.timeout_s"
                        .formatted(name, tries, said));
        };
    }

    @Override
    public void close() {
        client.close();
    }
}
