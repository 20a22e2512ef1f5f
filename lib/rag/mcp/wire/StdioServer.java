package rag.mcp.wire;

import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.modern.server.McpHeaders;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpServerSession;
import io.modelcontextprotocol.spec.McpServerTransport;
import java.io.IOException;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import rag.mcp.wire.Message.Malformed;
import rag.mcp.wire.Message.Notice;
import rag.mcp.wire.Message.Reply;
import rag.mcp.wire.Message.Request;
import reactor.core.publisher.Mono;

/**
 * Serves one client over a pipe: one JSON-RPC message a line. Whatever comes in, it is answered or ignored as the
 * specification says, and the next line is read. Requests run side by side; answers go out as they come.
 */
public final class StdioServer {

    private static final String TRANSPORT = "stdio";

    private final Limits limits;
    private final Runnable greeted;
    private final Lines lines;
    private final Outlet out;
    private final SessionServer sessions;
    private final Later<StatelessServer> stateless;
    private final Map<Object, Ticket> waiting = new ConcurrentHashMap<>();
    private final AtomicInteger running = new AtomicInteger(); // answered or cancelled calls too, until they have ended

    @Nullable
    private volatile Session session;

    public StdioServer(Offer offer, Limits limits, Pipes pipes) {
        this(offer, limits, pipes, () -> {});
    }

    /** @param greeted run once the client has its first answer: the time for what was put off until then */
    public StdioServer(Offer offer, Limits limits, Pipes pipes, Runnable greeted) {
        this.limits = limits;
        this.greeted = greeted;
        this.lines = new Lines(pipes.in(), limits.messageBytes());
        this.out = new Outlet(pipes.out());
        var methods = new Methods(offer, new Guard(limits));
        sessions = new SessionServer(offer, methods);
        stateless = new Later<>(() -> new StatelessServer(offer, methods));
        offer.changes().listen((what, uri) -> {
            var open = session;
            if (open != null) open.changed(what, uri);
            stateless.ifThere(server -> server.changed(what, uri));
        });
    }

    /**
     * Reads until the client closes its end. What it has asked until then is answered first, since whoever writes all
     * requests into a pipe closes it at once and waits: each call has its usual time, the first one for opening the
     * models, too. The server ends when nothing is under way, or when nobody reads the answers any more.
     */
    public void serve() throws IOException {
        for (var line = lines.next(); line != null && !out.isClosed(); line = lines.next()) {
            if (line.bytes() == null) {
                var problem = "Invalid request: longer than " + limits.messageBytes() + " bytes";
                out.sendNow(Rpc.error(null, Rpc.INVALID_REQUEST, problem));
            } else if (!isBlank(line.bytes())) {
                takeSafely(line.bytes());
            }
        }
        stateless.ifThere(StatelessServer::close);
        drain();
    }

    private void drain() {
        long closed = System.nanoTime();
        long end = closed + limits.call().plus(limits.drain()).toNanos();
        while ((running.get() > 0 || !out.isEmpty())
                && !out.isStuck(closed, limits.drain())
                && System.nanoTime() < end) {
            try {
                Thread.sleep(5);
            } catch (InterruptedException e) {
                break;
            }
        }
        waiting.values().forEach(ticket -> ticket.stop(Stop.UNREACHABLE));
    }

    /** Whether a line holds nothing: spaces, a carriage return, NULs. */
    private static boolean isBlank(byte[] line) {
        for (byte b : line) {
            if (b > ' ' || b < 0) return false;
        }
        return true;
    }

    /** Whatever goes wrong with one line, the next is read. */
    private void takeSafely(byte[] line) {
        try {
            take(Message.read(line));
        } catch (RuntimeException | StackOverflowError e) {
            var trouble = Guard.internal("reading a message", e);
            out.sendNow(Rpc.error(null, Rpc.INTERNAL_ERROR, trouble.text()));
        }
    }

    private void take(Message message) {
        switch (message) {
            case Malformed malformed -> out.sendNow(malformed.answer());
            case Reply reply -> answered(reply);
            case Notice notice -> noticed(notice);
            case Request request -> start(request);
        }
    }

    private void answered(Reply reply) {
        var open = session;
        if (open != null && open.sdk() instanceof McpServerSession sdk) {
            sdk.handle(SessionServer.response(reply)).onErrorComplete().subscribe();
        }
    }

