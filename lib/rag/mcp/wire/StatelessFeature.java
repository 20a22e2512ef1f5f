package rag.mcp.wire;

import com.fasterxml.jackson.annotation.JsonValue;
import io.modelcontextprotocol.modern.McpException;
import io.modelcontextprotocol.modern.McpSchema;
import io.modelcontextprotocol.modern.McpSchema.ServerCapabilities;
import io.modelcontextprotocol.modern.server.McpAsyncResponse;
import io.modelcontextprotocol.modern.server.McpFeature;
import io.modelcontextprotocol.modern.server.McpHeaders;
import io.modelcontextprotocol.modern.server.McpRequestContext;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/** The methods, as a feature of the SDK's server: JSON maps in, JSON maps out. */
final class StatelessFeature implements McpFeature {

    /** Key of the {@link Exchange} in the transport context. */
    static final String EXCHANGE = "rag.exchange";

    /** How long a client may keep a list; it hears of changes before, if it listens. */
    static final Duration FRESH = Duration.ofMinutes(1);

    private final Offer offer;
    private final Methods methods;

    StatelessFeature(Offer offer, Methods methods) {
        this.offer = offer;
        this.methods = methods;
    }

    @Override
    public Set<String> methods() {
        return Methods.NAMES;
    }

    @Override
    public Set<String> inputRequiredMethods() {
        return Set.of("tools/call", "prompts/get", "resources/read");
    }

    @Override
    public void capabilities(ServerCapabilities.Builder capabilities) {
        capabilities.tools(true);
        capabilities.resources(true, true);
        if (!offer.prompts().isEmpty()) capabilities.prompts(true);
        if (!offer.prompts().isEmpty() || !offer.templates().isEmpty()) capabilities.completions();
    }

    @Override
    public Mono<McpAsyncResponse<Answer>> handle(McpRequestContext context, Object params) {
        return Mono.fromCallable(() ->
                McpAsyncResponse.result(answer(context, params instanceof Map<?, ?> map ? Rpc.typed(map) : Map.of())));
    }

    private Answer answer(McpRequestContext context, Map<String, Object> params) {
        var method = context.method();
        if (method.equals("tools/call")) checkMirrored(context, params);
        try {
            var result = new LinkedHashMap<>(methods.answer(method, params, new StatelessPeer(context, params)));
            result.put("resultType", McpSchema.ResultType.COMPLETE);
            if (method.endsWith("/list") || method.equals("resources/read")) {
                result.put("ttlMs", method.equals("resources/read") ? 0 : FRESH.toMillis());
                result.put("cacheScope", "private");
            }
            return new Complete(result);
        } catch (InputNeeded e) {
            return new NeedsInput(e);
        } catch (Refusal e) {
            throw new McpException(e.code(), e.text(), e.data());
        } catch (NotFound e) {
            throw McpException.invalidParams(String.valueOf(e.getMessage()), Map.of("uri", e.uri()));
        } catch (CancellationException e) {
            throw new McpException(Rpc.INTERNAL_ERROR, "cancelled"); // (nobody reads it)
        } catch (RuntimeException e) {
            throw new McpException(Rpc.INTERNAL_ERROR, Guard.internal(method, e).text());
        }
    }

    /** Arguments that a tool wants repeated in an HTTP header (x-mcp-header) must stand in both alike. */
    private void checkMirrored(McpRequestContext context, Map<String, Object> params) {
        if (!(context.transportContext().get(McpHeaders.TRANSPORT_CONTEXT_KEY) instanceof McpHeaders headers)
                || headers == McpHeaders.NOT_MIRRORED) return;
        var tool = offer.tools().stream()
                .filter(one -> one.name().equals(params.get("name")))
                .findFirst();
        if (tool.isEmpty()) return;
        var arguments = Rpc.object(params, "arguments");
        Rpc.object(tool.get().inputSchema(), "properties").forEach((name, property) -> {
            if (!(property instanceof Map<?, ?> map) || !(map.get("x-mcp-header") instanceof String mirror)) return;
            var header = headers.param(mirror);
            var value = arguments.get(name);
            boolean alike = header == null
                    ? value == null
                    : value != null
                            && !header.isMalformed()
                            && String.valueOf(value).equals(header.value());
            if (!alike) {
                throw new McpException(
                        Rpc.HEADER_MISMATCH, "Mcp-Param-" + mirror + " must equal the argument '" + name + "'");
            }
        });
    }

    /** A result that is JSON already. */
    sealed interface Answer extends McpSchema.Result {

        @JsonValue
        Map<String, Object> json();

        @Override
        default String resultType() {
            return String.valueOf(json().get("resultType"));
        }

        @Override
        default Map<String, Object> meta() {
            return Rpc.object(json(), "_meta");
        }
    }

    private record Complete(Map<String, Object> json) implements Answer {}

    private record NeedsInput(InputNeeded needed) implements Answer, McpSchema.InputRequired {

        @Override
        public Map<String, Object> json() {
            var json = new LinkedHashMap<String, Object>();
            json.put("resultType", McpSchema.ResultType.INPUT_REQUIRED);
            json.put("inputRequests", needed.requests());
            return json;
        }

        /** Not asked for: the server reads the requests from the JSON. */
        @Override
        public Map<String, McpSchema.InputRequest> inputRequests() {
            return Map.of();
        }

        @Override
        @Nullable
        public String requestState() {
            return needed.state();
        }
    }
}
