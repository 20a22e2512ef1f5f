package rag.mcp.wire;

import java.util.Map;

/** Writes the messages of a prompt. */
@FunctionalInterface
public interface PromptWriter {

    /**
     * @param arguments as given; the required ones are there
     * @param inputs answers to what {@link InputNeeded} asked for; empty with the first call
     * @return a GetPromptResult: messages, description (optional)
     */
    Map<String, Object> write(Map<String, String> arguments, Map<String, Object> inputs) throws Exception;
}
