package rag.mcp.wire;

import java.util.Map;

/** Writes the messages of a prompt. */
@FunctionalInterface
public interface PromptWriter {

    /**
     * @param arguments as given; the required ones are there
     * @param call who asks, and the way back while the prompt is written; its arguments are empty
     * @return a GetPromptResult: messages, description (optional)
     */
    Map<String, Object> write(Map<String, String> arguments, Call call) throws Exception;
}
