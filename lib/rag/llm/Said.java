package rag.llm;

import com.openai.errors.OpenAIInvalidDataException;
import com.openai.models.chat.completions.ChatCompletion;
import com.openai.models.chat.completions.ChatCompletion.Choice.FinishReason;
import com.openai.models.completions.CompletionUsage;
import org.jspecify.annotations.Nullable;

/**
 * What a chat endpoint said, in whichever way it came. Whether that is an answer is another question.
 *
 * @param end why it ended, in the endpoint's word
 * @param sent tokens of the question; 0 where the endpoint does not say
 * @param received tokens of the answer, likewise
 * @param firstMs milliseconds until its first words; -1 where it came whole
 */
record Said(String text, String refusal, String end, int sent, int received, int firstMs) {

    /** @throws EndpointException when it is no chat completion */
    static Said of(@Nullable ChatCompletion answer, Endpoint endpoint) throws EndpointException {
        if (answer == null) throw endpoint.garbled("nothing");
        try {
            var error = answer._allProperties().get("error");
            if (error != null) throw endpoint.garbled("an error: " + Endpoint.shown(error.toString()));
            if (answer.choices().isEmpty()) throw endpoint.garbled("no choice");
            var choice = answer.choices().getFirst();
            var message = choice.message();
            var end =
                    choice._finishReason().asKnown().map(FinishReason::asString).orElse("stop");
            var usage = answer._usage().asKnown();
            return new Said(
                    message.content().orElse(""),
                    message.refusal().orElse(""),
                    end,
                    usage.map(Said::sent).orElse(0),
                    usage.map(Said::received).orElse(0),
                    -1);
        } catch (OpenAIInvalidDataException | IllegalStateException e) {
            throw endpoint.garbled(
                    "something that is no chat completion (" + Endpoint.shown("" + e.getMessage()) + ")");
        }
    }

    static int sent(CompletionUsage usage) {
        return usage._promptTokens().asKnown().orElse(0L).intValue();
    }

    static int received(CompletionUsage usage) {
        return usage._completionTokens().asKnown().orElse(0L).intValue();
    }
}
