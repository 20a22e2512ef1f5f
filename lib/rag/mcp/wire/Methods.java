package rag.mcp.wire;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import rag.model.Failure;
import rag.text.Texts;

/** What both generations of the protocol have in common: the methods that list, call, read, write and complete. */
final class Methods {

    static final Set<String> NAMES = Set.of(
            "tools/list",
            "tools/call",
            "resources/list",
            "resources/templates/list",
            "resources/read",
            "prompts/list",
            "prompts/get",
            "completion/complete");

    /** Completions come a hundred at most. */
    private static final int COMPLETIONS = 100;

    /** Of a name that is not known, so much is said back. */
    private static final int NAME = 128;

    private final Offer offer;
    private final Guard guard;

    Methods(Offer offer, Guard guard) {
        this.offer = offer;
        this.guard = guard;
    }

    /**
     * Answers a request of one of {@link #NAMES}. Returns at once what is known, and waits for what takes work.
     *
     * @throws Refusal where the request is at fault, NotFound where the resource is not
     * @throws InputNeeded if the client has to answer something first
     */
    Map<String, Object> answer(String method, Map<String, Object> params, Peer peer) {
        return switch (method) {
            case "tools/list" -> list("tools", offer.tools(), ToolDefinition::json);
            case "resources/templates/list" -> list("resourceTemplates", offer.templates(), ResourceTemplate::json);
            case "prompts/list" -> list("prompts", offer.prompts(), PromptDefinition::json);
            case "tools/call" -> call(params, peer);
            default -> guarded(method, params, peer);
        };
    }

    private static <T> Map<String, Object> list(
            String key, List<T> definitions, Function<T, Map<String, Object>> json) {
        return result(key, definitions.stream().map(json).toList());
    }

    // ---- Tools ----

    private Map<String, Object> call(Map<String, Object> params, Peer peer) {
        var name = String.valueOf(params.get("name"));
        var given = Rpc.object(params, "arguments");
        var tool = offer.tools().stream()
                .filter(one -> one.name().equals(name))
                .findFirst();
        if (tool.isEmpty()) {
            var problem = "Unknown tool: " + Texts.cut(name, NAME);
            offer.refused().heard(name, new ToolCall(peer, given, null), problem);
            throw new Refusal(Rpc.INVALID_PARAMS, problem);
        }
        Map<String, Object> arguments;
        try {
            arguments = Arguments.checked(tool.get().inputSchema(), given);
        } catch (BadParameters e) {
            var problem = String.valueOf(e.getMessage());
            offer.refused().heard(name, new ToolCall(peer, given, null), problem);
            return failed(problem);
        }
        try {
            var call = new ToolCall(peer, arguments, Rpc.object(params, "_meta").get("progressToken"));
            return guard.run(name, peer.ticket(), () -> called(tool.get(), call));
        } catch (BadParameters | Trouble | Failure | NotFound e) {
            return failed(String.valueOf(e.getMessage()));
        }
    }

    private static Map<String, Object> called(ToolDefinition tool, Call call) throws Exception {
        var result = tool.handler().call(call);
        if (result == null) throw new IllegalStateException("no result");
        return result;
    }

    private static Map<String, Object> failed(String text) {
        var block = new LinkedHashMap<String, Object>();
        block.put("type", "text");
        block.put("text", text);
        var result = result("content", List.of(block));
        result.put("isError", true);
        return result;
    }

    // ---- Resources, prompts, completion ----

    private Map<String, Object> guarded(String method, Map<String, Object> params, Peer peer) {
        try {
            return guard.run(method, peer.ticket(), () -> switch (method) {
                case "resources/list" -> list("resources", offer.resources().get(), ResourceDefinition::json);
                case "resources/read" -> read(String.valueOf(params.get("uri")));
                case "prompts/get" -> write(params, peer);
                case "completion/complete" -> complete(params);
                default -> throw new Refusal(Rpc.METHOD_NOT_FOUND, "Method not found: " + method);
            });
        } catch (BadParameters e) {
            throw Refusal.parameters(String.valueOf(e.getMessage()));
        } catch (Trouble | Failure e) {
            throw new Refusal(Rpc.INTERNAL_ERROR, String.valueOf(e.getMessage()));
        }
    }

