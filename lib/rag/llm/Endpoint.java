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
import com.openai.errors.SseException;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import rag.llm.Attempts.Unanswered;

/**
 * One address that speaks OpenAI's protocol. The client library's own retries are off, since they know no limit over all
 * attempts and don't see an answer that breaks off; and it follows no redirect, which would take texts to another host.
 */
public final class Endpoint implements AutoCloseable {

    private final Attempts attempts;
    private final OpenAIClient client;
    private final String name;

    /** A request. */
    public interface Call<T> {
        T send(OpenAIClient client, RequestOptions options) throws IOException, EndpointException;
    }

    public Endpoint(Target target) {
        this(target, Capped.LONGEST);
    }

    /** @param longest bytes of an answer, unpacked */
    public Endpoint(Target target, long longest) {
        var url = target.baseUrl();
        var key = target.apiKey().isEmpty() ? "none" : target.apiKey();
        var builder = OpenAIOkHttpClient.builder()
                .disableTelemetry(true)
                .followRedirects(false)
                .addInterceptor(new Capped(longest))
                .maxRetries(0);
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
        this.attempts = new Attempts(target);
        this.name = target.name();
    }

    /** For messages: "the embedding service at localhost:11434". */
    public String name() {
        return name;
    }

    /** When a request that begins now must be over, for {@link #call(long, Call)}. */
    public long end() {
        return attempts.end();
    }

    /**
     * One request, tried again within the time limit.
     *
     * @throws EndpointException when there is no answer, with the reason in words
     */
    public <T> T call(Call<T> call) throws EndpointException {
        return call(end(), call);
    }

    /** The same where a limit is set for several requests. */
    public <T> T call(long end, Call<T> call) throws EndpointException {
        return attempts.run(end, left -> {
            try {
                var options = RequestOptions.builder().timeout(left).build();
                @Nullable T answer = call.send(client, options);
                if (answer == null) throw garbled("nothing");
                return answer;
            } catch (SseException e) {
                throw StreamError.read(e);
            } catch (OpenAIServiceException e) {
                throw new Unanswered(
                        e.statusCode(),
                        code(e),
                        first(e.headers().values("retry-after")),
                        first(e.headers().values("location")),
                        "" + e.getMessage());
            } catch (OpenAIException e) {
                var broken = broken(e);
                if (broken != null) throw broken;
                throw garbled(
                        e instanceof OpenAIInvalidDataException && e.getCause() == null
                                ? "something else than was asked for (" + shown("" + e.getMessage()) + ")"
                                : "something that is no JSON");
            }
        });
    }

    /** What the service calls the error; llama.cpp's server gives a number there. */
    private static String code(OpenAIServiceException e) {
        try {
            return e.code().orElse("");
        } catch (OpenAIInvalidDataException odd) {
            return "";
        }
    }

    private static String first(List<String> values) {
        return values.isEmpty() ? "" : values.getFirst();
    }

    /** The broken connection behind an exception, or null: JSON that can't be read was sent so. */
    private static @Nullable IOException broken(Throwable e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof IOException io && !(io instanceof JsonProcessingException)) return io;
        }
        return null;
    }

    /** An answer that isn't what was asked for. */
    public EndpointException garbled(String what) {
        return attempts.garbled(what);
    }

    /** A service's own words: without secrets, on one line, not too long. */
    public static String shown(String message) {
        return Attempts.shown(message);
    }

    @Override
    public void close() {
        client.close();
    }
}
