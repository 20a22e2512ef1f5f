package rag.mcp.wire;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/** A call as its handler sees it. */
final class ToolCall implements Call {

    private final Peer peer;
    private final Map<String, Object> arguments;
    private final @Nullable Object progressToken;
    private double told = Double.NEGATIVE_INFINITY;

    /** @param progressToken names the call in progress notifications; null: none wanted */
    ToolCall(Peer peer, Map<String, Object> arguments, @Nullable Object progressToken) {
        this.peer = peer;
        this.arguments = arguments;
        this.progressToken = progressToken;
    }

    @Override
    public Map<String, Object> arguments() {
        return arguments;
    }

    @Override
    public String client() {
        return peer.client();
    }

    @Override
    public String protocolVersion() {
        return peer.protocolVersion();
    }

    @Override
    public String transport() {
        return peer.transport();
    }

    /** What is not more than what was told is not told: the protocol wants it to grow, whoever counts. */
    @Override
    public synchronized void progress(double done, @Nullable Double total, String message) {
        if (cancelled()) throw new CancellationException();
        if (progressToken == null || done <= told) return;
        told = done;
        var parameters = new LinkedHashMap<String, Object>();
        parameters.put("progressToken", progressToken);
        parameters.put("progress", done);
        if (total != null) parameters.put("total", total);
        if (!message.isEmpty()) parameters.put("message", message);
        peer.notify("notifications/progress", parameters);
    }

    @Override
    public Duration age() {
        return peer.ticket().age();
    }

    @Override
    @Nullable
    public Stop stopped() {
        return peer.ticket().stopped();
    }

    @Override
    public void log(String level, String text) {
        if (!peer.logs(level)) return;
        var parameters = new LinkedHashMap<String, Object>();
        parameters.put("level", level);
        parameters.put("data", text);
        peer.notify("notifications/message", parameters);
    }

    @Override
    public Map<String, Object> ask(String key, String method, Map<String, Object> parameters) {
        return peer.ask(key, method, parameters);
    }

    @Override
    public Map<String, Object> inputs() {
        return peer.inputs();
    }

    @Override
    @Nullable
    public String state() {
        return peer.state();
    }

    @Override
    public Map<String, Object> capabilities() {
        return peer.capabilities();
    }
}
