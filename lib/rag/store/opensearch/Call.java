package rag.store.opensearch;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import rag.config.Json;

/**
 * A request.
 *
 * @param path from "/" on, its parts encoded
 * @param text the body, "" for none
 */
record Call(String method, String path, Map<String, String> parameters, String text) {

    private static final String SEARCH = "/_search";
    private static final String SEARCHES = "/_msearch";

    /** Characters of a path; what stands behind it, and commas written as three, need the rest of the line. */
    private static final int LONGEST = 2_000;

    Call(String method, String path, Object body) {
        this(method, path, Map.of(), Json.line(body));
    }

    Call(String method, String path) {
        this(method, path, Map.of(), "");
    }

    /** The same with one more parameter behind the path. */
    Call with(String name, Object value) {
        var more = new LinkedHashMap<>(parameters);
        more.put(name, value.toString());
        return new Call(method, path, more, text);
    }

    /**
     * As it is sent: a search of more indexes than go into the first line, of which the engine reads 4,096 bytes, is the
     * only one of a request for many, which names them in its body.
     */
    Call sent() {
        if (!path.endsWith(SEARCH) || path.length() <= LONGEST) return this;
        var head = new LinkedHashMap<String, Object>(parameters);
        head.put("index", path.substring(1, path.length() - SEARCH.length()).split(","));
        return new Call(method, SEARCHES, Map.of(), Json.line(head) + "\n" + text + "\n");
    }

    /** Of an answer to {@link #sent} what is the answer to this. */
    Reply answered(Reply reply) {
        var answer = reply.body().path("responses").path(0);
        if (!path.equals(SEARCHES) || answer.isMissingNode()) return reply;
        return new Reply(reply.host(), answer.path("status").asInt(reply.status()), answer);
    }

    byte[] bytes() {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** Lines of JSON are what requests of several parts have. */
    String type() {
        return path.endsWith("_bulk") || path.equals(SEARCHES) ? "application/x-ndjson" : "application/json";
    }
}
