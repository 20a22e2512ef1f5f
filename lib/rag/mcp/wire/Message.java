package rag.mcp.wire;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import rag.config.Json;

/** A JSON-RPC message as it came, read strictly: what is not well formed goes no further. */
sealed interface Message {

    /** Wants an answer. */
    record Request(Object id, String method, Map<String, Object> params) implements Message {}

    /** Wants none. */
    record Notice(String method, Map<String, Object> params) implements Message {}

    /** The answer to a request of ours. */
    record Reply(
            Object id, @Nullable Object result, @Nullable Object error) implements Message {}

    /** Is none: what the sender gets to hear. {@code id} is null where it could not be read. */
    record Malformed(@Nullable Object id, int code, String problem) implements Message {

        Map<String, Object> answer() {
            return Rpc.error(id, code, problem);
        }
    }

    /** Reads one message from UTF-8; a byte order mark before it is allowed. */
    static Message read(byte[] utf8) {
        Object json;
        try {
            // A new decoder throws at bytes that are not UTF-8; String would put question marks in their place.
            var text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(utf8));
            boolean marked = !text.isEmpty() && text.charAt(0) == '\uFEFF';
            json = Json.value((marked ? text.subSequence(1, text.length()) : text).toString());
        } catch (CharacterCodingException e) {
            return new Malformed(null, Rpc.PARSE_ERROR, "Parse error: not valid UTF-8");
        } catch (JsonProcessingException e) {
            return new Malformed(null, Rpc.PARSE_ERROR, "Parse error: not valid JSON");
        }
        if (json instanceof List)
            return invalid(null, "batches are not part of this protocol; send one message a time");
        return json instanceof Map<?, ?> map ? of(Rpc.typed(map)) : invalid(null, "not a JSON object");
    }

    private static Message of(Map<String, Object> json) {
        var id = json.get("id");
        boolean identified = id instanceof String || id instanceof Integer || id instanceof Long;
        if (!identified && json.containsKey("id")) return invalid(null, "id must be a string or an integer");
        if (!"2.0".equals(json.get("jsonrpc"))) return invalid(id, "jsonrpc must be \"2.0\"");
        if (!json.containsKey("method")) {
            if (id == null || json.containsKey("result") == json.containsKey("error")) {
                return invalid(id, "neither a request nor an answer");
            }
            return new Reply(id, json.get("result"), json.get("error"));
        }
        if (!(json.get("method") instanceof String method)) return invalid(id, "method must be a string");
        if (json.get("params") != null && !(json.get("params") instanceof Map)) {
            return new Malformed(id, Rpc.INVALID_PARAMS, "Invalid params: must be an object");
        }
        var params = Rpc.object(json, "params");
        return id == null ? new Notice(method, params) : new Request(id, method, params);
    }

    private static Malformed invalid(@Nullable Object id, String problem) {
        return new Malformed(id, Rpc.INVALID_REQUEST, "Invalid request: " + problem);
    }
}
