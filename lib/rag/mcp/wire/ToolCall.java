package rag.mcp.wire;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/** A call as its handler sees it. @param progressToken names the call in progress notifications; null: none wanted */
record ToolCall(
        Peer peer, Map<String, Object> arguments, @Nullable Object progressToken) implements Call {

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

    @Override
    public void progress(double done, @Nullable Double total, String message) {
        if (cancelled()) throw new CancellationException();
        if (progressToken == null) return;
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
