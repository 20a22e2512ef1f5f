package rag.mcp.wire;

import io.modelcontextprotocol.common.McpTransportContext;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.server.McpNotificationHandler;
import io.modelcontextprotocol.server.McpRequestHandler;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCNotification;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCRequest;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse.JSONRPCError;
import io.modelcontextprotocol.spec.McpServerSession;
import io.modelcontextprotocol.spec.McpServerTransport;
import io.modelcontextprotocol.spec.McpStreamableServerSession;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.function.BiFunction;
import rag.config.Json;
import reactor.core.publisher.Mono;
import reactor.util.context.Context;
import reactor.util.context.ContextView;

/**
 * The generation of the protocol that begins with {@code initialize}: revisions 2024-11-05 to 2025-11-25. The SDK's
 * sessions dispatch and carry questions to the client; the methods are ours.
 */
final class SessionServer {

    /** Oldest first. */
    static final List<String> VERSIONS = List.of("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25");

    /** Subscriptions of a session; whoever wants more listens to the list. */
    private static final int MOST_WATCHED = 1000;

    private static final String PEER = "rag.peer";

    /** How long the client may take to answer a question of ours. */
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final Map<String, McpNotificationHandler> NOTIFICATIONS = Map.of(
            "notifications/initialized",
            (exchange, params) -> Mono.empty(),
            "notifications/roots/list_changed",
            (exchange, params) -> Mono.empty());

    private final Offer offer;
    private final Map<String, McpRequestHandler<?>> handlers = new LinkedHashMap<>();

    SessionServer(Offer offer, Methods methods) {
        this.offer = offer;
        for (var method : Methods.NAMES) handle(method, (params, peer) -> methods.answer(method, params, peer));
        handle("ping", (params, peer) -> Map.of());
        handle("logging/setLevel", (params, peer) -> {
            peer.session().logLevel(String.valueOf(params.get("level")));
            return Map.of();
        });
        handle("resources/subscribe", (params, peer) -> {
            var watched = peer.session().watched();
            if (watched.size() >= MOST_WATCHED) {
                throw Refusal.parameters("no more than " + MOST_WATCHED + " resources can be watched");
            }
            watched.add(String.valueOf(params.get("uri")));
            return Map.of();
        });
        handle("resources/unsubscribe", (params, peer) -> {
            peer.session().watched().remove(String.valueOf(params.get("uri")));
            return Map.of();
        });
    }

    private void handle(String method, BiFunction<Map<String, Object>, SessionPeer, Map<String, Object>> answer) {
        McpRequestHandler<Object> handler = (exchange, params) -> Mono.fromCallable(() -> {
            var given = params instanceof Map<?, ?> map ? Rpc.typed(map) : Map.<String, Object>of();
            try {
                return answer.apply(
                        given, (SessionPeer) exchange.transportContext().get(PEER));
            } catch (RuntimeException | StackOverflowError e) {
                throw error(method, e);
            }
        });
        handlers.put(method, handler);
    }

    private static McpError error(String method, Throwable failure) {
        return switch (failure) {
            case Refusal e -> new McpError(new JSONRPCError(e.code(), e.text(), e.data()));
            case NotFound e ->
                new McpError(new JSONRPCError(
                        Rpc.RESOURCE_NOT_FOUND, String.valueOf(e.getMessage()), Map.of("uri", e.uri())));
            // Nobody reads the answer to a cancelled request.
            case CancellationException e -> new McpError(new JSONRPCError(Rpc.INTERNAL_ERROR, "cancelled", null));
            default ->
                new McpError(new JSONRPCError(
                        Rpc.INTERNAL_ERROR, Guard.internal(method, failure).text(), null));
        };
    }

    // ---- Opening a session ----

    /** The revision spoken: the one asked for, or the newest if that is not known here. */
    static String version(Map<String, Object> initialize) {
        var asked = String.valueOf(initialize.get("protocolVersion"));
        return VERSIONS.contains(asked) ? asked : VERSIONS.getLast();
    }

    /** The answer to initialize. */
    Map<String, Object> welcome(Session session) {
        var capabilities = new LinkedHashMap<String, Object>();
        if (!offer.prompts().isEmpty() || !offer.templates().isEmpty()) capabilities.put("completions", Map.of());
        capabilities.put("logging", Map.of());
        if (!offer.prompts().isEmpty()) capabilities.put("prompts", Map.of("listChanged", true));
        var resources = new LinkedHashMap<String, Object>();
        resources.put("listChanged", true);
        resources.put("subscribe", true);
        capabilities.put("resources", resources);
        capabilities.put("tools", Map.of("listChanged", true));
        var result = new LinkedHashMap<String, Object>();
        result.put("protocolVersion", session.protocolVersion());
        result.put("capabilities", capabilities);
        result.put("serverInfo", offer.serverInfo());
        result.put("instructions", offer.instructions());
        return result;
    }

    McpServerSession overStdio(McpServerTransport transport) {
        var sdk = new McpServerSession(
                "stdio",
                PATIENCE,
                transport,
                request -> Mono.error(new IllegalStateException("initialize is answered before")),
                handlers,
                NOTIFICATIONS,
                Mono::empty);
        // The SDK holds requests back until it hears this; clients that send one a little early are served, too.
        sdk.handle(new JSONRPCNotification("notifications/initialized", null)).block();
        return sdk;
    }

    McpStreamableServerSession overHttp(String id) {
        return new McpStreamableServerSession(id, null, null, PATIENCE, handlers, NOTIFICATIONS, Mono::empty);
    }

    // ---- To and from the SDK's messages ----

    static JSONRPCRequest request(Message.Request request) {
        return new JSONRPCRequest(request.method(), request.id(), request.params());
    }

    static JSONRPCResponse response(Message.Reply reply) {
        if (reply.result() != null) return JSONRPCResponse.result(reply.id(), reply.result());
        // Whatever stands there as an error is one, well formed or not.
        var error = reply.error() instanceof Map<?, ?> map ? Rpc.typed(map) : Map.<String, Object>of();
        int code = error.get("code") instanceof Integer given ? given : Rpc.INTERNAL_ERROR;
        var text = error.get("message") instanceof String given ? given : "an error without a message";
        return JSONRPCResponse.error(reply.id(), new JSONRPCError(code, text, error.get("data")));
    }

    /** What has to go with a request through the SDK. */
    static Context context(SessionPeer peer) {
        return Context.of(McpTransportContext.KEY, McpTransportContext.create(Map.of(PEER, peer)));
    }

    /** What {@link #context} put there. */
    static SessionPeer peer(ContextView context) {
        McpTransportContext given = context.get(McpTransportContext.KEY);
        return (SessionPeer) given.get(PEER);
    }

    static Map<String, Object> json(JSONRPCMessage message) {
        return switch (message) {
            case JSONRPCRequest request -> Rpc.request(request.id(), request.method(), request.params());
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

    static <T> T typed(Object data, TypeRef<T> type) {
        return Json.convert(data, type.getType());
    }
}
