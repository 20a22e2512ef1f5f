package rag.mcp.wire;

import static rag.mcp.wire.ConformanceTools.tool;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Conformance tools that ask the client something: at once, or by ending with a question and coming again. */
final class ConformanceInputs {

    private static final Map<String, Object> ROOTS = Fixture.of("method", "roots/list", "params", Fixture.of());

    private ConformanceInputs() {}

    static List<ToolDefinition> tools() {
        return List.of(
                Fixture.tool("test_sampling", Fixture.schema("prompt", "string"), call -> {
                    var question = sampling(String.valueOf(call.arguments().get("prompt")), 100);
                    var answer = call.ask("sampling", "sampling/createMessage", Rpc.object(question, "params"));
                    return Fixture.content(Fixture.text("LLM response: " + answer));
                }),
                Fixture.tool(
                        "test_elicitation",
                        Fixture.schema("message", "string"),
                        call -> elicited(
                                call,
                                String.valueOf(call.arguments().get("message")),
                                Fixture.schema("username", "string", "email", "string"))),
                tool("test_elicitation_sep1034_defaults", call -> elicited(call, "defaults", defaults())),
                tool("test_elicitation_sep1330_enums", call -> elicited(call, "enums", enums())),
                tool("test_input_required_result_elicitation", call -> {
                    var answer = answer(call, "user_name", form("What is your name?", "name", "string"));
                    return Fixture.content(Fixture.text("Hello, " + field(answer, "name") + "!"));
                }),
                tool("test_input_required_result_sampling", call -> {
                    var answer = answer(call, "sample_request", sampling("What is the capital of France?", 100));
                    return Fixture.content(Fixture.text("Sampling result: " + answer.get("content")));
                }),
                tool("test_input_required_result_list_roots", call -> {
                    var answer = answer(call, "roots_request", ROOTS);
                    return Fixture.content(Fixture.text("Found roots " + answer.get("roots")));
                }),
                tool("test_input_required_result_request_state", call -> confirmed(call, "state-ok: validated")),
                tool("test_input_required_result_tampered_state", call -> confirmed(call, "integrity-ok: verified")),
                tool("test_input_required_result_multiple_inputs", ConformanceInputs::several),
                tool("test_input_required_result_multi_round", ConformanceInputs::rounds),
                tool("test_input_required_result_capabilities", ConformanceInputs::whatTheClientCan),
                tool("test_missing_capability", call -> {
                    if (call.capabilities().get("sampling") != null) return Fixture.content(Fixture.text("Success"));
                    throw new Refusal(
                            Rpc.MISSING_CAPABILITY,
                            "Missing required client capability",
                            Fixture.of("requiredCapabilities", Fixture.of("sampling", Fixture.of())));
                }));
    }

    private static Map<String, Object> elicited(Call call, String message, Map<String, Object> schema) {
        var parameters = Fixture.of("mode", "form", "message", message, "requestedSchema", schema);
        var answer = call.ask("input", "elicitation/create", parameters);
        var said = "action=" + answer.get("action") + ", content=" + answer.get("content");
        return Fixture.content(Fixture.text("User response: " + said));
    }

    private static Map<String, Object> defaults() {
        var schema = Fixture.schema(
                "name",
                Fixture.of("type", "string", "default", "John Doe"),
                "age",
                Fixture.of("type", "integer", "default", 30),
                "score",
                Fixture.of("type", "number", "default", 95.5),
                "status",
                Fixture.of("type", "string", "enum", List.of("active", "inactive", "pending"), "default", "active"),
                "verified",
                Fixture.of("type", "boolean", "default", true));
        schema.put("required", List.of());
        return schema;
    }

    private static Map<String, Object> enums() {
        var plain = Fixture.of("type", "string", "enum", List.of("option1", "option2", "option3"));
        var schema = Fixture.schema(
                "untitledSingle",
                plain,
                "titledSingle",
                Fixture.of("type", "string", "oneOf", titled("value1", "First Option", "value2", "Second Option")),
                "legacyEnum",
                Fixture.of(
                        "type",
                        "string",
                        "enum",
                        List.of("opt1", "opt2", "opt3"),
                        "enumNames",
                        List.of("Option One", "Option Two", "Option Three")),
                "untitledMulti",
                Fixture.of("type", "array", "items", plain),
                "titledMulti",
                Fixture.of(
                        "type",
                        "array",
                        "items",
                        Fixture.of("anyOf", titled("value1", "First Choice", "value2", "Second Choice"))));
        schema.put("required", List.of());
        return schema;
    }

    private static List<Map<String, Object>> titled(String first, String firstTitle, String second, String title) {
        return List.of(Fixture.of("const", first, "title", firstTitle), Fixture.of("const", second, "title", title));
    }

    private static Map<String, Object> confirmed(Call call, String text) {
        if (call.state() != null && call.inputs().containsKey("confirm")) return Fixture.content(Fixture.text(text));
        throw new InputNeeded(Fixture.of("confirm", form("Please confirm", "ok", "boolean")), "confirmation");
    }

    private static Map<String, Object> several(Call call) {
        var inputs = call.inputs();
        var keys = List.of("user_name", "greeting", "client_roots");
        if (call.state() != null && inputs.keySet().containsAll(keys)) {
            return Fixture.content(Fixture.text("Name: %s; Greeting: %s; Roots: %s"
                    .formatted(
                            field(Rpc.object(inputs, "user_name"), "name"),
                            inputs.get("greeting"),
                            inputs.get("client_roots"))));
        }
        var questions = Fixture.of(
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
            throw new InputNeeded(Fixture.of("step2", question), "2:" + name);
        }
        if (state.startsWith("2:") && inputs.containsKey("step2")) {
            var color = field(Rpc.object(inputs, "step2"), "color");
            return Fixture.content(
                    Fixture.text("Multi-round complete for " + state.substring(2) + " who likes " + color));
        }
        throw new InputNeeded(Fixture.of("step1", form("Step 1: What is your name?", "name", "string")), "1");
    }

    private static Map<String, Object> whatTheClientCan(Call call) {
        if (!call.inputs().isEmpty()) {
            return Fixture.content(
                    Fixture.text("capabilities-ok: received " + call.inputs().keySet()));
        }
        var questions = Fixture.of();
        if (call.capabilities().get("elicitation") != null) {
            questions.put("elicit_input", form("Elicitation input", "value", "string"));
        }
        if (call.capabilities().get("sampling") != null) questions.put("sample_input", sampling("Sample request", 50));
        if (questions.isEmpty()) return Fixture.content(Fixture.text("No supported capabilities declared"));
        throw new InputNeeded(questions, "capabilities");
    }

    private static Map<String, Object> answer(Call call, String key, Map<String, Object> question) {
        if (call.inputs().get(key) instanceof Map<?, ?> answer) return Rpc.typed(answer);
        throw new InputNeeded(Fixture.of(key, question), null);
    }

    static Map<String, Object> form(String message, String field, String type) {
        return Fixture.of(
                "method",
                "elicitation/create",
                "params",
                Fixture.of("mode", "form", "message", message, "requestedSchema", Fixture.schema(field, type)));
    }

    private static Map<String, Object> sampling(String question, int tokens) {
        var message = Fixture.of("role", "user", "content", Fixture.text(question));
        return Fixture.of(
                "method",
                "sampling/createMessage",
                "params",
                Fixture.of("messages", List.of(message), "maxTokens", tokens));
    }

    @Nullable
    static Object field(Map<String, Object> answer, String field) {
        return Rpc.object(answer, "content").get(field);
    }
}
