package rag.mcp.wire;

import java.util.Map;

/** What a tool does. Runs on a platform thread of its own; many calls run at once. */
@FunctionalInterface
public interface ToolHandler {

    /**
     * Answers one call. The arguments have been held against the input schema before, unknown names included.
     *
     * @return a CallToolResult: content, structuredContent (where the tool has an outputSchema), isError
     * @throws BadParameters or rag.model.Failure: the client gets an error result with this message
     * @throws Exception anything else: the client gets a reference, standard error the rest
     */
    Map<String, Object> call(Call call) throws Exception;
}
