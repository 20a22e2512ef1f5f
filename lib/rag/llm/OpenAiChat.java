package rag.llm;

import com.openai.core.JsonValue;
import com.openai.errors.OpenAIInvalidDataException;
import com.openai.models.ResponseFormatJsonObject;
import com.openai.models.ResponseFormatJsonSchema;
import com.openai.models.chat.completions.ChatCompletion;
import com.openai.models.chat.completions.ChatCompletion.Choice.FinishReason;
import com.openai.models.chat.completions.ChatCompletionContentPart;
import com.openai.models.chat.completions.ChatCompletionContentPartImage;
import com.openai.models.chat.completions.ChatCompletionContentPartText;
import com.openai.models.chat.completions.ChatCompletionCreateParams;
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
     */
    private record Accepted(boolean temperature, boolean completionTokens, Provider.Json json) {}

    /** One question, whatever it is about. */
    private record Asked(
            String system,
            String user,
            @Nullable ChatCompletionContentPart picture,
            @Nullable Map<String, Object> schema,
            int maxTokens) {}

    OpenAiChat(Target target, double temperature, int maxTokens) {
        this.name = target.provider() + "/" + target.model();
        this.target = target;
        this.endpoint = new Endpoint(target);
        this.temperature = temperature;
        this.maxTokens = maxTokens;
        this.accepted =
                new Accepted(true, false, Provider.named(target.provider()).json());
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
                var request = params(asked, as);
                var answer = endpoint.call(
                        end, (client, options) -> client.chat().completions().create(request, options));
                accepted = as;
                return read(answer);
            } catch (EndpointException e) {
                var less = e.kind() == Kind.REFUSED ? less(as, asked, "" + e.getMessage()) : null;
                if (less == null) throw new ModelException(e.inWords(endpoint.name()), e);
                as = less;
            }
        }
    }

    /** What to try when this was refused with these words; null when nothing is left that may be at fault. */
    private static @Nullable Accepted less(Accepted as, Asked asked, String said) {
        var words = said.toLowerCase(Locale.ROOT);
        if (words.contains("max_tokens") && !as.completionTokens) return new Accepted(as.temperature, true, as.json);
        if (words.contains("temperature") && as.temperature) return new Accepted(false, as.completionTokens, as.json);
        if (asked.schema == null || as.json == Provider.Json.WORDS) return null;
        return new Accepted(
                as.temperature,
                as.completionTokens,
                as.json == Provider.Json.SCHEMA ? Provider.Json.OBJECT : Provider.Json.WORDS);
    }

    private ChatCompletionCreateParams params(Asked asked, Accepted as) {
        var params = ChatCompletionCreateParams.builder().model(target.model());
        if (as.temperature) params.temperature(temperature);
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
    private ChatAnswer read(ChatCompletion answer) throws EndpointException, ModelException {
        try {
            var error = answer._allProperties().get("error");
            if (error != null) throw endpoint.garbled("an error: " + Endpoint.shown(error.toString()));
            if (answer.choices().isEmpty()) throw endpoint.garbled("no choice");
            var choice = answer.choices().getFirst();
            var text = Thoughts.without(choice.message().content().orElse(""));
            var end =
                    choice._finishReason().asKnown().map(FinishReason::asString).orElse("stop");
            if (end.equals("length")) throw unusable("was cut at its longest: raise llm.max_tokens");
            if (end.equals("content_filter")) throw withheld("was withheld by a content filter");
            var refusal = Endpoint.shown(choice.message().refusal().orElse(""));
            if (text.isBlank() && !refusal.isEmpty()) throw withheld("is a refusal: " + refusal);
            if (text.isBlank()) throw unusable("was empty");
            int sent = answer.usage().map(usage -> (int) usage.promptTokens()).orElse(0);
            int received =
                    answer.usage().map(usage -> (int) usage.completionTokens()).orElse(0);
            return new ChatAnswer(text, sent, received);
        } catch (OpenAIInvalidDataException | IllegalStateException e) {
            throw endpoint.garbled(
                    "something that is no chat completion (" + Endpoint.shown("" + e.getMessage()) + ")");
        }
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
