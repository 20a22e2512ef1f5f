package rag.llm;

import com.openai.client.OpenAIClient;
import com.openai.core.JsonValue;
import com.openai.core.RequestOptions;
import com.openai.models.ResponseFormatJsonObject;
import com.openai.models.ResponseFormatJsonSchema;
import com.openai.models.chat.completions.ChatCompletionContentPart;
import com.openai.models.chat.completions.ChatCompletionContentPartImage;
import com.openai.models.chat.completions.ChatCompletionContentPartText;
import com.openai.models.chat.completions.ChatCompletionCreateParams;
import com.openai.models.chat.completions.ChatCompletionStreamOptions;
import java.io.IOException;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import rag.config.Json;
import rag.config.Provider;
import rag.llm.EndpointException.Kind;

/**
 * Chat with texts or a picture by OpenAI's protocol. Endpoints differ in what they let pass: a parameter that one refuses
 * is left out from then on, and what it meant is said in words.
 */
final class OpenAiChat implements ChatModel, VisionModel {

    private final String name;
    private final Target target;
    private final Endpoint endpoint;
    private final double temperature;
    private final int maxTokens;

    /** What the endpoint is known to take. */
    private volatile Accepted accepted;

    /**
     * @param temperature whether it lets one be set
     * @param completionTokens whether the answer's bound is called max_completion_tokens
     * @param json how it can be asked for JSON
     * @param stream whether answers are read while they are written
     * @param usage whether it can be asked to count the tokens of a stream
     */
    private record Accepted(
            boolean temperature, boolean completionTokens, Provider.Json json, boolean stream, boolean usage) {

        Accepted withJson(Provider.Json json) {
            return new Accepted(temperature, completionTokens, json, stream, usage);
        }

        Accepted withoutUsage() {
            return new Accepted(temperature, completionTokens, json, stream, false);
        }
    }

    /** One question, whatever it is about. */
    private record Asked(
            String system,
            String user,
            @Nullable ChatCompletionContentPart picture,
            @Nullable Map<String, Object> schema,
            int maxTokens) {}