    private void noticed(Notice notice) {
        if (!notice.method().equals("notifications/cancelled")) return;
        var id = notice.params().get("requestId");
        var ticket = id == null ? null : waiting.remove(id);
        if (ticket != null) ticket.cancel();
    }

    private void start(Request request) {
        var id = request.id();
        boolean withoutSession = StatelessServer.speaks(request);
        var problem = withoutSession
                ? StatelessServer.problem(request)
                : Parameters.problem(request.method(), request.params());
        if (problem != null) {
            out.sendNow(Rpc.error(id, Rpc.INVALID_PARAMS, "Invalid params: " + problem));
        } else if (waiting.containsKey(id)) {
            out.sendNow(Rpc.error(id, Rpc.INVALID_REQUEST, "Invalid request: a request with this id is under way"));
        } else if (!withoutSession && request.method().equals("initialize")) {
            var opened = Session.of(
                    request.params(), sessions.overStdio(new Pipe()), SessionServer.version(request.params()));
            session = opened;
            out.sendNow(Rpc.result(id, sessions.welcome(opened)));
            greeted.run();
        } else if (!withoutSession && request.method().equals("ping")) {
            out.sendNow(Rpc.result(id, Map.of()));
        } else if (!withoutSession && session == null) {
            var hint = "Invalid request: send initialize first, or say in params._meta that you speak "
                    + StatelessServer.VERSION;
            out.sendNow(Rpc.error(id, Rpc.INVALID_REQUEST, hint));
        } else if (running.get() >= limits.waiting()) {
            out.sendNow(Rpc.error(id, Rpc.INTERNAL_ERROR, "Too many requests are waiting for their answers"));
        } else {
            var ticket = new Ticket();
            waiting.put(id, ticket);
            running.incrementAndGet();
            Thread.ofVirtual().start(() -> work(request, ticket, withoutSession));
        }
    }

    private void work(Request request, Ticket ticket, boolean withoutSession) {
        try {
            if (withoutSession) {
                var exchange = new Exchange(TRANSPORT, ticket, this::toClient);
                stateless.get().answer(request, exchange, McpHeaders.NOT_MIRRORED, message -> {
                    if (message.containsKey("id")) finish(request.id(), ticket, message);
                    else if (!ticket.cancelled()) out.send(message);
                });
                greeted.run();
            } else {
                var open = Objects.requireNonNull(session);
                var sdk = (McpServerSession) open.sdk();
                sdk.handle(SessionServer.request(request))
                        .contextWrite(SessionServer.context(new SessionPeer(open, sdk, TRANSPORT, ticket)))
                        .block();
            }
        } catch (Throwable e) {
            if (!ticket.cancelled() && !(e instanceof CancellationException)) {
                var trouble = Guard.internal(request.method(), e);
                finish(request.id(), ticket, Rpc.error(request.id(), Rpc.INTERNAL_ERROR, trouble.text()));
            }
        } finally {
            waiting.remove(request.id(), ticket);
            running.decrementAndGet();
        }
    }

    private void toClient(Map<String, Object> notification) {
        out.send(notification);
    }

    /**
     * Sends an answer unless the request is cancelled or answered already. The id is free before the answer leaves, since
     * the client may use it again as soon as it has read the answer.
     */
    private void finish(Object id, Ticket ticket, Map<String, Object> answer) {
        if (waiting.remove(id, ticket)) out.send(answer);
    }

    /** Where the SDK's session writes. */
    private final class Pipe implements McpServerTransport {

        @Override
        public Mono<Void> sendMessage(McpSchema.JSONRPCMessage message) {
            if (!(message instanceof McpSchema.JSONRPCResponse response)) {
                return Mono.fromRunnable(() -> out.send(SessionServer.json(message)));
            }
            return Mono.deferContextual(context -> {
                finish(response.id(), SessionServer.peer(context).ticket(), SessionServer.json(response));
                return Mono.empty();
            });
        }

        @Override
        public <T> T unmarshalFrom(Object data, TypeRef<T> type) {
            return SessionServer.typed(data, type);
        }

        @Override
        public Mono<Void> closeGracefully() {
            return Mono.empty();
        }
    }
}
