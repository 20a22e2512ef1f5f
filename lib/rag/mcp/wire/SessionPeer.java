package rag.mcp.wire;

import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSession;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The client of a request of the older generation.
 *
 * @param stream where this request's own messages go: the session on stdio, the request's response over HTTP
 */
record SessionPeer(Session session, McpSession stream, String transport, Ticket ticket) implements Peer {

    private static final TypeRef<Map<String, Object>> MAP = new TypeRef<>() {};

    @Override
    public String client() {
        return session.client();
    }

    @Override
    public String protocolVersion() {
        return session.protocolVersion();
    }

    @Override
    public Map<String, Object> capabilities() {
        return session.capabilities();
    }

    @Override
    public void notify(String method, Map<String, Object> parameters) {
        stream.sendNotification(method, parameters).block();
    }

    @Override
    public boolean logs(String level) {
        return session.logs(level);
    }

    /** Asks now and waits, as this generation can. */
    @Override
    public Map<String, Object> ask(String key, String method, Map<String, Object> parameters) {
        var needed = method.substring(0, method.indexOf('/'));
        if (!capabilities().containsKey(needed)) {
            throw new BadParameters("This needs a client that can do " + method + ".");
        }
        try {
            var answer = stream.sendRequest(method, parameters, MAP).block();
            return answer == null ? Map.of() : answer;
        } catch (McpError e) {
            throw new BadParameters("The client refused " + method + ": " + e.getMessage());
        }
    }

    @Override
    public Map<String, Object> inputs() {
        return Map.of();
    }

    @Override
    @Nullable
    public String state() {
        return null;
    }
}
