package rag.mcp.wire;

import static rag.mcp.wire.ConformanceTools.tool;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Conformance tools that ask the client something: at once, or by ending with a question and coming again. */
final class ConformanceInputs {

    private static final Map<String, Object> ROOTS = Json.of("method", "roots/list", "params", Json.of());

    private ConformanceInputs() {}

    static List<ToolDefinition> tools() {
        return List.of(
                Json.tool("test_sampling", Json.schema("prompt", "string"), call -> {
                    var question = sampling(String.valueOf(call.arguments().get("prompt")), 100);
                    var answer = call.ask("sampling", "sampling/createMessage", Rpc.object(question, "params"));
                    return Json.content(Json.text("LLM response: " + answer));
                }),
                Json.tool(
                        "test_elicitation",
                        Json.schema("message", "string"),
                        call -> elicited(
                                call,
                                String.valueOf(call.arguments().get("message")),
                                Json.schema("username", "string", "email", "string"))),
                tool("test_elicitation_sep1034_defaults", call -> elicited(call, "defaults", defaults())),
                tool("test_elicitation_sep1330_enums", call -> elicited(call, "enums", enums())),
                tool("test_input_required_result_elicitation", call -> {
                    var answer = answer(call, "user_name", form("What is your name?", "name", "string"));
                    return Json.content(Json.text("Hello, " + field(answer, "name") + "!"));
                }),
                tool("test_input_required_result_sampling", call -> {
                    var answer = answer(call, "sample_request", sampling("What is the capital of France?", 100));
                    return Json.content(Json.text("Sampling result: " + answer.get("content")));
                }),
                tool("test_input_required_result_list_roots", call -> {
                    var answer = answer(call, "roots_request", ROOTS);
                    return Json.content(Json.text("Found roots " + answer.get("roots")));
                }),
                tool("test_input_required_result_request_state", call -> confirmed(call, "state-ok: validated")),
                tool("test_input_required_result_tampered_state", call -> confirmed(call, "integrity-ok: verified")),
                tool("test_input_required_result_multiple_inputs", ConformanceInputs::several),
                tool("test_input_required_result_multi_round", ConformanceInputs::rounds),
                tool("test_input_required_result_capabilities", ConformanceInputs::whatTheClientCan),
                tool("test_missing_capability", call -> {
                    if (call.capabilities().get("sampling") != null) return Json.content(Json.text("Success"));
                    throw new Refusal(
                            Rpc.MISSING_CAPABILITY,
                            "Missing required client capability",
                            Json.of("requiredCapabilities", Json.of("sampling", Json.of())));
                }));
    }

    private static Map<String, Object> elicited(Call call, String message, Map<String, Object> schema) {
        var parameters = Json.of("mode", "form", "message", message, "requestedSchema", schema);
        var answer = call.ask("input", "elicitation/create", parameters);
        var said = "action=" + answer.get("action") + ", content=" + answer.get("content");
        return Json.content(Json.text("User response: " + said));
    }

    private static Map<String, Object> defaults() {
        var schema = Json.schema(
                "name",
                Json.of("type", "string", "default", "John Doe"),
                "age",
                Json.of("type", "integer", "default", 30),
                "score",
                Json.of("type", "number", "default", 95.5),
                "status",
                Json.of("type", "string", "enum", List.of("active", "inactive", "pending"), "default", "active"),
                "verified",
                Json.of("type", "boolean", "default", true));
        schema.put("required", List.of());
        return schema;
    }

    private static Map<String, Object> enums() {
        var plain = Json.of("type", "string", "enum", List.of("option1", "option2", "option3"));
        var schema = Json.schema(
                "untitledSingle",
                plain,
                "titledSingle",
                Json.of("type", "string", "oneOf", titled("value1", "First Option", "value2", "Second Option")),
                "legacyEnum",
                Json.of(
                        "type",
                        "string",
                        "enum",
                        List.of("opt1", "opt2", "opt3"),
                        "enumNames",
                        List.of("Option One", "Option Two", "Option Three")),
                "untitledMulti",
                Json.of("type", "array", "items", plain),
                "titledMulti",
                Json.of(
                        "type",
                        "array",
                        "items",
                        Json.of("anyOf", titled("value1", "First Choice", "value2", "Second Choice"))));
        schema.put("required", List.of());
        return schema;
    }

