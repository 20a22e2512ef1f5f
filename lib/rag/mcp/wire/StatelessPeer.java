package rag.mcp.wire;

import io.modelcontextprotocol.modern.server.McpRequestContext;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The client of a request of the generation without sessions: all that is known of it came with the request. */
record StatelessPeer(McpRequestContext context, Map<String, Object> params) implements Peer {

    private static final String META = "io.modelcontextprotocol/";

    private Exchange exchange() {
        return (Exchange) context.transportContext().get(StatelessFeature.EXCHANGE);
    }

    @Override
    public String client() {
        return Peer.name(Rpc.object(context.meta(), META + "clientInfo"));
    }

    @Override
    public String protocolVersion() {
        return context.protocolVersion();
    }

    @Override
    public String transport() {
        return exchange().transport();
    }

    @Override
    public Ticket ticket() {
        return exchange().ticket();
    }

    @Override
    public Map<String, Object> capabilities() {
        return Rpc.object(context.meta(), META + "clientCapabilities");
    }

    @Override
    public void notify(String method, Map<String, Object> parameters) {
        exchange().notifications().accept(Rpc.notification(method, parameters));
    }

    @Override
    public boolean logs(String level) {
        int least = Parameters.LOG_LEVELS.indexOf(String.valueOf(context.meta().get(META + "logLevel")));
        return least >= 0 && Parameters.LOG_LEVELS.indexOf(level) >= least;
    }

    /** The answer if it came with the request; else the request ends, saying what is needed. */
    @Override
    public Map<String, Object> ask(String key, String method, Map<String, Object> parameters) {
        if (inputs().get(key) instanceof Map<?, ?> answer) return Rpc.typed(answer);
        throw new InputNeeded(Map.of(key, Map.of("method", method, "params", parameters)), null);
    }

    @Override
    public Map<String, Object> inputs() {
        return Rpc.object(params, "inputResponses");
    }

    @Override
    @Nullable
    public String state() {
        return params.get("requestState") instanceof String state ? state : null;
    }
}
