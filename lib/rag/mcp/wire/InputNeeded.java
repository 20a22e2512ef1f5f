package rag.mcp.wire;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Thrown by a handler that cannot go on before the client has answered these requests (protocol without sessions). */
public final class InputNeeded extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient Map<String, Object> requests;

    @Nullable
    private final String state;

    /**
     * @param requests {@code {method, params}} by the key that the answer comes back under
     * @param state what the handler gets back with the answers; signed on the way
     */
    public InputNeeded(Map<String, Object> requests, @Nullable String state) {
        super("input needed: " + requests.keySet(), null, false, false);
        this.requests = requests;
        this.state = state;
    }

    public Map<String, Object> requests() {
        return requests;
    }

    @Nullable
    public String state() {
        return state;
    }
}
