package rag.mcp.wire;

import com.sun.net.httpserver.HttpExchange;
import io.modelcontextprotocol.modern.server.McpHeaders;
import io.modelcontextprotocol.modern.server.transport.McpHeaderDecoder;
import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import rag.mcp.wire.Changes.What;
import rag.mcp.wire.Message.Request;

/** The generation without sessions over HTTP: headers repeat what the message says, and must say the same. */
final class HttpStatelessEra {

    private static final String PARAMETER = "mcp-param-";

    private final Later<StatelessServer> server;

    HttpStatelessEra(Offer offer, Methods methods) {
        server = new Later<>(() -> new StatelessServer(offer, methods));
    }

    void answer(HttpExchange http, Request request, @Nullable String version) throws IOException, InterruptedException {
        var mismatch = mismatch(http, request, version);
        if (mismatch != null) {
            var text = "Header mismatch: " + mismatch;
            HttpReply.send(http, 400, Rpc.error(request.id(), Rpc.HEADER_MISMATCH, text));
            return;
        }
        var problem = Parameters.problem(request.method(), request.params());
        if (problem != null) {
            HttpReply.send(http, 400, Rpc.error(request.id(), Rpc.INVALID_PARAMS, "Invalid params: " + problem));
            return;
        }
        var headers = parameters(http);
        var reply = new HttpReply(http, new Ticket());
        if (request.method().equals("subscriptions/listen")) reply.open();
        reply.await(Thread.ofVirtual().start(() -> work(request, headers, reply)));
    }

    private void work(Request request, McpHeaders headers, HttpReply reply) {
        try {
            var exchange = new Exchange("http", reply.ticket(), reply::event);
            server.get().answer(request, exchange, headers, message -> {
                if (message.containsKey("id")) reply.answer(message, status(message));
                else reply.event(message);
            });
        } catch (RuntimeException | Error e) {
            if (reply.ticket().cancelled()) return;
            var trouble = Guard.internal(request.method(), e);
            reply.answer(Rpc.error(request.id(), Rpc.INTERNAL_ERROR, trouble.text()), 200);
        } finally {
            reply.finish();
        }
    }

    private static int status(Map<String, Object> answer) {
        if (!(Rpc.object(answer, "error").get("code") instanceof Integer code)) return 200;
        return switch (code) {
            case Rpc.METHOD_NOT_FOUND -> 404;
            case Rpc.PARSE_ERROR,
                    Rpc.INVALID_REQUEST,
                    Rpc.INVALID_PARAMS,
                    Rpc.HEADER_MISMATCH,
                    Rpc.MISSING_CAPABILITY,
                    Rpc.UNSUPPORTED_VERSION -> 400;
            default -> 200;
        };
    }

    @Nullable
    private static String mismatch(HttpExchange http, Request request, @Nullable String version) {
        var method = HttpGate.header(http, "Mcp-Method");
        if (method == null) return "Missing required header: Mcp-Method";
        if (!method.equals(request.method())) return "Mcp-Method is not the method of the request";
        if (version == null) return "Missing required header: MCP-Protocol-Version";
        var claimed = StatelessServer.version(request);
        if (!claimed.isEmpty() && !claimed.equals(version)) return "MCP-Protocol-Version is not that of the request";
        var key = switch (method) {
            case "tools/call", "prompts/get" -> "name";
            case "resources/read" -> "uri";
            default -> null;
        };
        if (key == null || !(request.params().get(key) instanceof String named)) return null;
        var name = decoded(HttpGate.header(http, "Mcp-Name"));
        return Objects.equals(name, named) ? null : "Mcp-Name is missing, malformed or not the " + key + " asked for";
    }

    private static McpHeaders parameters(HttpExchange http) {
        var headers = McpHeaders.builder();
        http.getRequestHeaders().forEach((name, values) -> {
            if (!name.toLowerCase(Locale.ROOT).startsWith(PARAMETER)) return;
            var value = values.size() == 1 ? decoded(values.getFirst()) : null;
            headers.paramHeader(name.substring(PARAMETER.length()), value);
        });
        return headers.build();
    }

    @Nullable
    private static String decoded(@Nullable String value) {
        return value == null ? null : McpHeaderDecoder.decodeValue(value);
    }

    void changed(What what, String uri) {
        server.ifThere(there -> there.changed(what, uri));
    }

    void close() {
        server.ifThere(StatelessServer::close);
    }
}
