package rag.llm;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.openai.azure.AzureOpenAIServiceVersion;
import com.openai.azure.AzureUrlPathMode;
import com.openai.azure.credential.AzureApiKeyCredential;
import com.openai.client.OpenAIClient;
import com.openai.client.okhttp.OpenAIOkHttpClient;
import com.openai.core.RequestOptions;
import com.openai.errors.OpenAIException;
import com.openai.errors.OpenAIInvalidDataException;
import com.openai.errors.OpenAIServiceException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import org.jspecify.annotations.Nullable;
import rag.config.ApiKeys;
import rag.config.Provider;
import rag.config.Secrets;
import rag.config.Service;
import rag.llm.EndpointException.Kind;

/**
 * One address that speaks OpenAI's protocol: sends requests, and tries again where that may help. The client library's
 * own retries are off, since they know no limit over all attempts and don't see an answer that breaks off.
 */
public final class Endpoint implements AutoCloseable {

    private static final long FIRST_WAIT_MS = 500;
    private static final long LONGEST_WAIT_MS = 8_000;
    private static final int LONGEST_MESSAGE = 300;

    private final Target target;
    private final OpenAIClient client;
    private final String name;

    /**
     * Where an endpoint is and how patient to be with it.
     *
     * @param section of the settings, for messages: "llm"
     * @param what it is, for messages: "the chat model"
     * @param baseUrl "" takes the provider's own
     * @param timeoutS seconds for a request, further attempts included
     * @param retries further attempts after an error that may pass
     */
    public record Target(
            String section,
            String what,
            String provider,
            String model,
            String baseUrl,
            String apiKey,
            String apiVersion,
            int timeoutS,
            int retries) {

        /** The one that a section of the settings describes. */
        public Target(String section, String what, Service service) {
            this(
                    section,
                    what,
                    service.provider(),
                    service.model(),
                    service.baseUrl(),
                    service.apiKey(),
                    service.apiVersion(),
                    service.timeoutS(),
                    service.retries());
        }

        @Override
        public String toString() {
            return "%s %s/%s at %s".formatted(what, provider, model, Secrets.mask(baseUrl));
        }
    }

    /** A request. */
    public interface Call<T> {
        T send(OpenAIClient client, RequestOptions options);
    }

    public Endpoint(Target target) {
        this.target = target;
        Secrets.register(target.apiKey());
        var provider = Provider.named(target.provider());
        var url = (target.baseUrl().isEmpty() ? provider.url() : target.baseUrl()).replaceFirst("/+$", "");
        var key = target.apiKey().isEmpty() ? "none" : target.apiKey();
        var builder = OpenAIOkHttpClient.builder().disableTelemetry(true).maxRetries(0);
        if (!url.isEmpty()) builder.baseUrl(url);
        if (target.provider().equals("azure")) {
            boolean unified = url.endsWith("/openai/v1");
            builder.credential(AzureApiKeyCredential.create(key))
                    .azureUrlPathMode(unified ? AzureUrlPathMode.UNIFIED : AzureUrlPathMode.LEGACY);
            if (!unified) builder.azureServiceVersion(AzureOpenAIServiceVersion.fromString(target.apiVersion()));
        } else {
            builder.apiKey(key);
        }
        this.client = builder.build();
        var host = url.isEmpty() ? "api.openai.com" : URI.create(url).getAuthority();
        this.name = target.what() + " at " + host.substring(host.indexOf('@') + 1);
    }

    /** For messages: "the embedding service at localhost:11434". */
    public String name() {
        return name;
    }

    /**
     * One request, tried again within the time limit.
     *
     * @throws EndpointException when there is no answer, with the reason in words
     */
    public <T> T call(Call<T> call) throws EndpointException {
        long end = System.nanoTime() + Duration.ofSeconds(target.timeoutS()).toNanos();
        for (int attempt = 1; ; attempt++) {
            try {
                var left = Duration.ofNanos(Math.max(1_000_000, end - System.nanoTime()));
                return call.send(client, RequestOptions.builder().timeout(left).build());
            } catch (OpenAIException e) {
                if (Thread.interrupted()) throw interrupted();
                if (attempt > target.retries() || !mayPass(e)) throw failure(e, attempt);
                long wait = waitMs(e, attempt);
                if (System.nanoTime() + wait * 1_000_000 > end) throw failure(e, attempt);
                pause(wait);
            }
        }
    }

