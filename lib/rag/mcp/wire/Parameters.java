package rag.mcp.wire;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Holds the parameters of a request against what its method asks for, before anybody relies on them. */
final class Parameters {

    static final List<String> LOG_LEVELS =
            List.of("debug", "info", "notice", "warning", "error", "critical", "alert", "emergency");

    private static final Set<String> LISTS =
            Set.of("tools/list", "prompts/list", "resources/list", "resources/templates/list");

    private Parameters() {}

    /** What is wrong with them; null when nothing is. */
    @Nullable
    static String problem(String method, Map<String, Object> params) {
        if (!isObject(params, "_meta")) return "_meta must be an object";
        if (LISTS.contains(method)) return params.get("cursor") == null ? null : "unknown cursor";
        return switch (method) {
            case "tools/call" -> first(text(params, "name"), isObject(params, "arguments") ? null : ARGUMENTS);
            case "prompts/get" -> first(text(params, "name"), strings(params));
            case "resources/read", "resources/subscribe", "resources/unsubscribe" -> text(params, "uri");
            case "completion/complete" -> completion(params);
            case "logging/setLevel" ->
                LOG_LEVELS.contains(String.valueOf(params.get("level"))) ? null : "level must be one of " + LOG_LEVELS;
            case "initialize" ->
                first(
                        text(params, "protocolVersion"),
                        params.get("capabilities") instanceof Map ? null : "capabilities must be an object",
                        params.get("clientInfo") instanceof Map ? null : "clientInfo must be an object");
            default -> null;
        };
    }

    private static final String ARGUMENTS = "arguments must be an object";

    @Nullable
    private static String completion(Map<String, Object> params) {
        var argument = Rpc.object(params, "argument");
        return first(
                params.get("ref") instanceof Map ? null : "ref must be an object",
                text(argument, "name") == null && text(argument, "value") == null
                        ? null
                        : "argument must be an object with name and value");
    }

    @Nullable
    private static String strings(Map<String, Object> params) {
        if (!isObject(params, "arguments")) return ARGUMENTS;
        Predicate<Object> text = String.class::isInstance;
        return Rpc.object(params, "arguments").values().stream().allMatch(text) ? null : "arguments must be strings";
    }

    @Nullable
    private static String text(Map<String, Object> params, String key) {
        return params.get(key) instanceof String ? null : key + " must be a string";
    }

    private static boolean isObject(Map<String, Object> params, String key) {
        return params.get(key) == null || params.get(key) instanceof Map;
    }

    @Nullable
    private static String first(@Nullable String... problems) {
        for (var problem : problems) {
            if (problem != null) return problem;
        }
        return null;
    }
}
