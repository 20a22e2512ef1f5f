package rag.mcp.wire;

import java.util.List;
import java.util.Map;

/** Proposes values for an argument that a person is typing. */
@FunctionalInterface
public interface Completer {

    /**
     * @param typed what stands there so far; may be empty
     * @param others arguments that are already filled in
     * @return all that fit, best first; the client gets 100 at most and the count
     */
    List<String> complete(String argument, String typed, Map<String, String> others) throws Exception;
}
