package rag.llm;

import com.openai.core.JsonField;
import com.openai.core.JsonMissing;
import com.openai.core.JsonValue;
import com.openai.errors.SseException;
import java.util.Locale;
import java.util.Map;
import rag.llm.Attempts.Unanswered;

/** An error that comes in the midst of a stream, when the status has long been sent: what it says in place of one. */
final class StreamError {

    private StreamError() {}

    static Unanswered read(SseException e) {
        JsonField<?> error = e.body();
        var fields = error.asObject().orElse(Map.of());
        var words = (word(fields, "type") + " " + word(fields, "code")).toLowerCase(Locale.ROOT);
        JsonField<?> code = fields.getOrDefault("code", JsonMissing.of());
        int status = code.asNumber().map(Number::intValue).orElse(0);
        if (status < 400 || status > 599) status = status(words);
        var message = word(fields, "message");
        return new Unanswered(
                status, word(fields, "code"), "", "", message.isEmpty() ? error.toString() : status + ": " + message);
    }

    private static int status(String words) {
        if (words.contains("rate_limit") || words.contains("insufficient_quota")) return 429;
        if (words.contains("server_error") || words.contains("overloaded") || words.contains("unavailable")) return 503;
        if (words.contains("invalid_request") || words.contains("context_length")) return 400;
        return 200;
    }

    private static String word(Map<String, JsonValue> fields, String name) {
        JsonField<?> value = fields.getOrDefault(name, JsonMissing.of());
        return value.asString().orElse("");
    }
}
