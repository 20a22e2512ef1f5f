package rag.llm;

/**
 * A chat model's answer.
 *
 * @param promptTokens as the endpoint counted them; 0 where it does not say
 * @param completionTokens likewise
 */
public record ChatAnswer(String text, int promptTokens, int completionTokens) {}
