package rag.mcp.wire;

import java.util.Map;

/** Reads one resource. */
@FunctionalInterface
public interface ResourceReader {

    /**
     * @param variables values of the template's variables, decoded; empty for a resource of its own
     * @return one entry of ReadResourceResult.contents: uri, mimeType, text or blob
     * @throws NotFound if there is none of this address
     */
    Map<String, Object> read(String uri, Map<String, String> variables) throws Exception;
}