    private static List<Map<String, Object>> titled(String first, String firstTitle, String second, String title) {
        return List.of(Json.of("const", first, "title", firstTitle), Json.of("const", second, "title", title));
    }

    private static Map<String, Object> confirmed(Call call, String text) {
        if (call.state() != null && call.inputs().containsKey("confirm")) return Json.content(Json.text(text));
        throw new InputNeeded(Json.of("confirm", form("Please confirm", "ok", "boolean")), "confirmation");
    }

    private static Map<String, Object> several(Call call) {
        var inputs = call.inputs();
        var keys = List.of("user_name", "greeting", "client_roots");
        if (call.state() != null && inputs.keySet().containsAll(keys)) {
            return Json.content(Json.text("Name: %s; Greeting: %s; Roots: %s"
                    .formatted(
                            field(Rpc.object(inputs, "user_name"), "name"),
                            inputs.get("greeting"),
                            inputs.get("client_roots"))));
        }
        var questions = Json.of(
                "user_name",
                form("What is your name?", "name", "string"),
                "greeting",
                sampling("Generate a greeting", 50),
                "client_roots",
                ROOTS);
        throw new InputNeeded(questions, "several");
    }

    private static Map<String, Object> rounds(Call call) {
        var state = Objects.requireNonNullElse(call.state(), "");
        var inputs = call.inputs();
        if (state.equals("1") && inputs.containsKey("step1")) {
            var name = field(Rpc.object(inputs, "step1"), "name");
            var question = form("Step 2: What is your favorite color?", "color", "string");
            throw new InputNeeded(Json.of("step2", question), "2:" + name);
        }
        if (state.startsWith("2:") && inputs.containsKey("step2")) {
            var color = field(Rpc.object(inputs, "step2"), "color");
            return Json.content(Json.text("Multi-round complete for " + state.substring(2) + " who likes " + color));
        }
        throw new InputNeeded(Json.of("step1", form("Step 1: What is your name?", "name", "string")), "1");
    }

    private static Map<String, Object> whatTheClientCan(Call call) {
        if (!call.inputs().isEmpty()) {
            return Json.content(
                    Json.text("capabilities-ok: received " + call.inputs().keySet()));
        }
        var questions = Json.of();
        if (call.capabilities().get("elicitation") != null) {
            questions.put("elicit_input", form("Elicitation input", "value", "string"));
        }
        if (call.capabilities().get("sampling") != null) questions.put("sample_input", sampling("Sample request", 50));
        if (questions.isEmpty()) return Json.content(Json.text("No supported capabilities declared"));
        throw new InputNeeded(questions, "capabilities");
    }

    private static Map<String, Object> answer(Call call, String key, Map<String, Object> question) {
        if (call.inputs().get(key) instanceof Map<?, ?> answer) return Rpc.typed(answer);
        throw new InputNeeded(Json.of(key, question), null);
    }

    static Map<String, Object> form(String message, String field, String type) {
        return Json.of(
                "method",
                "elicitation/create",
                "params",
                Json.of("mode", "form", "message", message, "requestedSchema", Json.schema(field, type)));
    }

    private static Map<String, Object> sampling(String question, int tokens) {
        var message = Json.of("role", "user", "content", Json.text(question));
        return Json.of(
                "method",
                "sampling/createMessage",
                "params",
                Json.of("messages", List.of(message), "maxTokens", tokens));
    }

    @Nullable
    static Object field(Map<String, Object> answer, String field) {
        return Rpc.object(answer, "content").get(field);
    }
}
