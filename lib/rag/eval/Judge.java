package rag.eval;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import rag.llm.ChatModel;
import rag.llm.ChatRequest;
import rag.llm.JsonAnswer;
import rag.llm.ModelException;
import rag.model.Ids;
import rag.store.AnswerCache;
import rag.text.Counted;

/**
 * Asks a language model for verdicts: never the same twice, never more often than allowed. An answer that holds no verdict is
 * a {@link JudgeFailure} and is not kept. Usable from several threads.
 */
final class Judge implements AutoCloseable {

    private final ChatModel model;
    private final AnswerCache cache;
    private final String prompts;
    private final int most;
    private final boolean dry;
    private final AtomicInteger calls = new AtomicInteger();
    private final AtomicInteger known = new AtomicInteger();

    /** @param prompts folder of own prompts, "" for none @param most calls that may be made */
    Judge(ChatModel model, AnswerCache cache, String prompts, int most) {
        this(model, cache, prompts, most, false);
    }

    private Judge(ChatModel model, AnswerCache cache, String prompts, int most, boolean dry) {
        this.model = model;
        this.cache = cache;
        this.prompts = prompts;
        this.most = most;
        this.dry = dry;
    }

    /** One that only looks into the cache: to know beforehand how many calls there will be. */
    Judge looking() {
        return new Judge(model, cache, prompts, 0, true);
    }

    /** How a verdict is read; what it throws makes the answer a failure. */
    interface Reading<T> {
        T read(JsonNode answer) throws JudgeFailure;
    }

    /** Asks for JSON. */
    <T> T ask(String prompt, Map<String, String> texts, Map<String, Object> schema, Reading<T> reading)
            throws JudgeFailure {
        return answer(prompt, texts, schema, text -> reading.read(JsonAnswer.object(text)));
    }

    /** Asks for prose. */
    String write(String prompt, Map<String, String> texts) throws JudgeFailure {
        return answer(prompt, texts, null, text -> {
            if (text.isBlank()) throw JudgeFailure.of("the model wrote nothing");
            return text.strip();
        });
    }

    private interface Parsing<T> {
        T parse(String text) throws JudgeFailure, ModelException;
    }

    private <T> T answer(
            String name, Map<String, String> texts, @Nullable Map<String, Object> schema, Parsing<T> parsing)
            throws JudgeFailure {
        var prompt = JudgePrompt.of(prompts, name);
        var user = prompt.user(texts);
        var key = Ids.sha256(
                String.join("\0", model.name(), prompt.system(), user).getBytes(StandardCharsets.UTF_8));
        var before = cache.get(key);
        if (before.isPresent()) {
            try {
                var read = parsing.parse(before.get());
                known.incrementAndGet();
                return read;
            } catch (ModelException | JudgeFailure e) {
                // kept by a version that read it otherwise: it is asked again
            }
        }
        if (dry || calls.incrementAndGet() > most) {
            if (!dry) calls.decrementAndGet();
            throw JudgeFailure.spared("the limit of " + Counted.of(most, "call") + " is reached");
        }
        String text;
        try {
            text = model.ask(new ChatRequest(prompt.system(), user, schema, 0)).text();
        } catch (ModelException e) {
            throw JudgeFailure.of("the model failed: " + e.getMessage());
        }
        try {
            var read = parsing.parse(text);
            cache.put(key, text);
            return read;
        } catch (ModelException e) {
            throw JudgeFailure.of(String.valueOf(e.getMessage()));
        }
    }

    @Override
    public void close() {
        cache.close();
    }

    int calls() {
        return calls.get();
    }

    /** Answers that came from the cache. */
    int known() {
        return known.get();
    }

    /** A verdict as models write it: 1, "1", true, "yes". */
    static boolean verdict(@Nullable JsonNode node) throws JudgeFailure {
        var written = node == null ? "" : node.asText().strip().toLowerCase(java.util.Locale.ROOT);
        return switch (written) {
            case "1", "true", "yes" -> true;
            case "0", "false", "no" -> false;
            default -> throw JudgeFailure.of("a verdict must be 1 or 0, not '" + written + "'");
        };
    }

    static String text(JsonNode node, String key) {
        var value = node.get(key);
        return value == null || value.isNull() ? "" : value.asText().strip();
    }

    /** The list of that name, which must be there. */
    static JsonNode list(JsonNode node, String key) throws JudgeFailure {
        var list = node.get(key);
        if (list == null || !list.isArray()) throw JudgeFailure.of("the answer holds no list of " + key);
        return list;
    }
}
