package rag.llm;

/**
 * What a vision model is asked.
 *
 * @param system how to behave; "" for nothing
 * @param user the task
 * @param image the encoded picture
 * @param extension its kind as a file ending without the dot: png, jpg
 * @param maxTokens most tokens of the answer; 0 leaves it to the model
 */
public record VisionRequest(String system, String user, byte[] image, String extension, int maxTokens) {}
