package rag.mcp.wire;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import rag.config.Secrets;
import rag.text.Texts;

/** JSON-RPC 2.0 messages as they are sent, and the error codes of the Model Context Protocol. */
final class Rpc {

    static final int PARSE_ERROR = -32700;
    static final int INVALID_REQUEST = -32600;
    static final int METHOD_NOT_FOUND = -32601;
    static final int INVALID_PARAMS = -32602;
    static final int INTERNAL_ERROR = -32603;
    /** Until 2025-11-25; 2026-07-28 says INVALID_PARAMS. */
    static final int RESOURCE_NOT_FOUND = -32002;

    static final int HEADER_MISMATCH = -32020;
    static final int MISSING_CAPABILITY = -32021;
    static final int UNSUPPORTED_VERSION = -32022;

    private static final int LONGEST_ERROR = 2000;

    private Rpc() {}

    static Map<String, Object> result(Object id, Object result) {
        var message = message();
        message.put("id", id);
        message.put("result", result);
        return message;
    }

    /** @param id null where the request's could not be read: the field is left out then */
    static Map<String, Object> error(@Nullable Object id, int code, String text) {
        return error(id, code, text, null);
    }

    static Map<String, Object> error(@Nullable Object id, int code, String text, @Nullable Object data) {
        var error = new LinkedHashMap<String, Object>();
        error.put("code", code);
        error.put("message", said(text));
        if (data != null) error.put("data", data);
        var message = message();
        if (id != null) message.put("id", id);
        message.put("error", error);
        return message;
    }

    /** What a client sent comes back in an error at most this long, without secrets and signs that deceive a reader. */
    static String said(String text) {
        var seen = Texts.visible(Secrets.mask(text));
        return seen.length() <= LONGEST_ERROR ? seen : Texts.cut(seen, LONGEST_ERROR) + "…";
    }

    static Map<String, Object> notification(String method, @Nullable Object parameters) {
        var message = message();
        message.put("method", method);
        if (parameters != null) message.put("params", parameters);
        return message;
    }

    static Map<String, Object> request(Object id, String method, @Nullable Object parameters) {
        var message = notification(method, parameters);
        message.put("id", id);
        return message;
    }

    private static Map<String, Object> message() {
        var message = new LinkedHashMap<String, Object>();
        message.put("jsonrpc", "2.0");
        return message;
    }

    /** The object under a key; empty when there is none. */
    static Map<String, Object> object(Map<String, Object> json, String key) {
        return json.get(key) instanceof Map<?, ?> map ? typed(map) : Map.of();
    }

    /** An object of parsed JSON: its keys are strings. */
    @SuppressWarnings("unchecked")
    static Map<String, Object> typed(Map<?, ?> map) {
        return (Map<String, Object>) map;
    }
}