    /** An answer that isn't what was asked for. */
    public EndpointException garbled(String what) {
        return new EndpointException(Kind.GARBLED, name + " answered with " + what);
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

    /** What the service asks for, else twice as long each time. */
    private static long waitMs(OpenAIException e, int attempt) {
        if (e instanceof OpenAIServiceException answer) {
            for (var said : answer.headers().values("retry-after")) {
                if (said.matches("\\d{1,6}(\\.\\d+)?")) return (long) (Double.parseDouble(said) * 1000);
                var date = date(said);
                if (date != null)
                    return Math.max(0, Duration.between(Instant.now(), date).toMillis());
            }
        }
        return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS << (attempt - 1));
    }

    private static @Nullable Instant date(String text) {
        try {
            return ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME)
                    .toInstant();
        } catch (DateTimeException e) {
            return null;
        }
    }

    private void pause(long ms) throws EndpointException {
        try {
            Thread.sleep(ms);
        } catch (InterruptedException e) {
            throw interrupted();
        }
    }

    private EndpointException interrupted() {
        Thread.currentThread().interrupt();
        return new EndpointException(Kind.GARBLED, name + " was not waited for: interrupted");
    }

    /** The client's exceptions quote what a service says, which may be the key: they never become a cause. */
    private EndpointException failure(OpenAIException e, int attempts) {
        var tries = attempts == 1 ? "" : " in " + attempts + " attempts";
        var section = target.section();
        if (!(e instanceof OpenAIServiceException answer)) {
            var broken = broken(e);
            if (broken == null) {
                return garbled(
                        e instanceof OpenAIInvalidDataException && e.getCause() == null
                                ? "something else than was asked for (" + shown("" + e.getMessage()) + ")"
                                : "something that is no JSON");
            }
            if (broken instanceof InterruptedIOException) {
                return down("did not answer within %d s%s: see whether it is up, or raise %s.timeout_s"
                        .formatted(target.timeoutS(), tries, section));
            }
            return new EndpointException(
                    Kind.DOWN,
                    "the connection to %s failed%s (%s): see whether it is up and %s.base_url is right"
                            .formatted(name, tries, shown(broken.toString()), section));
        }
        int status = answer.statusCode();
        var said = shown(String.valueOf(answer.getMessage())); // begins with the status
        return switch (status) {
            case 400, 413, 422 -> new EndpointException(Kind.REFUSED, said);
            case 401 ->
                shut("does not accept the key (401): set %s.api_key, or the variable it comes from (%s)"
                        .formatted(section, ApiKeys.variable(target.provider())));
            case 403 -> shut("denies access (%s): see what the key in %s.api_key is allowed".formatted(said, section));
            case 404 ->
                shut("knows no such model or address (%s): see %s.model (%s) and %s.base_url"
                        .formatted(said, section, target.model(), section));
            default ->
                down("failed%s (%s): try again later, or raise %s.retries and %s.timeout_s"
                        .formatted(tries, said, section, section));
        };
    }

    private EndpointException down(String what) {
        return new EndpointException(Kind.DOWN, name + " " + what);
    }

    private EndpointException shut(String what) {
        return new EndpointException(Kind.SHUT, name + " " + what);
    }

    /** A service's own words: without secrets, on one line, not too long. */
    public static String shown(String message) {
        var line = Secrets.mask(message).strip().replaceAll("\\s+", " ");
        return line.length() > LONGEST_MESSAGE ? line.substring(0, LONGEST_MESSAGE) + "…" : line;
    }

    @Override
    public void close() {
        client.close();
    }
}
