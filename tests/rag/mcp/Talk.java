package rag.mcp;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import rag.config.Json;

/** A client of a server at the other end of two streams, in the protocol with sessions. */
final class Talk implements AutoCloseable {

    private static final long PATIENCE_S = 60;

    private final OutputStream out;
    private final LinkedBlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private final List<Map<String, Object>> notices = new ArrayList<>();
    private int last;

    /** Any line that is no message fails whoever waits for the next one. */
    Talk(InputStream in, OutputStream out) {
        this.out = out;
        Thread.ofVirtual()
                .start(() -> new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))
                        .lines()
                        .forEach(lines::add));
    }

    Talk initialize() throws IOException {
        var params = new LinkedHashMap<String, Object>();
        params.put("protocolVersion", "2025-11-25");
        params.put("capabilities", Map.of());
        params.put("clientInfo", Map.of("name", "tester", "version", "7"));
        request("initialize", params);
        send(Map.of("jsonrpc", "2.0", "method", "notifications/initialized"));
        return this;
    }

    private void send(Map<String, Object> message) throws IOException {
        out.write((Json.line(message) + "\n").getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    /** The result of a request, or its error under "error". */
    Map<String, Object> request(String method, Map<String, Object> params) throws IOException {
        int id = ++last;
        var message = new LinkedHashMap<String, Object>();
        message.put("jsonrpc", "2.0");
        message.put("id", id);
        message.put("method", method);
        message.put("params", params);
        send(message);
        while (true) {
            var answer = next();
            if (!Integer.valueOf(id).equals(answer.get("id"))) {
                notices.add(answer);
                continue;
            }
            return answer.containsKey("error") ? Map.of("error", answer.get("error")) : map(answer.get("result"));
        }
    }

    Map<String, Object> call(String tool, Map<String, Object> arguments) throws IOException {
        return request("tools/call", Map.of("name", tool, "arguments", arguments));
    }

    /** Waits for a notification that was not fetched before. */
    Map<String, Object> notice(String method) throws IOException {
        for (var notice : notices) {
            if (method.equals(notice.get("method"))) {
                notices.remove(notice);
                return notice;
            }
        }
        while (true) {
            var notice = next();
            if (method.equals(notice.get("method"))) return notice;
            notices.add(notice);
        }
    }

    private Map<String, Object> next() throws IOException {
        try {
            var line = lines.poll(PATIENCE_S, TimeUnit.SECONDS);
            if (line == null) throw new AssertionError("no message in " + PATIENCE_S + " s");
            var message = map(Json.value(line));
            if (!"2.0".equals(message.get("jsonrpc"))) throw new AssertionError("no message of the protocol: " + line);
            return message;
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @SuppressWarnings("unchecked")
    static Map<String, Object> map(Object json) {
        return (Map<String, Object>) json;
    }

    @SuppressWarnings("unchecked")
    static List<Map<String, Object>> maps(Object json) {
        return (List<Map<String, Object>>) json;
    }

    /** The text of a tool's result. */
    static String text(Map<String, Object> result) {
        return "" + maps(result.get("content")).getFirst().get("text");
    }

    static Map<String, Object> data(Map<String, Object> result) {
        return map(result.get("structuredContent"));
    }

    @Override
    public void close() throws IOException {
        out.close();
    }
}