    private Map<String, Object> read(String uri) throws Exception {
        for (var template : offer.templates()) {
            var variables = new UriTemplate(template.uriTemplate()).variables(uri);
            if (variables != null) return contents(template.reader().read(uri, variables));
        }
        for (var resource : offer.resources().get()) {
            if (resource.uri().equals(uri)) return contents(resource.reader().read(uri, Map.of()));
        }
        throw new NotFound(uri);
    }

    private static Map<String, Object> contents(Map<String, Object> content) {
        return result("contents", List.of(content));
    }

    private Map<String, Object> write(Map<String, Object> params, Peer peer) throws Exception {
        var prompt = prompt(params.get("name"));
        var arguments = strings(Rpc.object(params, "arguments"));
        for (var declared : arguments(prompt)) {
            var name = String.valueOf(declared.get("name"));
            if (Boolean.TRUE.equals(declared.get("required")) && !arguments.containsKey(name)) {
                throw Refusal.parameters("missing required argument: " + name);
            }
        }
        return prompt.writer().write(arguments, new ToolCall(peer, Map.of(), Rpc.object(params, "_meta").get("progressToken")));
    }

    private PromptDefinition prompt(@Nullable Object name) {
        return offer.prompts().stream()
                .filter(one -> one.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new Refusal(Rpc.INVALID_PARAMS, "Unknown prompt: " + name));
    }

    private static List<Map<String, Object>> arguments(PromptDefinition prompt) {
        var arguments = new ArrayList<Map<String, Object>>();
        if (prompt.json().get("arguments") instanceof List<?> declared) {
            for (var one : declared) if (one instanceof Map<?, ?> map) arguments.add(Rpc.typed(map));
        }
        return arguments;
    }

    private Map<String, Object> complete(Map<String, Object> params) throws Exception {
        var ref = Rpc.object(params, "ref");
        var argument = Rpc.object(params, "argument");
        var name = String.valueOf(argument.get("name"));
        List<String> known;
        Completer completer;
        switch (String.valueOf(ref.get("type"))) {
            case "ref/prompt" -> {
                var prompt = prompt(ref.get("name"));
                known = arguments(prompt).stream()
                        .map(declared -> String.valueOf(declared.get("name")))
                        .toList();
                completer = prompt.completer();
            }
            case "ref/resource" -> {
                var template = template(ref.get("uri"));
                known = new UriTemplate(template.uriTemplate()).names();
                completer = template.completer();
            }
            default -> throw Refusal.parameters("ref must be of type ref/prompt or ref/resource");
        }
        if (!known.contains(name)) throw Refusal.parameters("no argument '" + name + "', only " + known);
        var others = strings(Rpc.object(Rpc.object(params, "context"), "arguments"));
        var typed = String.valueOf(argument.get("value"));
        var all = completer == null ? List.<String>of() : completer.complete(name, typed, others);
        var completion = result("values", all.stream().limit(COMPLETIONS).toList());
        completion.put("total", all.size());
        completion.put("hasMore", all.size() > COMPLETIONS);
        return result("completion", completion);
    }

    private ResourceTemplate template(@Nullable Object uri) {
        return offer.templates().stream()
                .filter(one -> one.uriTemplate().equals(uri))
                .findFirst()
                .orElseThrow(() -> new Refusal(Rpc.INVALID_PARAMS, "Unknown resource template: " + uri));
    }

    private static Map<String, String> strings(Map<String, Object> json) {
        var strings = new LinkedHashMap<String, String>();
        json.forEach((key, value) -> strings.put(key, String.valueOf(value)));
        return strings;
    }

    private static Map<String, Object> result(String key, Object value) {
        var result = new LinkedHashMap<String, Object>();
        result.put(key, value);
        return result;
    }
}
