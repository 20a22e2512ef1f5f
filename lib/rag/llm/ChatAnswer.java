package rag.llm;

/**
 * A chat model's answer.
 *
 * @param promptTokens as the endpoint counted them; 0 where it does not say
 * @param completionTokens likewise
 * @param firstMs milliseconds until its first words, where it was read while it was written; -1 where it came whole
 */
public record ChatAnswer(String text, int promptTokens, int completionTokens, int firstMs) {

    /** One that came whole. */
    public ChatAnswer(String text, int promptTokens, int completionTokens) {
        this(text, promptTokens, completionTokens, -1);
    }
}
