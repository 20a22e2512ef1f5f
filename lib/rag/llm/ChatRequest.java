package rag.llm;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a chat model is asked.
 *
 * @param system how to behave; "" for nothing
 * @param user the task, with the texts it is about
 * @param schema JSON Schema of the answer, asked for where the endpoint knows it; null for prose
 * @param maxTokens most tokens of the answer; 0 takes the setting's
 */
public record ChatRequest(
        String system, String user, @Nullable Map<String, Object> schema, int maxTokens) {

    public static ChatRequest prose(String system, String user) {
        return new ChatRequest(system, user, null, 0);
    }
}
