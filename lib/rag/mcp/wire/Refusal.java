package rag.mcp.wire;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A request that ends in a JSON-RPC error: not what was asked for went wrong, but the asking. */
final class Refusal extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final int code;

    @Nullable
    private final transient Map<String, Object> data;

    Refusal(int code, String message) {
        this(code, message, null);
    }

    Refusal(int code, String message, @Nullable Map<String, Object> data) {
        super(message, null, false, false);
        this.code = code;
        this.data = data;
    }

    static Refusal parameters(String problem) {
        return new Refusal(Rpc.INVALID_PARAMS, "Invalid params: " + problem);
    }

    int code() {
        return code;
    }

    @Nullable
    Map<String, Object> data() {
        return data;
    }

    String text() {
        return String.valueOf(getMessage());
    }
}
