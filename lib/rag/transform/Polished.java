package rag.transform;

/**
 * What a model made of something, or what rules had made of it.
 *
 * @param value the result
 * @param fallback why it is that of the rules; "" when it is the model's
 */
public record Polished<T>(T value, String fallback) {}
