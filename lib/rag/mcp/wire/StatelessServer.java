package rag.mcp.wire;

import io.modelcontextprotocol.common.McpTransportContext;
import io.modelcontextprotocol.modern.JsonRpc.JSONRPCMessage;
import io.modelcontextprotocol.modern.JsonRpc.JSONRPCNotification;
import io.modelcontextprotocol.modern.JsonRpc.JSONRPCRequest;
import io.modelcontextprotocol.modern.JsonRpc.JSONRPCResponse;
import io.modelcontextprotocol.modern.McpSchema.CacheScope;
import io.modelcontextprotocol.modern.McpSchema.Implementation;
import io.modelcontextprotocol.modern.server.HmacRequestStateCodec;
import io.modelcontextprotocol.modern.server.McpHeaders;
import io.modelcontextprotocol.modern.server.McpServer;
import io.modelcontextprotocol.modern.server.McpTransportResponse;
import io.modelcontextprotocol.modern.server.feature.McpChangeFeed;
import io.modelcontextprotocol.modern.server.feature.ServerChange;
import java.security.SecureRandom;
import java.util.Map;
import java.util.function.Consumer;
import rag.config.Json;
import rag.mcp.wire.Changes.What;

/**
 * The generation of the protocol without sessions, from 2026-07-28 on: every request says which revision it speaks and
 * what its client can do. The SDK's server checks and dispatches; the methods are ours.
 */
final class StatelessServer {

    static final String VERSION = "2026-07-28";

    private static final String VERSION_KEY = "io.modelcontextprotocol/protocolVersion";

    private final McpServer server;
    private final McpChangeFeed feed = new McpChangeFeed();

    StatelessServer(Offer offer, Methods methods) {
        var json = new SdkJson();
        var key = new byte[32];
        new SecureRandom().nextBytes(key);
        server = McpServer.builder()
                .jsonMapper(json)
                .serverInfo(Json.convert(offer.serverInfo(), Implementation.class))
                .instructions(offer.instructions())
                .feature(new StatelessFeature(offer, methods))
                .subscriptions(feed)
                .requestStateCodec(HmacRequestStateCodec.builder()
                        .key(key)
                        .jsonMapper(json)
                        .build())
                .discoverCache(StatelessFeature.FRESH.toMillis(), CacheScope.PRIVATE)
                .build();
    }

    /** Whether a request is of this generation. */
    static boolean speaks(Message.Request request) {
        return request.method().equals("server/discover") || !version(request).isEmpty();
    }

    /** The revision that a request says it speaks; empty when it does not. */
    static String version(Message.Request request) {
        return Rpc.object(request.params(), "_meta").get(VERSION_KEY) instanceof String version ? version : "";
    }

    /**
     * Answers a request. Returns when it is answered; a subscription, when it or the server ends.
     *
     * @param headers what HTTP says beside the message; null where there are none, on stdio
     * @param out takes notifications, and last the answer
     */
    void answer(Message.Request request, Exchange exchange, McpHeaders headers, Consumer<Map<String, Object>> out) {
        var context = McpTransportContext.create(
                Map.of(McpHeaders.TRANSPORT_CONTEXT_KEY, headers, StatelessFeature.EXCHANGE, exchange));
        var response = server.handleBlocking(
                        context, new JSONRPCRequest(request.method(), request.id(), request.params()))
                .block();
        switch (response) {
            case McpTransportResponse.Streaming stream ->
                stream.messages()
                        .takeUntilOther(exchange.ended())
                        .doOnNext(message -> out.accept(json(message)))
                        .blockLast();
            case McpTransportResponse.Result result -> out.accept(json(result.response()));
            case McpTransportResponse.Error error -> out.accept(json(error.response()));
            case null, default -> throw new IllegalStateException("no response: " + request.method());
        }
    }

    private static Map<String, Object> json(JSONRPCMessage message) {
        return switch (message) {
            case JSONRPCNotification notification -> Rpc.notification(notification.method(), notification.params());
            case JSONRPCResponse response -> {
                var error = response.error();
                yield error == null
                        ? Rpc.result(response.id(), response.result())
                        : Rpc.error(response.id(), error.code(), error.message(), error.data());
            }
            default -> throw new IllegalArgumentException("unknown message: " + message.getClass());
        };
    }

    void changed(What what, String uri) {
        feed.broadcast(
                switch (what) {
                    case TOOLS -> new ServerChange.ToolsListChanged();
                    case RESOURCES -> new ServerChange.ResourcesListChanged();
                    case PROMPTS -> new ServerChange.PromptsListChanged();
                    case RESOURCE -> new ServerChange.ResourceUpdated(uri);
                });
    }

    /** Ends all subscriptions. */
    void close() {
        server.closeGracefully();
    }
}