    OpenAiChat(Target target, double temperature, int maxTokens, boolean stream) {
        this.name = target.provider() + "/" + target.model();
        this.target = target;
        this.endpoint = new Endpoint(target);
        this.temperature = temperature;
        this.maxTokens = maxTokens;
        this.accepted =
                new Accepted(true, false, Provider.named(target.provider()).json(), stream, stream);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public ChatAnswer ask(ChatRequest request) throws ModelException {
        return answer(new Asked(request.system(), request.user(), null, request.schema(), request.maxTokens()));
    }

    @Override
    public ChatAnswer ask(VisionRequest request) throws ModelException {
        var type = request.extension().equals("jpg") ? "jpeg" : request.extension();
        var url = "data:image/%s;base64,%s".formatted(type, Base64.getEncoder().encodeToString(request.image()));
        var image = ChatCompletionContentPartImage.ImageUrl.builder().url(url).build();
        var picture = ChatCompletionContentPart.ofImageUrl(
                ChatCompletionContentPartImage.builder().imageUrl(image).build());
        return answer(new Asked(request.system(), request.user(), picture, null, request.maxTokens()));
    }

    private ChatAnswer answer(Asked asked) throws ModelException {
        var as = accepted;
        long end = endpoint.end();
        while (true) {
            try {
                var shape = as;
                var said = endpoint.call(end, (client, options) -> send(client, options, asked, shape));
                accepted = as;
                return read(said, asked);
            } catch (EndpointException e) {
                var less = e.kind() == Kind.REFUSED ? less(as, asked, "" + e.getMessage()) : null;
                if (less == null) throw new ModelException(e.inWords(endpoint.name()), e);
                as = less;
            }
        }
    }

    private Said send(OpenAIClient client, RequestOptions options, Asked asked, Accepted as)
            throws IOException, EndpointException {
        var completions = client.chat().completions();
        var request = params(asked, as);
        if (!as.stream) return Said.of(completions.create(request, options), endpoint);
        var spoken = new Spoken(endpoint, as.usage);
        try (var response = completions.withRawResponse().createStreaming(request, options)) {
            return spoken.read(response);
        }
    }

    /** What to try when this was refused with these words; null when nothing is left that may be at fault. */
    private static @Nullable Accepted less(Accepted as, Asked asked, String said) {
        var words = said.toLowerCase(Locale.ROOT);
        boolean usage = as.usage, schema = asked.schema != null && as.json != Provider.Json.WORDS;
        if (usage && (words.contains("stream_options") || words.contains("include_usage"))) return as.withoutUsage();
        if (words.contains("max_tokens") && !as.completionTokens) {
            return new Accepted(as.temperature, true, as.json, as.stream, usage);
        }
        if (words.contains("temperature") && as.temperature) {
            return new Accepted(false, as.completionTokens, as.json, as.stream, usage);
        }
        if (schema) return as.withJson(as.json == Provider.Json.SCHEMA ? Provider.Json.OBJECT : Provider.Json.WORDS);
        return usage ? as.withoutUsage() : null; // it may not name what it minds
    }

    private ChatCompletionCreateParams params(Asked asked, Accepted as) {
        var params = ChatCompletionCreateParams.builder().model(target.model());
        if (as.temperature) params.temperature(temperature);
        // llama.cpp's server closes a connection after a stream and does not say so: the next request would break
        if (as.stream) params.putAdditionalHeader("Connection", "close");
        if (as.usage) {
            params.streamOptions(
                    ChatCompletionStreamOptions.builder().includeUsage(true).build());
        }
        int most = asked.maxTokens > 0 ? asked.maxTokens : maxTokens;
        if (most > 0 && as.completionTokens) params.maxCompletionTokens(most);
        else if (most > 0) maxTokens(params, most);
        var system = asked.system;
        if (asked.schema != null) {
            switch (as.json) {
                case SCHEMA -> params.responseFormat(schema(asked.schema));
                case OBJECT ->
                    params.responseFormat(ResponseFormatJsonObject.builder().build());
                case WORDS -> {}
            }
            if (as.json != Provider.Json.SCHEMA) {
                system += "\n\nAnswer with JSON alone, no other word, that keeps to this JSON Schema:\n"
                        + Json.line(asked.schema);
            }
        }
        if (!system.isBlank()) params.addSystemMessage(system.strip());
        if (asked.picture == null) return params.addUserMessage(asked.user).build();
        var task = ChatCompletionContentPartText.builder().text(asked.user).build();
        return params.addUserMessageOfArrayOfContentParts(
                        List.of(ChatCompletionContentPart.ofText(task), asked.picture))
                .build();
    }

    /** The name that most endpoints know; OpenAI's reasoning models alone refuse it. */
    @SuppressWarnings("deprecation")
    private static void maxTokens(ChatCompletionCreateParams.Builder params, int most) {
        params.maxTokens(most);
    }

    private static ResponseFormatJsonSchema schema(Map<String, Object> schema) {
        var fields = ResponseFormatJsonSchema.JsonSchema.Schema.builder();
        schema.forEach((key, value) -> fields.putAdditionalProperty(key, JsonValue.from(value)));
        return ResponseFormatJsonSchema.builder()
                .jsonSchema(ResponseFormatJsonSchema.JsonSchema.builder()
                        .name("answer")
                        .strict(true)
                        .schema(fields.build())
                        .build())
                .build();
    }

    /** Believes nothing of an answer: half a text looks like a whole one. */
    private ChatAnswer read(Said said, Asked asked) throws ModelException {
        var text = Thoughts.without(said.text());
        switch (said.end().toLowerCase(Locale.ROOT)) {
            case "length", "max_tokens", "model_length" -> throw unusable("was cut at " + longest(asked));
            case "content_filter", "safety" -> throw withheld("was withheld by a content filter");
            case "error", "abort", "aborted", "cancelled", "insufficient_system_resource" ->
                throw unusable("was broken off by the service (" + said.end() + ")");
            default -> {}
        }
        var refusal = Endpoint.shown(said.refusal());
        if (text.isBlank() && !refusal.isEmpty()) throw withheld("is a refusal: " + refusal);
        if (text.isBlank()) throw unusable("was empty");
        return new ChatAnswer(text, said.sent(), said.received(), said.firstMs());
    }

    /** What bounds an answer, and what helps where it is too short; what a model thinks counts, too. */
    private String longest(Asked asked) {
        if (asked.maxTokens > 0) {
            return "the %d tokens that this task gives it: take a model that thinks less before it answers"
                    .formatted(asked.maxTokens);
        }
        if (maxTokens > 0) return "its longest: raise %s.max_tokens (%d)".formatted(target.section(), maxTokens);
        return "the longest that the model writes";
    }

    private ModelException unusable(String how) {
        return new ModelException("the answer of " + endpoint.name() + " " + how);
    }

    /** An answer that this text does not get, while others do. */
    private ModelException withheld(String how) {
        var reason = unusable(how);
        return new ModelException("" + reason.getMessage(), new EndpointException(Kind.TEXT, "" + reason.getMessage()));
    }

    @Override
    public void close() {
        endpoint.close();
    }
}
