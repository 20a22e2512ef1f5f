package rag.mcp.wire;

import io.modelcontextprotocol.spec.McpStreamableServerSession;
import java.util.Comparator;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import rag.mcp.wire.Changes.What;

/** The sessions of clients of the older generation; as many as allowed, none idle for too long. */
final class HttpSessions {

    /** A session, the requests under way in it, and when it was last used ({@link System#nanoTime}). */
    static final class Open {

        private final String id;
        private final Session session;
        private final McpStreamableServerSession sdk;
        private final Map<Object, HttpReply> waiting = new ConcurrentHashMap<>();
        private volatile long used = System.nanoTime();

        private Open(String id, Session session, McpStreamableServerSession sdk) {
            this.id = id;
            this.session = session;
            this.sdk = sdk;
        }

        String id() {
            return id;
        }

        Session session() {
            return session;
        }

        McpStreamableServerSession sdk() {
            return sdk;
        }

        Map<Object, HttpReply> waiting() {
            return waiting;
        }

        private boolean isIdle() {
            return waiting.isEmpty() && !sdk.hasOpenStream();
        }
    }

    private final HttpOptions options;
    private final SessionServer server;
    private final Map<String, Open> open = new ConcurrentHashMap<>();

    HttpSessions(HttpOptions options, SessionServer server) {
        this.options = options;
        this.server = server;
    }

    /** A new session; null when there are too many, all busy. @param params those of initialize */
    @Nullable
    synchronized Open create(Map<String, Object> params) {
        long now = System.nanoTime();
        open.values().stream()
                .filter(one -> one.isIdle() && now - one.used > options.idle().toNanos())
                .forEach(one -> end(one.id));
        if (open.size() >= options.sessions()) {
            open.values().stream()
                    .filter(Open::isIdle)
                    .max(Comparator.comparingLong(one -> now - one.used))
                    .ifPresent(one -> end(one.id));
        }
        if (open.size() >= options.sessions()) return null;
        var id = UUID.randomUUID().toString();
        var sdk = server.overHttp(id);
        var created = new Open(id, Session.of(params, sdk, SessionServer.version(params)), sdk);
        open.put(id, created);
        return created;
    }

    @Nullable
    Open find(String id) {
        var found = open.get(id);
        if (found != null) found.used = System.nanoTime();
        return found;
    }

    void end(String id) {
        var ended = open.remove(id);
        if (ended == null) return;
        ended.waiting.values().forEach(HttpReply::abandon);
        ended.sdk.close();
    }

    void changed(What what, String uri) {
        open.values().forEach(one -> one.session.changed(what, uri));
    }

    void close() {
        open.keySet().forEach(this::end);
    }
}
