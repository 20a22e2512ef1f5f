package rag.llm;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.openai.core.JsonValue;
import com.openai.core.http.HttpResponseFor;
import com.openai.core.http.StreamResponse;
import com.openai.errors.OpenAIInvalidDataException;
import com.openai.errors.OpenAIIoException;
import com.openai.models.chat.completions.ChatCompletion;
import com.openai.models.chat.completions.ChatCompletionChunk;
import com.openai.models.chat.completions.ChatCompletionChunk.Choice.FinishReason;
import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import rag.config.Json;

/**
 * An answer that is read while it is written. It is one when the endpoint has said why it ended; what breaks off before
 * looks whole and is not. The client library's own accumulator is not used: where a part carries a count of tokens (all
 * of Gemini's, the last of DeepSeek's), it drops that part's words and end.
 */
final class Spoken {

    private final Endpoint endpoint;
    private final boolean countAsked;
    private final long start = System.nanoTime();
    private final StringBuilder text = new StringBuilder();
    private final StringBuilder refusal = new StringBuilder();
    private String end = "";
    private int parts, sent, received;
    private int firstMs = -1;
    private boolean counted;

    /** The time is over and the answer was still being written. */
    static final class Slow extends InterruptedIOException {

        private static final long serialVersionUID = 1;

        Slow(int characters) {
            super(characters + " characters so far");
        }
    }

    /** @param countAsked whether the endpoint was asked to count tokens, which it does after the answer's end */
    Spoken(Endpoint endpoint, boolean countAsked) {
        this.endpoint = endpoint;
        this.countAsked = countAsked;
    }

    /** The whole answer; also one that comes as plain JSON all the same. Whoever asked closes it. */
    Said read(HttpResponseFor<StreamResponse<ChatCompletionChunk>> response) throws IOException, EndpointException {
        var type = String.join(" ", response.headers().values("content-type"));
        if (type.contains("json")) return whole(response);
        try (var stream = response.parse()) {
            var all = stream.stream().iterator();
            while (!complete() && all.hasNext()) take(all.next());
        } catch (OpenAIIoException e) {
            if (end.isEmpty() && parts > 0 && late(e)) throw new Slow(text.length());
            if (end.isEmpty()) throw e;
        }
        if (parts == 0) throw endpoint.garbled("no stream" + (type.isEmpty() ? "" : " but " + Endpoint.shown(type)));
        if (end.isEmpty()) throw new EOFException("the answer broke off after " + text.length() + " characters");
        return new Said(text.toString(), refusal.toString(), end, sent, received, firstMs);
    }

    private Said whole(HttpResponseFor<?> response) throws IOException, EndpointException {
        try {
            var said = new String(response.body().readAllBytes(), StandardCharsets.UTF_8);
            var answer = JsonValue.fromJsonNode(Json.tree(said)).convert(ChatCompletion.class);
            return Said.of(answer, endpoint);
        } catch (JsonProcessingException e) {
            throw endpoint.garbled("something that is no JSON");
        } catch (OpenAIInvalidDataException | IllegalArgumentException e) {
            throw endpoint.garbled("something that is no chat completion");
        }
    }

    private boolean complete() {
        return !end.isEmpty() && (counted || !countAsked);
    }

    private static boolean late(OpenAIIoException e) {
        return e.getCause() instanceof InterruptedIOException;
    }

    private void take(ChatCompletionChunk part) throws IOException {
        parts++;
        boolean ended = !end.isEmpty();
        for (var choice : part._choices().asKnown().orElse(List.of())) {
            if (ended) break;
            var delta = choice.delta();
            delta.content().ifPresent(text::append);
            delta.refusal().ifPresent(refusal::append);
            choice._finishReason().asKnown().map(FinishReason::asString).ifPresent(why -> end = why);
        }
        part._usage().asKnown().ifPresent(usage -> {
            sent = Said.sent(usage);
            received = Said.received(usage);
            counted = !end.isEmpty();
        });
        if (firstMs < 0 && !text.isEmpty()) firstMs = (int) ((System.nanoTime() - start) / 1_000_000);
        if (text.length() + refusal.length() > Capped.LONGEST) throw new Capped.TooLong(Capped.LONGEST);
    }
}
