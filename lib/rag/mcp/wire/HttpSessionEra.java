package rag.mcp.wire;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import rag.mcp.wire.Changes.What;
import rag.mcp.wire.HttpSessions.Open;
import rag.mcp.wire.Message.Notice;
import rag.mcp.wire.Message.Reply;
import rag.mcp.wire.Message.Request;

/** The older generation over HTTP: a session by its header, a stream to listen on, an end. */
final class HttpSessionEra {

    private static final String SESSION = "Mcp-Session-Id";
    private static final Duration HEARTBEAT = Duration.ofSeconds(5);

    private final SessionServer server;
    private final HttpSessions sessions;

    HttpSessionEra(SessionServer server, HttpOptions options) {
        this.server = server;
        sessions = new HttpSessions(options, server);
    }

    void answer(HttpExchange http, Request request, @Nullable String version) throws IOException, InterruptedException {
        var id = request.id();
        if (version != null && !SessionServer.VERSIONS.contains(version)) {
            HttpReply.send(http, 400, Rpc.error(id, Rpc.INVALID_REQUEST, "Unsupported MCP-Protocol-Version"));
            return;
        }
        var problem = Parameters.problem(request.method(), request.params());
        if (problem != null) {
            HttpReply.send(http, 200, Rpc.error(id, Rpc.INVALID_PARAMS, "Invalid params: " + problem));
            return;
        }
        if (request.method().equals("initialize")) {
            initialize(http, request);
            return;
        }
        var open = session(http, id);
        if (open == null) return;
        var reply = new HttpReply(
                http,
                new Ticket(),
                HttpReply::abandon,
                answered -> open.waiting().remove(id, answered));
        if (open.waiting().putIfAbsent(id, reply) != null) {
            HttpReply.send(http, 400, Rpc.error(id, Rpc.INVALID_REQUEST, "A request with this id is under way"));
            return;
        }
        reply.await(Thread.ofVirtual().start(() -> work(request, open, reply)));
    }

    private void initialize(HttpExchange http, Request request) throws IOException {
        var created = sessions.create(request.params());
        if (created == null) {
            HttpReply.send(http, 503, Rpc.error(request.id(), Rpc.INTERNAL_ERROR, "Too many sessions are open"));
            return;
        }
        http.getResponseHeaders().set(SESSION, created.id());
        HttpReply.send(http, 200, Rpc.result(request.id(), server.welcome(created.session())));
    }

    private static void work(Request request, Open open, HttpReply reply) {
        try {
            var stream = open.sdk().responseStream(reply);
            var peer = new SessionPeer(open.session(), stream, "http", reply.ticket());
            stream.handle(SessionServer.request(request))
                    .contextWrite(SessionServer.context(peer))
                    .block();
        } catch (RuntimeException | Error e) {
            if (reply.ticket().cancelled() || reply.isDone()) return;
            var trouble = Guard.internal(request.method(), e);
            reply.answer(Rpc.error(request.id(), Rpc.INTERNAL_ERROR, trouble.text()), 200);
        } finally {
            open.waiting().remove(request.id(), reply);
            reply.finish();
        }
    }

    void noticed(HttpExchange http, Notice notice) throws IOException {
        // A client of the newer generation cancels by closing the connection, and has no session: nothing to find.
        var id = HttpGate.header(http, SESSION);
        var open = id == null ? null : sessions.find(id);
        if (open != null && notice.method().equals("notifications/cancelled")) {
            var requestId = notice.params().get("requestId");
            var reply = requestId == null ? null : open.waiting().remove(requestId);
            if (reply != null) reply.ticket().cancel();
        }
        if (id != null && open == null) HttpEndpoint.refuse(http, 404, "Session not found");
        else HttpReply.send(http, 202, null);
    }

    void answered(HttpExchange http, Reply reply) throws IOException {
        var open = session(http, reply.id());
        if (open == null) return;
        try {
            open.sdk().accept(SessionServer.response(reply)).block();
            HttpReply.send(http, 202, null);
        } catch (RuntimeException e) {
            HttpEndpoint.refuse(http, 400, "Nothing was asked under this id");
        }
    }

    /** The stream on which the server tells what no request asked for. */
    void listen(HttpExchange http) throws IOException, InterruptedException {
        var id = HttpGate.header(http, SESSION);
        if (id == null) {
            http.getResponseHeaders().set("Allow", "POST, DELETE");
            HttpEndpoint.refuse(http, 405, "No stream without a session");
            return;
        }
        var open = session(http, null);
        if (open == null) return;
        var reply = new HttpReply(http, new Ticket());
        reply.open();
        var stream = open.sdk().listeningStream(reply);
        try {
            while (!reply.isDone() && sessions.find(id) != null) {
                Thread.sleep(HEARTBEAT);
                reply.heartbeat();
            }
        } finally {
            stream.releaseTransport();
        }
    }

    void delete(HttpExchange http) throws IOException {
        var open = session(http, null);
        if (open == null) return;
        sessions.end(open.id());
        HttpReply.send(http, 200, null);
    }

    /** The session that the request names; null, and the client told, if there is none. */
    @Nullable
    private Open session(HttpExchange http, @Nullable Object requestId) throws IOException {
        var id = HttpGate.header(http, SESSION);
        if (id == null) {
            HttpReply.send(http, 400, Rpc.error(requestId, Rpc.INVALID_REQUEST, SESSION + " header required"));
            return null;
        }
        var open = sessions.find(id);
        if (open == null) HttpReply.send(http, 404, Rpc.error(requestId, Rpc.INVALID_REQUEST, "Session not found"));
        return open;
    }

    void changed(What what, String uri) {
        sessions.changed(what, uri);
    }

    void close() {
        sessions.close();
    }
}
