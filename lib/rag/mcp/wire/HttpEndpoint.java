package rag.mcp.wire;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import rag.mcp.wire.Message.Malformed;
import rag.mcp.wire.Message.Notice;
import rag.mcp.wire.Message.Reply;
import rag.mcp.wire.Message.Request;
import rag.model.Failure;

/** Streamable HTTP at {@code /mcp}, both generations of the protocol, on the JDK's own server. */
public final class HttpEndpoint implements HttpHandler, AutoCloseable {

    private static final String PATH = "/mcp";

    private final Limits limits;
    private final HttpGate gate;
    private final HttpServer server;
    private final HttpSessionEra sessions;
    private final HttpStatelessEra stateless;

    /** Listens at once. */
    public HttpEndpoint(Offer offer, Limits limits, HttpOptions options) {
        // The JDK reads these once: a client that dribbles its request, or keeps connections it does not use.
        System.setProperty("sun.net.httpserver.maxReqTime", "60");
        System.setProperty("sun.net.httpserver.idleInterval", "60");
        this.limits = limits;
        gate = new HttpGate(options);
        var methods = new Methods(offer, new Guard(limits));
        sessions = new HttpSessionEra(new SessionServer(offer, methods), options);
        stateless = new HttpStatelessEra(offer, methods);
        offer.changes().listen((what, uri) -> {
            sessions.changed(what, uri);
            stateless.changed(what, uri);
        });
        server = bound(options);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this);
        server.start();
    }

    private static HttpServer bound(HttpOptions options) {
        var address = new InetSocketAddress(options.host(), options.port());
        try {
            if (address.isUnresolved()) throw new Failure("--http: no machine is called " + options.host());
            return HttpServer.create(address, 64);
        } catch (BindException e) {
            throw new Failure("cannot listen on " + options.host() + ":" + options.port() + ": " + e.getMessage(), e);
        } catch (IOException e) {
            throw new Failure("cannot listen on " + options.host() + ":" + options.port() + ": " + e, e);
        }
    }

    public int port() {
        return server.getAddress().getPort();
    }

    @Override
    public void handle(HttpExchange http) throws IOException {
        try {
            http.getResponseHeaders().set("Cache-Control", "no-store");
            http.getResponseHeaders().set("X-Content-Type-Options", "nosniff");
            var rejection = gate.check(http);
            if (rejection != null) {
                refuse(http, rejection.status(), rejection.reason());
            } else if (!http.getRequestURI().getRawPath().equals(PATH)) {
                refuse(http, 404, "Nothing here; the server is at " + PATH);
            } else {
                switch (http.getRequestMethod()) {
                    case "POST" -> post(http);
                    case "GET" -> sessions.listen(http);
                    case "DELETE" -> sessions.delete(http);
                    default -> {
                        http.getResponseHeaders().set("Allow", "POST, GET, DELETE");
                        refuse(http, 405, "Method not allowed");
                    }
                }
            }
        } catch (IOException e) {
            http.close(); // (the client has left)
        } catch (InterruptedException e) {
            http.close();
            Thread.currentThread().interrupt();
        } catch (RuntimeException | Error e) {
            refuse(http, 500, Guard.internal("an HTTP request", e).text());
        }
    }

    private void post(HttpExchange http) throws IOException, InterruptedException {
        var type = HttpGate.header(http, "Content-Type");
        if (type == null || !type.split(";")[0].strip().equalsIgnoreCase("application/json")) {
            refuse(http, 415, "Content-Type must be application/json");
            return;
        }
        var accepted = String.join(",", http.getRequestHeaders().getOrDefault("Accept", List.of()));
        boolean both = accepted.contains("application/json") && accepted.contains("text/event-stream");
        if (!both && !accepted.contains("*/*")) {
            refuse(http, 406, "Accept must list application/json and text/event-stream");
            return;
        }
        var body = http.getRequestBody().readNBytes(limits.messageBytes() + 1);
        if (body.length > limits.messageBytes()) {
            // Some more is read and thrown away, so that a client still sending gets to hear why.
            http.getRequestBody().skip(8L * limits.messageBytes());
            http.getResponseHeaders().set("Connection", "close");
            refuse(http, 413, "Message longer than " + limits.messageBytes() + " bytes");
            return;
        }
        switch (Message.read(body)) {
            case Malformed malformed -> HttpReply.send(http, 400, malformed.answer());
            case Reply reply -> sessions.answered(http, reply);
            case Notice notice -> sessions.noticed(http, notice);
            case Request request -> {
                var version = HttpGate.header(http, "MCP-Protocol-Version");
                if (isStateless(request, version)) stateless.answer(http, request, version);
                else sessions.answer(http, request, version);
            }
        }
    }

    private static boolean isStateless(Request request, @Nullable String version) {
        if (StatelessServer.speaks(request)) return true;
        return version != null
                && !SessionServer.VERSIONS.contains(version)
                && !request.method().equals("initialize");
    }

    static void refuse(HttpExchange http, int status, String reason) throws IOException {
        HttpReply.send(http, status, Rpc.error(null, Rpc.INVALID_REQUEST, reason));
    }

    @Override
    public void close() {
        stateless.close();
        sessions.close();
        server.stop(1);
    }
}
