package rag.mcp.wire;

import com.sun.net.httpserver.HttpExchange;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpStreamableServerTransport;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import rag.config.Json;
import reactor.core.publisher.Mono;

/**
 * The response to one HTTP request: plain JSON if the first message is the answer, else a stream of server-sent events.
 * While the answer takes time, comments go out, so that a client that has left is noticed.
 */
final class HttpReply implements McpStreamableServerTransport {

    private static final Duration QUIET = Duration.ofSeconds(1);
    private static final Duration HEARTBEAT = Duration.ofSeconds(2);

    private final HttpExchange http;
    private final Ticket ticket;
    private final Consumer<HttpReply> left;
    private final Consumer<HttpReply> beforeAnswer;

    @Nullable
    private OutputStream stream;

    private boolean done;

    /** A client that leaves cancels its request by that, as the generation without sessions has it. */
    HttpReply(HttpExchange http, Ticket ticket) {
        this(http, ticket, reply -> reply.ticket.cancel(), reply -> {});
    }

    /**
     * A reply.
     *
     * @param left run when the client is found to have left
     * @param beforeAnswer run before the answer leaves: from then on the client may use the request's id again
     */
    HttpReply(HttpExchange http, Ticket ticket, Consumer<HttpReply> left, Consumer<HttpReply> beforeAnswer) {
        this.http = http;
        this.ticket = ticket;
        this.left = left;
        this.beforeAnswer = beforeAnswer;
        ticket.onCancel(this::finish);
    }

    Ticket ticket() {
        return ticket;
    }

    /** Sends a message that is not the answer. */
    synchronized void event(Map<String, Object> message) {
        if (isWanted()) push("event: message\ndata: " + Json.line(message) + "\n\n");
    }

    /** Sends the answer and ends the response. @param status of HTTP, if nothing has been sent yet */
    synchronized void answer(Map<String, Object> message, int status) {
        if (!isWanted()) return;
        beforeAnswer.accept(this);
        if (stream == null) {
            done = true;
            try {
                send(http, status, message);
            } catch (IOException e) {
                left.accept(this);
            }
        } else {
            event(message);
            finish();
        }
    }

    /** A ticket counts as cancelled a moment before those who listen to it, this one too, are told. */
    private boolean isWanted() {
        return !done && !ticket.cancelled();
    }

    /** Begins the stream, so that the client knows it is heard. */
    synchronized void open() {
        if (!done) push("");
    }

    private void push(String text) {
        try {
            if (stream == null) {
                http.getResponseHeaders().set("Content-Type", "text/event-stream");
                http.getResponseHeaders().set("X-Accel-Buffering", "no");
                http.sendResponseHeaders(200, 0);
                stream = http.getResponseBody();
            }
            stream.write(text.getBytes(StandardCharsets.UTF_8));
            stream.flush();
        } catch (IOException e) {
            done = true;
            http.close();
            left.accept(this);
        }
    }

    /**
     * Ends the response without an answer, and the work for it. It is no cancellation: in the generation with sessions a
     * lost connection does not say that the client wants nothing done, only that it will not hear of it.
     */
    void abandon() {
        ticket.stop(Stop.UNREACHABLE);
        finish();
    }

    /** Ends the response, answered or not. */
    synchronized void finish() {
        if (done) return;
        if (stream == null) push("");
        done = true;
        try {
            if (stream != null) stream.close();
        } catch (IOException e) {
            // The client has left; there is nothing to end.
        }
        http.close();
    }

    synchronized boolean isDone() {
        return done;
    }

    /** Waits until the worker has ended, feeling for the client meanwhile. */
    void await(Thread worker) throws InterruptedException {
        if (worker.join(QUIET)) return;
        do heartbeat();
        while (!worker.join(HEARTBEAT));
    }

    synchronized void heartbeat() {
        if (!done) push(": still at work\n\n");
    }

    /** A whole response. @param json null for one without a body */
    static void send(HttpExchange http, int status, @Nullable Map<String, Object> json) throws IOException {
        if (json == null || http.getRequestMethod().equals("HEAD")) {
            http.sendResponseHeaders(status, -1);
        } else {
            var body = Json.line(json).getBytes(StandardCharsets.UTF_8);
            http.getResponseHeaders().set("Content-Type", "application/json");
            http.sendResponseHeaders(status, body.length);
            http.getResponseBody().write(body);
        }
        http.close();
    }

    // ---- For the SDK's sessions ----

    @Override
    public Mono<Void> sendMessage(McpSchema.JSONRPCMessage message) {
        return sendMessage(message, null);
    }

    @Override
    public Mono<Void> sendMessage(McpSchema.JSONRPCMessage message, @Nullable String messageId) {
        return Mono.fromRunnable(() -> {
            var json = SessionServer.json(message);
            if (message instanceof McpSchema.JSONRPCResponse) answer(json, 200);
            else event(json);
        });
    }

    @Override
    public <T> T unmarshalFrom(Object data, TypeRef<T> type) {
        return SessionServer.typed(data, type);
    }

    @Override
    public Mono<Void> closeGracefully() {
        return Mono.fromRunnable(this::finish);
    }
}
