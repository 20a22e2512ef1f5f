package rag.mcp.wire;

import io.modelcontextprotocol.spec.McpLoggableSession;
import io.modelcontextprotocol.spec.McpSchema.LoggingLevel;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import rag.mcp.wire.Changes.What;

/**
 * What a client of the older generation said in {@code initialize}, and what it asked to be told.
 *
 * @param sdk carries requests to the client and its answers back
 * @param watched addresses of resources whose changes it wants to hear of
 */
record Session(
        String client,
        String protocolVersion,
        Map<String, Object> capabilities,
        McpLoggableSession sdk,
        Set<String> watched) {

    /** @param params those of initialize */
    static Session of(Map<String, Object> params, McpLoggableSession sdk, String protocolVersion) {
        var client = Peer.name(Rpc.object(params, "clientInfo"));
        var capabilities = Rpc.object(params, "capabilities");
        return new Session(client, protocolVersion, capabilities, sdk, ConcurrentHashMap.newKeySet());
    }

    void changed(What what, String uri) {
        switch (what) {
            case TOOLS -> tell("notifications/tools/list_changed", Map.of());
            case RESOURCES -> tell("notifications/resources/list_changed", Map.of());
            case PROMPTS -> tell("notifications/prompts/list_changed", Map.of());
            case RESOURCE -> {
                if (watched.contains(uri)) tell("notifications/resources/updated", Map.of("uri", uri));
            }
        }
    }

    private void tell(String method, Map<String, Object> params) {
        // A client that does not listen at the moment has nothing to hear: no error.
        sdk.sendNotification(method, params).onErrorComplete().subscribe();
    }

    void logLevel(String level) {
        sdk.setMinLoggingLevel(level(level));
    }

    boolean logs(String level) {
        return sdk.isNotificationForLevelAllowed(level(level));
    }

    private static LoggingLevel level(String level) {
        return LoggingLevel.valueOf(level.toUpperCase(Locale.ROOT));
    }
}
